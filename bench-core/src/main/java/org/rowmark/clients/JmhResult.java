package org.rowmark.clients;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;
import org.rowmark.result.Sample;

/** JMH's result of an iteration of a client; {@code sampled} has the times in nanoseconds of the mode sample. */
public record JmhResult(
        Setup setup,
        boolean warmup,
        int number,
        long operations,
        long measured,
        String label,
        Sample.Metric score,
        Map<Long, Long> sampled,
        Map<String, Sample.Metric> secondary) {
    /** Parts of a nanosecond to which average times are kept. */
    private static final double PARTS = 1e6;

    public record Phase(int count, long time, TimeUnit unit, int batch) {
        static Phase of(IterationParams params) {
            return new Phase(
                    params.getCount(),
                    params.getTime().getTime(),
                    params.getTime().getTimeUnit(),
                    params.getBatchSize());
        }

        IterationParams params(IterationType type) {
            return new IterationParams(type, count, new TimeValue(time, unit), batch);
        }
    }

    /** The settings of JMH's fork, as far as they are recorded. */
    public record Setup(
            String benchmark,
            int threads,
            Mode mode,
            Map<String, String> values,
            TimeUnit unit,
            Phase warmup,
            Phase measurement,
            String jvm,
            List<String> jvmArguments,
            String jdk,
            String vm,
            String vmVersion,
            String jmh) {
        static Setup of(BenchmarkParams params) {
            Map<String, String> values = new LinkedHashMap<>();
            params.getParamsKeys().forEach(key -> values.put(key, params.getParam(key)));
            return new Setup(
                    params.getBenchmark(),
                    params.getThreads(),
                    params.getMode(),
                    values,
                    params.getTimeUnit(),
                    Phase.of(params.getWarmup()),
                    Phase.of(params.getMeasurement()),
                    params.getJvm(),
                    List.copyOf(params.getJvmArgs()),
                    params.getJdkVersion(),
                    params.getVmName(),
                    params.getVmVersion(),
                    params.getJmhVersion());
        }

        public BenchmarkParams params() {
            WorkloadParams workload = new WorkloadParams();
            values.forEach(
                    (key, value) -> workload.put(key, value, workload.keys().size()));
            return new BenchmarkParams(
                    benchmark,
                    "",
                    true,
                    threads,
                    new int[] {1},
                    List.of(),
                    1,
                    0,
                    warmup.params(IterationType.WARMUP),
                    measurement.params(IterationType.MEASUREMENT),
                    mode,
                    workload,
                    unit,
                    1,
                    jvm,
                    jvmArguments,
                    jdk,
                    vm,
                    vmVersion,
                    jmh,
                    TimeValue.NONE);
        }
    }

    static JmhResult of(IterationResult result, int number) {
        Result<?> primary = result.getPrimaryResult();
        BenchmarkParams params = result.getBenchmarkParams();
        Map<Long, Long> sampled = new TreeMap<>();
        if (primary instanceof SampleTimeResult) {
            double nanos = params.getTimeUnit().toNanos(1);
            primary.getStatistics()
                    .getRawData()
                    .forEachRemaining(
                            time -> sampled.merge(Math.round(time.getKey() * nanos), time.getValue(), Long::sum));
        }
        Map<String, Sample.Metric> secondary = new TreeMap<>();
        result.getSecondaryResults().forEach((name, each) -> secondary.put(name, metric(each)));
        return new JmhResult(
                Setup.of(params),
                result.getParams().getType() == IterationType.WARMUP,
                number,
                result.getMetadata().getAllOps(),
                result.getMetadata().getMeasuredOps(),
                primary.getLabel(),
                metric(primary),
                sampled,
                secondary);
    }

    private static Sample.Metric metric(Result<?> result) {
        return new Sample.Metric(result.getScore(), result.getScoreUnit());
    }

    public IterationParams params() {
        return warmup ? setup.warmup.params(IterationType.WARMUP) : setup.measurement.params(IterationType.MEASUREMENT);
    }

    public Result<?> primary() {
        TimeUnit unit = setup.unit;
        long nanos = unit.toNanos(1);
        return switch (setup.mode) {
            case Throughput -> new ThroughputResult(ResultRole.PRIMARY, label, score.score(), nanos, unit);
            case AverageTime ->
                new AverageTimeResult(
                        ResultRole.PRIMARY, label, PARTS, Math.round(score.score() * nanos * PARTS), unit);
            case SampleTime -> {
                SampleBuffer times = new SampleBuffer();
                sampled.forEach((time, count) -> {
                    for (long i = 0; i < count; i++) {
                        times.add(time);
                    }
                });
                yield new SampleTimeResult(ResultRole.PRIMARY, label, times, unit);
            }
            default -> new SingleShotResult(ResultRole.PRIMARY, label, Math.round(score.score() * nanos), unit);
        };
    }
}
