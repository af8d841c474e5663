package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.rowmark.fixture.Latencies;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.model.View;
import org.rowmark.report.section.DataTable;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.TableCell;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.HighestRate;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.result.query.QueryRecord;
import org.rowmark.util.LatencyHistogram;

/** Reports of operations that have kinds or begin at a rate. */
public class OpenLoopReportTest {
    @Test
    void times_are_compared_in_an_open_loop_and_the_throughput_is_not() {
        View view = Demos.view(run(0), ReportOptions.NONE);

        assertThat(view.table().lines())
                .extracting(Case::title)
                .containsExactly("select rate=100", "select rate=100 p50", "select rate=100 p99");
        List<CaseRatio> rows = view.table().rows();
        assertThat(rows).extracting(CaseRatio::hasVerdict).containsExactly(false, true, true);
        assertThat(rows.get(0).notes()).contains("the rate decides, compare the times");
        assertThat(rows.get(2).comparison().ratio()).isBetween(0.55, 0.8); // 3 ms against 2 ms
        assertThat(view.answers().get(0).sentence().text()).contains("slower");
        assertThat(view.answers().get(0).sentence().ratio()).startsWith("0.6");
    }

    @Test
    void percentiles_at_a_rate_are_of_a_queue_for_each_thread() {
        RunRecord timed = new DemoRun(6)
                .load("open loop, constant arrivals")
                .target("h2", "")
                .cell(new PlannedCell(1, "h2", "select", "", Map.of("rate", "100")), Level.timed(2, 0.02))
                .build();
        View view = Demos.view(timed, ReportOptions.NONE);

        assertThat(view.loadOfPercentiles())
                .isEqualTo("Percentiles: open loop, constant arrivals, a queue for each thread.");
        assertThat(MarkdownReport.of(Demos.model(view)))
                .contains("a queue for each thread, as in wrk2: an operation waits");
    }

    @Test
    void a_cell_that_fell_behind_its_rate_has_no_verdict_and_states_its_backlog() {
        View view = Demos.view(run(35), ReportOptions.NONE);

        assertThat(view.table().hasVerdicts()).isFalse();
        assertThat(view.table().rows())
                .allSatisfy(row -> assertThat(row.notes())
                        .contains("fell behind its rate, backlog 35 %", "no verdict, because a rate was not held"));
        assertThat(view.answers().get(0).sentence().text()).contains("no verdict");
        assertThat(TextReport.of(Demos.model(view))).contains("fell behind its rate, backlog 35 %");
    }

    @Test
    void a_backlog_of_one_late_operation_is_no_falling_behind() {
        assertThat(Demos.view(run(1.9), ReportOptions.NONE).table().rows())
                .extracting(CaseRatio::hasVerdict)
                .containsExactly(false, true, true);
    }

    @Test
    void kinds_are_rows_of_the_latency_table_with_intervals_and_their_share_of_the_throughput() {
        List<List<String>> rows =
                Shown.tables(Demos.view(run(0), ReportOptions.NONE), "Latency by kind of operation")
                        .get(0)
                        .rows()
                        .stream()
                        .map(row -> row.stream().map(TableCell::line).toList())
                        .toList();

        assertThat(rows)
                .hasSize(6)
                .extracting(row -> row.get(2))
                .containsExactly("all", "order", "pay", "all", "order", "pay");
        List<String> order = rows.get(1);
        assertThat(order.get(1)).isEqualTo("h2");
        assertThat(order.get(3)).isEqualTo("18,000"); // of six rounds of five iterations
        assertThat(order.get(4)).startsWith("60"); // of 100 a second
        assertThat(order.get(5)).startsWith("1.00 (1.00–1.00)");
        assertThat(order.get(7)).isEqualTo("1.00 (1.00–1.00)");
        assertThat(order.get(9)).isEqualTo("–"); // p99.99 needs 100,000
        assertThat(rows.get(2).get(10)).isEqualTo("9.00");
    }

    @Test
    void operations_that_had_not_begun_take_no_throughput_from_the_kinds() {
        RunRecord run = atRates(timed(), cell -> Map.of(), sample -> 9, OpenLoopReportTest::withLate);

        DataTable table = Shown.tables(Demos.view(run, ReportOptions.NONE), "Latency by kind of operation")
                .get(0);

        assertThat(table.rows())
                .extracting(row -> row.get(3).line() + ": " + row.get(4).line().substring(0, 2))
                .startsWith("45,000: 10", "18,000: 60", "12,000: 40");
    }

    /** Adds operations that had not begun, half as many as there are. */
    private static String withLate(String times) {
        Histogram all = LatencyHistogram.decode(times);
        all.recordValueWithCount(50_000_000, all.getTotalCount() / 2);
        return LatencyHistogram.encode(all);
    }

    @Test
    void the_maximum_of_a_round_has_an_interval_from_six_rounds_on() {
        assertThat(maxOfRound(6)).isEqualTo("13.5 (11.0–16.0)");
        assertThat(maxOfRound(5)).isEqualTo("–");
    }

