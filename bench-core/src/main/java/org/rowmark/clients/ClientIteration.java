package org.rowmark.clients;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.ForkSignalReader;
import org.rowmark.util.LatencyHistogram;

/** A client's part of an iteration: JMH's result, and what the fork signalled beside it. Times are the coordinator's. */
final class ClientIteration implements ForkSignalReader.Taker {
    /**
     * The operations of a second.
     *
     * @param every of how many operations one is timed
     */
    record Second(Instant start, Duration length, int every, Histogram times) {}

    private final int client;
    private final Report.Iterated report;
    private final Map<String, Sample.Metric> metrics = new TreeMap<>();
    private final Map<String, Histogram> times = new LinkedHashMap<>();
    private final List<Second> seconds = new ArrayList<>();
    private final Map<String, String> data = new TreeMap<>();
    private final List<String> lines = new ArrayList<>();
    private OptionalDouble speed = OptionalDouble.empty();
    private Window window = new Window(Instant.EPOCH, Instant.EPOCH);

    ClientIteration(int client, Report.Iterated report) {
        this.client = client;
        this.report = report;
        ForkSignalReader reader = new ForkSignalReader(this);
        report.lines().forEach(reader);
    }

    int client() {
        return client;
    }

    Report.Iterated report() {
        return report;
    }

    JmhResult result() {
        return report.result();
    }

    long operations() {
        return report.result().operations();
    }

    Map<String, Sample.Metric> metrics() {
        return metrics;
    }

    Map<String, Histogram> times() {
        return times;
    }

    List<Second> seconds() {
        return seconds;
    }

    Map<String, String> data() {
        return data;
    }

    List<String> lines() {
        return lines;
    }

    OptionalDouble speed() {
        return speed;
    }

    Window window() {
        return window;
    }

    /** Returns the load of the fork's CPU time in percent; empty where it was not counted. */
    OptionalDouble cpuLoad() {
        return Optional.ofNullable(result().secondary().get(CounterName.CLIENT_LOAD.metric()))
                .map(load -> OptionalDouble.of(load.score()))
                .orElseGet(OptionalDouble::empty);
    }

    @Override
    public void progress(String text) {
        // of a single client: nobody watches it
    }

    @Override
    public void metric(String name, Sample.Metric metric) {
        metrics.merge(
                name,
                metric,
                (first, second) -> metric.unit().equals("#")
                        ? new Sample.Metric(first.score() + second.score(), metric.unit())
                        : second);
    }

    @Override
    public void latencies(String kind, Histogram ofThread) {
        times.computeIfAbsent(kind, none -> LatencyHistogram.empty()).add(ofThread);
    }

    @Override
    public void second(Instant start, Duration length, int every, Histogram ofSecond) {
        seconds.add(new Second(report.clock().correct(start), length, every, ofSecond));
    }

    @Override
    public void data(String name, String fingerprint) {
        data.put(name, fingerprint);
    }

    @Override
    public void speed(double millionSteps) {
        speed = OptionalDouble.of(millionSteps);
    }

    @Override
    public void window(Instant begin, Instant end) {
        window = new Window(report.clock().correct(begin), report.clock().correct(end));
    }

    @Override
    public void line(String text) {
        lines.add(text);
    }
}
