package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.report.write.CsvReport;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.TextReport;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;

/** Retries, errors and rollbacks. */
class AttemptsTest {
    private static final Percentage ROUNDED = Percentage.withPercentage(0.5);

    /** Of a thousand operations. */
    private static final Map<String, Sample.Metric> COUNTS = Map.of(
            "retries", new Sample.Metric(250, "#"),
            "errors.40001", new Sample.Metric(200, "#"),
            "errors.40P01", new Sample.Metric(50, "#"),
            "rollbacks", new Sample.Metric(10, "#"),
            "committed.pay", new Sample.Metric(990, "#"));

    @Test
    void attempts_are_more_than_the_throughput_by_the_retries_and_goodput_is_less_by_the_rollbacks() {
        View view = view();
        double throughput =
                view.table().lines().get(0).columnValues().get(0).score().mean();
        assertThat(number(Shown.metric(view, "attempts, with retries").get(0))).isCloseTo(1.25 * throughput, ROUNDED);
        assertThat(number(Shown.metric(view, "goodput, without rollbacks").get(0)))
                .isCloseTo(0.99 * throughput, ROUNDED);
        assertThat(Shown.metric(view, "errors.40001/op").get(0).text()).isEqualTo("0.200");
        assertThat(Shown.metric(view, "retries/op").get(1).text()).isEqualTo("–");
    }

    @Test
    void orders_and_transactions_per_minute_and_statements_per_second_stand_beside_the_score() {
        Level level = Level.throughput(1000, 0.01)
                .with(Map.of(
                        "committed.new-order",
                        new Sample.Metric(450, "#"),
                        "committed.payment",
                        new Sample.Metric(430, "#"),
                        "statements",
                        new Sample.Metric(18_000, "#")));
        DemoRun run = new DemoRun(6);
        for (int i = 1; i <= 2; i++) {
            run.target("db" + i, "").cell(cell(i, "db" + i, "mix"), level);
        }
        View orders = Demos.view(run.build(), ReportOptions.NONE);

        ColumnValue side = orders.table().lines().get(0).columnValues().get(0);

        assertThat(side.cell().values().besideScore()).containsOnlyKeys("NOPM", "TPM", "QPS");
        assertThat(mean(side, "NOPM")).isCloseTo(0.45 * 60 * side.score().mean(), ROUNDED);
        assertThat(mean(side, "TPM")).isCloseTo(0.88 * 60 * side.score().mean(), ROUNDED);
        assertThat(mean(side, "QPS")).isCloseTo(18 * side.score().mean(), ROUNDED);
        ReportModel all = Demos.model(orders);
        assertThat(List.of(TextReport.of(all), MarkdownReport.of(all), CsvReport.of(all, Integer.MAX_VALUE)))
                .allSatisfy(text -> assertThat(text)
                        .contains(side.besideScore(Metric.score(side.cell().values()))))
                .allSatisfy(text -> assertThat(text).containsPattern("\\d+ NOPM.*\\d+ TPM.*\\d+ QPS"));
    }

    private static View view() {
        return Demos.view(
                new DemoRun(6)
                        .target("h2", "")
                        .target("derby", "")
                        .cell(cell(1, "h2", "mix"), Level.throughput(1000, 0.01).with(COUNTS))
                        .cell(cell(2, "derby", "mix"), Level.throughput(1000, 0.01))
                        .cell(cell(3, "h2", "ping"), Level.throughput(9000, 0.01))
                        .cell(cell(4, "derby", "ping"), Level.throughput(9000, 0.01))
                        .build(),
                ReportOptions.NONE);
    }

    private static PlannedCell cell(int number, String target, String workload) {
        return new PlannedCell(number, target, workload, "one " + workload, Map.of());
    }

    private static double mean(ColumnValue side, String unit) {
        return Means.mean(side.cell().values().besideScore().get(unit)).mean();
    }

    private static double number(TableCell cell) {
        return Double.parseDouble(cell.text().replace(",", "").replace(" ops/s", ""));
    }
}