    /** Returns that of payments of which the slowest takes a millisecond more in each round. */
    private static String maxOfRound(int rounds) {
        RunRecord timed = new DemoRun(rounds)
                .target("h2", "")
                .cell(new PlannedCell(1, "h2", "select", "", Map.of("rate", "100")), Level.timed(2, 0.02))
                .build();
        View view = Demos.view(atRates(timed, cell -> Map.of(), sample -> 10 + sample.round()), ReportOptions.NONE);
        DataTable table = Shown.tables(view, "Latency by kind of operation").get(0);
        assertThat(table.header().get(11)).isEqualTo("max of a round, ms");
        return table.rows().get(2).get(11).line();
    }

    @Test
    void times_are_drawn_against_the_rates_that_were_parts_of_the_highest_one() {
        List<Figure> figures = Shown.figures(Demos.view(ofParts(), ReportOptions.NONE), "By parameter");

        assertThat(figures).extracting(Figure::title).containsExactly("select, p50, by rate", "select, p99, by rate");
        assertThat(figures.get(1).numbers().rows())
                .extracting(
                        row -> row.get(0).text(),
                        row -> row.get(1).text(),
                        row -> row.get(3).text())
                .containsExactly(tuple("h2", "500", "–"), tuple("h2", "800", "–"));
        assertThat(figures.get(1).drawing().apply("c")).contains("ms against rate");
    }

    /** Returns a run at half and at four fifths of a rate of 1000. */
    private static RunRecord ofParts() {
        RunRecord timed = new DemoRun(6)
                .target("h2", "")
                .cell(new PlannedCell(1, "h2", "select", "", Map.of("rate", "0.5max")), Level.timed(2, 0.02))
                .cell(new PlannedCell(2, "h2", "select", "", Map.of("rate", "0.8max")), Level.timed(3, 0.02))
                .build();
        return atRates(
                timed,
                cell -> Map.of(
                        Latencies.BACKLOG, new Sample.Metric(0, "%"),
                        Latencies.OFFERED, new Sample.Metric(cell == 1 ? 500 : 800, "ops/s")));
    }

    @Test
    void the_highest_rate_is_shown_with_its_interval_or_why_there_is_none() {
        String report = MarkdownReport.of(Demos.model(Demos.view(searched(), ReportOptions.NONE)));

        assertThat(report).contains("Highest rate", "p99&#60;20ms", "1,000 (752–1,250)", "none meets it");
    }

    /** Returns a run whose highest rates were searched, of which one was found. */
    public static RunRecord searched() {
        RunRecord run = run(0);
        return new RunRecord(
                run.manifest(),
                run.samples(),
                run.outcomes(),
                run.scripts(),
                List.of(
                        highest("h2", List.of(900.0, 1000.0, 1100.0), ""),
                        highest("derby", List.of(), "none meets it")),
                QueryRecord.NONE,
                TimeLines.NONE,
                ClientRecord.NONE);
    }

    private static HighestRate highest(String target, List<Double> rounds, String problem) {
        return new HighestRate(target, "select", Map.of(), "p99<20ms", 1500, rounds, problem, List.of());
    }

    /** Returns a run of two targets at a rate, one of which has a backlog. */
    private static RunRecord run(double backlog) {
        return atRates(timed(), cell -> Map.of(Latencies.BACKLOG, new Sample.Metric(cell == 2 ? backlog : 0, "%")));
    }

    private static RunRecord timed() {
        return new DemoRun(6)
                .target("h2", "")
                .target("derby", "")
                .cell(new PlannedCell(1, "h2", "select", "", Map.of("rate", "100")), Level.timed(2, 0.02))
                .cell(new PlannedCell(2, "derby", "select", "", Map.of("rate", "100")), Level.timed(3, 0.02))
                .build();
    }

    /** @param metrics of the samples of a cell */
    private static RunRecord atRates(RunRecord timed, IntFunction<Map<String, Sample.Metric>> metrics) {
        return atRates(timed, metrics, sample -> 9);
    }

    /** @param slowestMillis of the payments of a sample */
    private static RunRecord atRates(
            RunRecord timed, IntFunction<Map<String, Sample.Metric>> metrics, ToIntFunction<Sample> slowestMillis) {
        return atRates(timed, metrics, slowestMillis, times -> times);
    }

    /** @param times changes those of all operations of a sample */
    private static RunRecord atRates(
            RunRecord timed,
            IntFunction<Map<String, Sample.Metric>> metrics,
            ToIntFunction<Sample> slowestMillis,
            UnaryOperator<String> times) {
        List<Sample> samples = timed.samples().stream()
                .map(sample -> new Sample(
                        sample.round(),
                        sample.cell(),
                        sample.warmup(),
                        sample.iteration(),
                        sample.start(),
                        sample.end(),
                        "thrpt",
                        100,
                        "ops/s",
                        sample.operations(),
                        metrics.apply(sample.cell()),
                        times.apply(sample.histogram()),
                        0,
                        kinds(slowestMillis.applyAsInt(sample))))
                .toList();
        return SamplesInMemory.record(timed.manifest(), samples, timed.outcomes());
    }

    private static Map<String, String> kinds(int slowestMillis) {
        Histogram order = LatencyHistogram.empty();
        order.recordValueWithCount(1_000_000, 600);
        Histogram pay = LatencyHistogram.empty();
        pay.recordValueWithCount(9_000_000, 399);
        pay.recordValue(slowestMillis * 1_000_000L);
        return new TreeMap<>(Map.of("order", LatencyHistogram.encode(order), "pay", LatencyHistogram.encode(pay)));
    }
}
