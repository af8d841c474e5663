package org.rowmark.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.IterationResultMetaData;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.ScalarResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.results.ThroughputResult;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.clients.coordination.ClockOffset;
import org.rowmark.fork.ForkSignals;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.workload.JmhParameters;

class MergedIterationTest {
    private static final IterationParams ITERATION =
            new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.seconds(1), 1);

    private static String signal(String text) {
        return ForkSignals.MARK + text;
    }

    private static String latencies(long... nanos) {
        Histogram times = LatencyHistogram.empty();
        for (long time : nanos) {
            times.recordValue(time);
        }
        return signal(ForkSignals.LATENCIES + LatencyHistogram.encode(times));
    }

    private static Result<?> throughput(double operations) {
        return new ThroughputResult(
                ResultRole.PRIMARY, "ops", operations, TimeUnit.SECONDS.toNanos(1), TimeUnit.SECONDS);
    }

    private static ScalarResult counter(String name, double value, String unit) {
        return new ScalarResult(name, value, unit, AggregationPolicy.AVG);
    }

    private static MergedIteration.Part client(
            int number, Mode mode, long operations, List<Result<?>> results, String... lines) {
        BenchmarkParams params = JmhParameters.of("b", mode, 1);
        IterationResult result =
                new IterationResult(params, ITERATION, new IterationResultMetaData(operations, operations));
        result.addResults(new ArrayList<>(results));
        return new MergedIteration.Part(
                number,
                new Report.Iterated(
                        1, JmhResult.of(result, 1), new ClockOffset(Duration.ZERO, Duration.ZERO), List.of(lines)));
    }

    @Test
    void throughputs_and_operations_add_up() {
        IterationResult merged = new MergedIteration(List.of(
                        client(2, Mode.Throughput, 310, List.of(throughput(300))),
                        client(1, Mode.Throughput, 110, List.of(throughput(100)))))
                .result();

        assertThat(merged.getPrimaryResult().getScore()).isEqualTo(400, within(1e-9));
        assertThat(merged.getMetadata().getAllOps()).isEqualTo(420);
    }

    @Test
    void fixed_work_takes_as_long_as_the_slowest_client() {
        Result<?> fast = new SingleShotResult(ResultRole.PRIMARY, "b", 2_000_000_000L, TimeUnit.SECONDS);
        Result<?> slow = new SingleShotResult(ResultRole.PRIMARY, "b", 3_000_000_000L, TimeUnit.SECONDS);

        IterationResult merged = new MergedIteration(List.of(
                        client(1, Mode.SingleShotTime, 1, List.of(slow)),
                        client(2, Mode.SingleShotTime, 1, List.of(fast))))
                .result();

        assertThat(merged.getPrimaryResult().getScore()).isEqualTo(3, within(1e-9));
    }

    @Test
    void histograms_merge_to_that_of_all_operations() {
        MergedIteration merged = new MergedIteration(List.of(
                client(1, Mode.Throughput, 3, List.of(throughput(3)), latencies(1000, 1000, 9000)),
                client(2, Mode.Throughput, 1, List.of(throughput(1)), latencies(5000))));

        Histogram times = merged.times().get(ForkSignals.NO_KIND);
        assertThat(times.getTotalCount()).isEqualTo(4);
        assertThat(times.getValueAtPercentile(50)).isEqualTo(1000);
        assertThat(times.getMaxValue()).isBetween(9000L, 9007L);
    }

    private static MergedIteration.Part worked(int number, long from, long to) {
        return client(
                number,
                Mode.Throughput,
                1,
                List.of(throughput(1)),
                signal(ForkSignals.WINDOW + 1000 * from + " " + 1000 * to)); // microseconds
    }

    @Test
    void the_overlap_is_the_common_part_of_the_longest_time_of_work() {
        MergedIteration merged =
                new MergedIteration(List.of(worked(1, 0, 1000), worked(2, 100, 1050), worked(3, 50, 1000)));

        assertThat(merged.overlap()).isEqualTo(0.9, within(1e-9));
        assertThat(merged.firstStart()).isEqualTo(Instant.EPOCH);
        assertThat(merged.lastEnd()).isEqualTo(Instant.ofEpochMilli(1050));
    }

    @Test
    void clients_that_do_not_work_at_the_same_time_have_no_overlap() {
        assertThat(new MergedIteration(List.of(worked(1, 0, 1000), worked(2, 1500, 2500))).overlap())
                .isZero();
    }

    @Test
    void counts_add_up_and_percentiles_of_a_client_are_left_out() {
        MergedIteration merged = new MergedIteration(List.of(
                client(
                        1,
                        Mode.Throughput,
                        1,
                        List.of(throughput(1)),
                        signal("metric retries 3.0 #"),
                        signal("metric offered 40.0 ops/s"),
                        signal("metric backlog 1.0 %"),
                        signal("metric pool.wait.p99 7.0 us")),
                client(
                        2,
                        Mode.Throughput,
                        1,
                        List.of(throughput(1)),
                        signal("metric retries 4.0 #"),
                        signal("metric offered 60.0 ops/s"),
                        signal("metric backlog 3.0 %"),
                        signal("metric pool.wait.p99 9.0 us"))));

        assertThat(merged.metrics()).containsOnlyKeys("retries", "offered", "backlog");
        assertThat(merged.metrics().get("retries").score()).isEqualTo(7);
        assertThat(merged.metrics().get("offered").score()).isEqualTo(100);
        assertThat(merged.metrics().get("backlog").score()).isEqualTo(2);
    }

    @Test
    void the_server_counts_once_for_all_clients_and_each_client_for_itself() {
        IterationResult merged = new MergedIteration(List.of(
                        client(
                                1,
                                Mode.Throughput,
                                100,
                                List.of(
                                        throughput(100),
                                        counter("server.transactions-committed", 4, "count/op"),
                                        counter("client.cpu-time", 1, "ms/op"))),
                        client(
                                2,
                                Mode.Throughput,
                                300,
                                List.of(
                                        throughput(300),
                                        counter("server.transactions-committed", 1.3, "count/op"),
                                        counter("client.cpu-time", 5, "ms/op")))))
                .result();

        assertThat(merged.getSecondaryResults()
                        .get("server.transactions-committed")
                        .getScore())
                .isEqualTo(1, within(1e-9));
        assertThat(merged.getSecondaryResults().get("client.cpu-time").getScore())
                .isEqualTo(4, within(1e-9));
    }
}
