package org.rowmark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.AverageTimeResult;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.SampleBuffer;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.workload.JmhParameters;
import tools.jackson.databind.json.JsonMapper;

class JmhResultTest {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A result of each mode, in microseconds where it is a time. */
    private static Result<?> result(Mode mode) {
        return switch (mode) {
            case Throughput ->
                new ThroughputResult(ResultRole.PRIMARY, "b", 12_345, TimeUnit.SECONDS.toNanos(7), TimeUnit.SECONDS);
            case AverageTime ->
                new AverageTimeResult(ResultRole.PRIMARY, "b", 3, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS);
            case SampleTime -> {
                SampleBuffer times = new SampleBuffer();
                List.of(1000L, 1000L, 64_000L).forEach(times::add);
                yield new SampleTimeResult(ResultRole.PRIMARY, "b", times, TimeUnit.SECONDS);
            }
            default -> new SingleShotResult(ResultRole.PRIMARY, "b", 1_234_567_891L, TimeUnit.SECONDS);
        };
    }

    private static IterationResult iteration(Mode mode) {
        WorkloadParams values = new WorkloadParams();
        values.put("rows", "10", 0);
        values.put("commit", "every", 1);
        IterationParams warmup = new IterationParams(IterationType.WARMUP, 2, TimeValue.milliseconds(100), 1);
        IterationParams measurement = new IterationParams(IterationType.MEASUREMENT, 3, TimeValue.seconds(2), 5);
        IterationResult iteration = new IterationResult(
                JmhParameters.of("org.example.B.b", mode, 4, values, warmup, measurement),
                measurement,
                new IterationResultMetaData(20, 10));
        iteration.addResult(result(mode));
        iteration.addResult(new ScalarResult("client.cpu-time", 0.5, "ms/op", AggregationPolicy.AVG));
        return iteration;
    }

    /** Returns what arrives. */
    private static JmhResult sent(IterationResult iteration) {
        Report report = new Report.Iterated(1, JmhResult.of(iteration, 2), new ClockOffset(null, null), List.of());
        return ((Report.Iterated) JSON.readValue(JSON.writeValueAsBytes(report), Report.class)).result();
    }

    @ParameterizedTest
    @EnumSource(names = "All", mode = EnumSource.Mode.EXCLUDE)
    void a_result_arrives_as_it_was(Mode mode) {
        IterationResult iteration = iteration(mode);

        JmhResult result = sent(iteration);

        double score = iteration.getPrimaryResult().getScore();
        assertThat(result.primary().getScore()).isCloseTo(score, within(score * 1e-9));
        assertThat(result.primary().getScoreUnit())
                .isEqualTo(iteration.getPrimaryResult().getScoreUnit());
        assertThat(result.primary()).hasSameClassAs(iteration.getPrimaryResult());
        assertThat(result.primary().getStatistics().getMax())
                .isCloseTo(iteration.getPrimaryResult().getStatistics().getMax(), within(score * 1e-9));
        assertThat(result.secondary().get("client.cpu-time").score()).isEqualTo(0.5);
        assertThat(result.operations()).isEqualTo(20);
        assertThat(result.measured()).isEqualTo(10);
    }

    @Test
    void the_settings_arrive_as_they_were() {
        IterationResult iteration = iteration(Mode.Throughput);
        BenchmarkParams sent = iteration.getBenchmarkParams();

        JmhResult result = sent(iteration);

        BenchmarkParams params = result.setup().params();
        assertThat(params.id()).isEqualTo(sent.id());
        assertThat(params.getParamsKeys()).containsExactlyElementsOf(sent.getParamsKeys());
        assertThat(params.getWarmup().getTime()).isEqualTo(TimeValue.milliseconds(100));
        assertThat(params.getMeasurement().getBatchSize()).isEqualTo(5);
        assertThat(result.params().getType()).isEqualTo(IterationType.MEASUREMENT);
        assertThat(result.params().getCount()).isEqualTo(3);
        assertThat(result.number()).isEqualTo(2);
    }
}
