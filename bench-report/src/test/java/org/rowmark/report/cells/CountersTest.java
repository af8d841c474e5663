package org.rowmark.report.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.Sample;

class CountersTest {
    private static final Instant START = Instant.parse("2026-11-20T08:00:00Z");

    @Test
    void events_are_divided_by_all_operations_of_a_round() {
        CellValues cellValues = cellValues(
                sample(1, 100, metric("data.bytes-written", 10, "bytes/op")),
                sample(2, 300, metric("data.bytes-written", 50, "bytes/op")));
        assertThat(cellValues.counts().rounds("data.bytes-written")).containsExactly(Map.entry(1, 40.0));
    }

    @Test
    void a_level_is_its_last_reading_and_a_load_is_a_mean() {
        CellValues cellValues = cellValues(
                sample(
                        1,
                        100,
                        Map.of(
                                "data.size",
                                new Sample.Metric(5, "bytes"),
                                "client.cpu-load",
                                new Sample.Metric(20, "%"))),
                sample(
                        2,
                        300,
                        Map.of(
                                "data.size",
                                new Sample.Metric(9, "bytes"),
                                "client.cpu-load",
                                new Sample.Metric(40, "%"))));
        assertThat(cellValues.counts().rounds("data.size")).containsExactly(Map.entry(1, 9.0));
        assertThat(cellValues.counts().rounds("client.cpu-load")).containsExactly(Map.entry(1, 30.0));
    }

    @Test
    void a_counter_in_the_unit_of_the_score_is_not_a_score() {
        CellValues cellValues = cellValues(sample(1, 10, metric("process.cpu-time", 3, "ms/op")));
        assertThat(cellValues.unit()).isEqualTo("ms/op");
        assertThat(cellValues.secondary()).isEmpty();
        assertThat(cellValues.counters()).isEmpty();
        assertThat(cellValues.counts().byMetric().get("process.cpu-time").unit())
                .isEqualTo("ms");
    }

    @Test
    void a_counter_missing_from_an_iteration_does_not_count_as_0() {
        CellValues cellValues = cellValues(
                sample(1, 100, metric("log.writes", 2, "count/op")),
                sample(2, 900, Map.of()),
                sample(3, 900, metric("log.writes", Double.NaN, "count/op")));
        assertThat(cellValues.counts().rounds("log.writes").get(1)).isCloseTo(2.0, within(1e-12));
        assertThat(cellValues.counts().rounds("log.reads")).isEmpty();
    }

    @Test
    void a_file_missing_from_an_iteration_counts_as_0() {
        CellValues cellValues = cellValues(
                sample(1, 100, Map.of("data.writes", count(5), "data.writes:t.ibd", count(5))),
                sample(2, 300, Map.of("data.writes", count(1), "data.writes:u.ibd", count(1))),
                sample(3, 600, metric("log.writes", 9, "count/op")));
        assertThat(cellValues.counts().rounds("data.writes").get(1)).isCloseTo(2.0, within(1e-12));
        assertThat(cellValues.counts().rounds("data.writes:t.ibd").get(1)).isCloseTo(1.25, within(1e-12));
        assertThat(cellValues.counts().rounds("data.writes:u.ibd").get(1)).isCloseTo(0.75, within(1e-12));
    }

    @Test
    void a_file_missing_from_a_round_counts_as_0_but_its_size_is_unknown() {
        Counters counts = cellValues(
                        sample(1, 1, 1, Map.of("temp.writes", count(0), "temp.size", new Sample.Metric(1, "bytes"))),
                        sample(
                                2,
                                1,
                                1,
                                Map.of("temp.writes:a", count(4), "temp.size:a", new Sample.Metric(7, "bytes"))),
                        sample(3, 1, 1, Map.of()))
                .counts();
        assertThat(counts.rounds("temp.writes:a")).isEqualTo(Map.of(1, 0.0, 2, 4.0));
        assertThat(counts.rounds("temp.size:a")).isEqualTo(Map.of(2, 7.0));
    }

    @Test
    void other_metrics_are_unchanged() {
        CellValues cellValues = cellValues(sample(
                1,
                10,
                Map.of(
                        "rows", new Sample.Metric(3, "ms/op"),
                        "gc.alloc.rate.norm", new Sample.Metric(8, "B/op"),
                        "servers.up", new Sample.Metric(1, "count/op"))));
        assertThat(cellValues.secondary()).containsOnlyKeys("ms/rows");
        assertThat(cellValues.counters()).containsOnlyKeys("gc.alloc.rate.norm (B/op)", "servers.up (count/op)");
        assertThat(cellValues.counts().byMetric()).isEmpty();
    }

    private static Map<String, Sample.Metric> metric(String name, double value, String unit) {
        return Map.of(name, new Sample.Metric(value, unit));
    }

    private static Sample.Metric count(double value) {
        return new Sample.Metric(value, "count/op");
    }

    private static Sample sample(int iteration, long operations, Map<String, Sample.Metric> metrics) {
        return sample(1, iteration, operations, metrics);
    }

    private static Sample sample(int round, int iteration, long operations, Map<String, Sample.Metric> metrics) {
        return new Sample(
                round,
                1,
                false,
                iteration,
                START.plusSeconds(iteration),
                START.plusSeconds(iteration + 1),
                "avgt",
                1,
                "ms/op",
                operations,
                metrics,
                "",
                0,
                Map.of());
    }

    private static CellValues cellValues(Sample... samples) {
        List<CellOutcome> ok = IntStream.rangeClosed(1, 3)
                .mapToObj(round -> new CellOutcome(round, 1, Outcome.OK, "", START, START.plusSeconds(9), 0))
                .toList();
        return RunSums.of(new SamplesInMemory(List.of(samples)), ok).values(1);
    }
}
