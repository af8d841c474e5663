package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.fixture.Latencies;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

class FiguresTest {
    private static final View TIMED = Demos.view(Demos.timed(), ReportOptions.NONE);

    @Test
    void percentiles_are_lines_of_the_comparison_where_enough_operations_were_timed() {
        // five iterations of a thousand operations: ten beyond p99, five beyond p99.9
        assertThat(TIMED.table().lines())
                .extracting(Case::title)
                .containsExactly("select-by-key", "select-by-key p50", "select-by-key p99");
        ColumnValue p99 = TIMED.table().lines().get(2).columnValues().get(0);
        assertThat(p99.score().mean()).isBetween(4.5, 7.0);
        assertThat(TIMED.table().lines().get(2).metric().unit()).isEqualTo("ms");
        assertThat(TIMED.table().rows().get(2).comparison().ratio()).isBetween(0.6, 0.75);
    }

    @Test
    void latency_is_drawn_with_its_kind_of_load_and_its_numbers() {
        List<Figure> figures = Shown.figures(TIMED, "Latency by percentile");
        assertThat(figures).hasSize(1);
        assertThat(figures.get(0).drawing().apply("c1")).contains("closed loop");
        List<List<String>> rows = rows(figures.get(0));
        assertThat(rows).extracting(row -> row.get(0)).containsExactly("h2", "derby");
        assertThat(rows.get(0).get(1)).isEqualTo("30,000");
        // 30,000 operations: thirty beyond p99.9
        assertThat(rows.get(0)).hasSize(6).doesNotContain(Numbers.NONE);
    }

    @Test
    void times_taken_beside_a_throughput_are_drawn_and_state_k_but_are_not_compared() {
        View view = Demos.view(besideThroughput(), ReportOptions.NONE);

        assertThat(view.table().lines()).extracting(Case::title).containsExactly("select-by-key");
        DataTable table = Shown.figures(view, "Latency by percentile").get(0).numbers();
        assertThat(table.header())
                .containsExactly(
                        "All rounds together", "Operations", "Timed", "p50, ms", "p95, ms", "p99, ms", "p99.9, ms");
        assertThat(rows(Shown.figures(view, "Latency by percentile").get(0)))
                .extracting(row -> row.get(2))
                .containsExactly("all", "1 in 4 to 5");
    }

    /** Returns a run that timed all operations of one target and every fourth or fifth one of the other. */
    private static RunRecord besideThroughput() {
        RunRecord timed = Demos.timed();
        List<Sample> samples = timed.samples().stream()
                .map(sample -> new Sample(
                        sample.round(),
                        sample.cell(),
                        sample.warmup(),
                        sample.iteration(),
                        sample.start(),
                        sample.end(),
                        "thrpt",
                        1000 / sample.score(),
                        "ops/s",
                        sample.operations(),
                        sample.cell() == 1
                                ? Map.of()
                                : Map.of(Latencies.EVERY, new Sample.Metric(4 + sample.round() % 2, "count")),
                        sample.histogram(),
                        0,
                        Map.of()))
                .toList();
        return SamplesInMemory.record(timed.manifest(), samples, timed.outcomes());
    }

    @Test
    void the_kind_of_load_is_beside_percentiles_in_every_format() {
        ReportModel model = Demos.model(TIMED);
        assertThat(List.of(Rendered.html(model), MarkdownReport.of(model), TextReport.of(model)))
                .allSatisfy(report -> assertThat(report).contains("Percentiles: closed loop."));
        assertThat(TextReport.of(Demos.model(List.of(Demos.complete())))).doesNotContain("closed loop");
    }

    @Test
    void the_last_run_of_a_target_against_itself_is_quoted() {
        ReportModel model = Demos.model(TIMED);
        String quoted = "Noise of bench-01, a target against itself on 2026-11-20 08:00 UTC:"
                + " select-by-key on h2 ±1.2 % at 10 rounds";
        assertThat(Rendered.html(model)).contains(quoted);
        assertThat(MarkdownReport.of(model)).contains(quoted);
    }

    @Test
    void events_are_counted_per_operation_and_rates_are_not() {
        assertThat(Shown.metric(TIMED, "lock_waits/op").get(0).text()).isEqualTo("0.250");
        assertThat(Shown.metric(TIMED, "gc.alloc.rate.norm (B/op)").get(0).text())
                .isNotEqualTo(Numbers.NONE);
    }

    @Test
    void three_numeric_values_of_a_parameter_are_a_curve_for_each_target() {
        View view = Demos.view(Demos.fetchSizes(), ReportOptions.NONE);
        List<Figure> figures = Shown.figures(view, "By parameter");
        assertThat(figures).extracting(Figure::title).containsExactly("cursor by fetch");
        List<List<String>> rows = rows(figures.get(0));
        assertThat(rows).hasSize(6);
        assertThat(rows.get(1)).startsWith("h2", "100");
        // from 1 to 100 the score triples: 3^(1 / log2 100) per doubling
        assertThat(rows.get(0).get(3)).startsWith("1.18×");
        assertThat(rows.get(2).get(3)).isEqualTo(Numbers.NONE);
        assertThat(rows.get(2).get(4)).isEqualTo("no knee inside the swept range");
    }

    @Test
    void score_and_wait_are_curves_by_the_size_of_a_pool_with_their_knees() {
        DemoRun run = new DemoRun(6).target("h2", "").target("derby", "");
        Map<Integer, Double> waits = new TreeMap<>(Map.of(1, 900.0, 2, 100.0, 4, 99.0, 8, 98.0));
        waits.forEach((size, wait) -> {
            for (String target : List.of("h2", "derby")) {
                int number = 2 * Integer.numberOfTrailingZeros(size) + (target.equals("h2") ? 1 : 2);
                Map<String, Sample.Metric> metrics = Map.of(
                        "pool.wait.mean", new Sample.Metric(wait, "us"), "pool.wait.p99", new Sample.Metric(1, "us"));
                run.cell(
                        new PlannedCell(number, target, "point-select", "", Map.of("pool", "" + size)),
                        Level.throughput(size == 1 ? 500 : 1000, 0).with(metrics));
            }
        });

        List<Figure> figures = Shown.figures(Demos.view(run.build(), ReportOptions.NONE), "By parameter");

        assertThat(figures)
                .extracting(Figure::title)
                .containsExactly("point-select by pool", "point-select, mean wait for a connection, by pool");
        assertThat(figures).allSatisfy(figure -> {
            assertThat(figure.drawing().apply("c1")).contains("knee");
            assertThat(rows(figure))
                    .filteredOn(row -> row.get(0).equals("derby"))
                    .extracting(row -> row.get(1), row -> row.get(4))
                    .containsExactly(
                            tuple("1", ""),
                            tuple("2", "knee: more than this gains less than the margin per doubling"),
                            tuple("4", ""),
                            tuple("8", ""));
        });
        assertThat(rows(figures.get(1)).get(0).subList(0, 3)).containsExactly("h2", "1", "900");
        assertThat(rows(figures.get(0)).get(0).get(3)).startsWith("2.0");
    }

    private static List<List<String>> rows(Figure figure) {
        return figure.numbers().rows().stream().map(Shown::texts).toList();
    }
}
