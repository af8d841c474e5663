package org.rowmark.run.fork;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.SampleTimeResult;
import org.rowmark.result.LatencyHistogram;

/** The times of single operations, which JMH takes in the mode sample. */
final class Latencies {
    private Latencies() {}

    /**
     * @param result of an iteration, all threads together
     * @param unit that its times are in
     * @return in nanoseconds; empty for a result of another mode
     */
    static Histogram of(Result<?> result, TimeUnit unit) {
        Histogram histogram = LatencyHistogram.empty();
        if (result instanceof SampleTimeResult) {
            long nanosPerUnit = unit.toNanos(1);
            Iterator<Map.Entry<Double, Long>> times = result.getStatistics().getRawData();
            while (times.hasNext()) {
                Map.Entry<Double, Long> time = times.next();
                histogram.recordValueWithCount(Math.round(time.getKey() * nanosPerUnit), time.getValue());
            }
        }
        return histogram;
    }
}
