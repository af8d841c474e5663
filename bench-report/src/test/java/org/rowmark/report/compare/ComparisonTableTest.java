package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.View;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.stats.Verdict.Word;
import org.rowmark.util.UsageException;

class ComparisonTableTest {
    private final ComparisonTable complete = table(Demos.complete());

    @Test
    void there_is_a_line_per_workload_and_parameters_and_a_column_per_target() {
        assertThat(complete.lines())
                .extracting(Case::title)
                .containsExactly(
                        "insert-batch batchSize=100 rewrite=off",
                        "select-by-key",
                        "blob-read size=1048576",
                        "full-text");
        assertThat(complete.columns()).containsExactly("postgresql", "mariadb", "mariadb-huge-pages", "h2");
        assertThat(complete.rows()).hasSize(12);
    }

    @Test
    void a_round_is_the_mean_of_its_measured_iterations_without_warm_up() {
        RunRecord run = Demos.complete();
        double mean = run.samples().stream()
                .filter(sample -> sample.cell() == 1 && sample.round() == 4 && !sample.warmup())
                .mapToDouble(Sample::score)
                .average()
                .orElseThrow();
        ColumnValue side = complete.lines().get(0).columnValues().get(0);
        assertThat(side.values()).hasSize(10);
        assertThat(side.values().get(4)).isCloseTo(mean, within(1e-9));
        assertThat(side.score().mean()).isBetween(1700.0, 1900.0);
    }

    @Test
    void less_time_is_better() {
        CaseRatio row = row(complete, 2, 1);
        assertThat(row.b().score().mean()).isLessThan(3);
        assertThat(row.comparison().ratio()).isGreaterThan(1.2);
        assertThat(row.verdict().word()).isEqualTo(Word.FASTER);
    }

    @Test
    void counters_are_shown_per_second_or_per_piece() {
        Case first = complete.lines().get(0);
        ColumnValue side = first.columnValues().get(0);
        assertThat(mean(side, "rows/s")).isCloseTo(100 * side.score().mean(), within(1e-6));
        assertThat(mean(complete.lines().get(2).columnValues().get(0), "ms/MB")).isFinite();
    }

    @Test
    void holm_counts_the_rows_of_the_table() {
        // one row alone would be "size unsure": its interval does not hold 1
        CaseRatio result = row(complete, 3, 2);
        assertThat(result.comparison().low()).isGreaterThan(1);
        assertThat(result.comparison().p()).isBetween(0.025, 0.05);
        assertThat(result.verdict().word()).isEqualTo(Word.UNCLEAR);
    }

    @Test
    void failed_skipped_and_incomplete_cells_stay_with_their_reasons() {
        CaseRatio incomplete = row(complete, 1, 2);
        assertThat(incomplete.b().cell().isIncomplete()).isTrue();
        assertThat(incomplete.roundsText()).isEqualTo("8 of 10");
        assertThat(incomplete.notes()).contains("failed: the fork outlived its limit of 120 s");
        CaseRatio failed = row(complete, 2, 3);
        assertThat(failed.b().cell().state()).isEqualTo(Cell.State.FAILED);
        assertThat(failed.b().isMeasured()).isFalse();
        assertThat(failed.problem()).startsWith("failed: verification");
        assertThat(row(complete, 3, 3).problem()).startsWith("skipped: h2 has no");
    }

    @Test
    void what_a_run_did_not_come_to_is_no_failure() {
        CaseRatio row = row(table(Demos.running()), 0, 2);
        assertThat(row.b().cell().state()).isEqualTo(Cell.State.UNFINISHED);
        assertThat(row.problem()).isEqualTo("not finished yet");
        assertThat(row(table(Demos.interrupted()), 0, 1).b().cell().problem()).isEqualTo("the run ended early");
    }

    @Test
    void iterations_of_a_round_that_did_not_end_well_do_not_count() {
        RunRecord run = Demos.interrupted();
        List<CellOutcome> outcomes = new ArrayList<>(run.outcomes());
        CellOutcome last = outcomes.remove(outcomes.size() - 1);
        outcomes.add(new CellOutcome(
                last.round(), last.cell(), Outcome.FAILED, "wrong row count", last.start(), last.end(), 0));
        RunRecord failing = new RunRecord(run.manifest(), run.samples(), outcomes, run.scripts());
        assertThat(RunCells.of(failing).get(1).values().score()).containsOnlyKeys(1);
    }

    @Test
    void iterations_of_a_turn_that_was_cut_off_and_repeated_do_not_count() {
        RunRecord run = Demos.interrupted();
        Instant before = run.outcomes().get(0).start().minusSeconds(60);
        Sample stray = new Sample(1, 1, false, 1, before, before, "thrpt", 1e9, "ops/s", 1, Map.of(), "", 0, Map.of());
        List<Sample> samples = new ArrayList<>(run.samples().stream().toList());
        samples.add(0, stray);
        RunRecord resumed = SamplesInMemory.record(run.manifest(), samples, run.outcomes());
        assertThat(RunCells.of(resumed)).isEqualTo(RunCells.of(run));
    }

    @Test
    void what_the_design_left_out_has_no_row_whichever_column_is_the_baseline() {
        RunRecord run = new DemoRun(5)
                .target("a", "")
                .target("b", "")
                .cell(new PlannedCell(1, "a", "w", "", Map.of("rows", "1")), Level.throughput(1, 0.1))
                .cell(new PlannedCell(2, "a", "w", "", Map.of("rows", "2")), Level.throughput(2, 0.1))
                .cell(new PlannedCell(3, "b", "w", "", Map.of("rows", "1")), Level.throughput(3, 0.1))
                .build();

        ComparisonTable table = table(run);

        assertThat(table.lines()).hasSize(2);
        assertThat(table.rows())
                .singleElement()
                .satisfies(row -> assertThat(row.isCompared()).isTrue());
        assertThat(table.against(1).rows()).hasSize(1);
    }

    @Test
    void a_mean_over_lines_is_of_those_that_the_design_has_for_the_column() {
        DemoRun run = new DemoRun(5);
        List<String> targets = List.of("a", "a@link", "b", "b@link");
        targets.forEach(target -> run.target(target, ""));
        int number = 0;
        for (String workload : List.of("linked", "loop", "cursor", "rows")) {
            for (String target : targets) {
                if (workload.equals("linked") || !target.contains("@")) {
                    PlannedCell cell = new PlannedCell(++number, target, workload, "", Map.of());
                    boolean isSkipped = target.equals("b") && workload.equals("cursor");
                    run.cell(cell, Level.throughput(target.startsWith("a") ? 1 : 3, 0.1), isSkipped ? 0 : 5);
                    if (isSkipped) {
                        run.but(Outcome.SKIPPED, "none");
                    }
                }
            }
        }

        ComparisonTable table = table(run.build());

        Map<Integer, GeometricMeanRow> means = GeometricMeanRow.of(table);
        assertThat(means.get(table.columns().indexOf("b")).lines())
                .extracting(Case::title)
                .containsExactly("linked", "loop", "rows");
        assertThat(means.get(table.columns().indexOf("b")).leftOut()).containsExactly("cursor");
        for (String link : List.of("a@link", "b@link")) {
            assertThat(means.get(table.columns().indexOf(link)).lines())
                    .extracting(Case::title)
                    .containsExactly("linked");
            assertThat(means.get(table.columns().indexOf(link)).leftOut()).isEmpty();
        }
    }

    @Test
    void a_mean_over_lines_weighs_workloads_and_not_lines() {
        RunRecord run = new DemoRun(5)
                .target("a", "")
                .target("b", "")
                .cell(new PlannedCell(1, "a", "fetch", "", Map.of("rows", "1")), Level.throughput(10, 0))
                .cell(new PlannedCell(2, "b", "fetch", "", Map.of("rows", "1")), Level.throughput(40, 0))
                .cell(new PlannedCell(3, "a", "fetch", "", Map.of("rows", "2")), Level.throughput(5, 0))
                .cell(new PlannedCell(4, "b", "fetch", "", Map.of("rows", "2")), Level.throughput(20, 0))
                .cell(new PlannedCell(5, "a", "restore", "", Map.of()), Level.time(3, 0))
                .cell(new PlannedCell(6, "b", "restore", "", Map.of()), Level.time(3, 0))
                .build();

        GeometricMeanRow mean = GeometricMeanRow.of(table(run)).get(1);

        assertThat(mean.lines()).extracting(Case::title).containsExactly("fetch rows=1", "fetch rows=2", "restore");
        // the mean of 4 and 1; of the lines' 4, 4 and 1 it would be 2.5
        assertThat(mean.comparison().ratio()).isCloseTo(2, within(0.03));
    }

    @Test
    void without_a_baseline_there_are_scores_and_no_ratios() {
        RunRecord run = new DemoRun(5)
                .target("a", "")
                .target("b", "")
                .cell(new PlannedCell(1, "a", "w", "", Map.of()), Level.throughput(1, 0), 0)
                .but(Outcome.FAILED, "no such host")
                .cell(new PlannedCell(2, "b", "w", "", Map.of()), Level.throughput(10, 0.1))
                .build();
        ComparisonTable table = table(run);
        assertThat(table.rows()).allMatch(row -> !row.isCompared());
        assertThat(table.rows().get(0).b().score().mean()).isBetween(8.0, 12.0);
        assertThat(Answer.of(table).get(0).sentence().text())
                .isEqualTo("b against a, no ratio, no baseline: failed: no such host");
    }

    @Test
    void a_parameter_may_make_the_columns() {
        ReportOptions options =
                new ReportOptions(Optional.empty(), List.of(), Optional.of("fetch"), Optional.of("100"), false);
        ComparisonTable table = Demos.view(Demos.fetchSizes(), options).table();
        assertThat(table.columns()).containsExactly("1", "100", "10000");
        assertThat(table.baselineName()).isEqualTo("100");
        assertThat(table.lines()).extracting(Case::title).containsExactly("cursor target=h2", "cursor target=derby");
        assertThat(table.mixed()).isEmpty();
    }

    @Test
    void cells_without_the_key_of_the_columns_are_left_out_and_counted() {
        ReportOptions options =
                new ReportOptions(Optional.empty(), List.of(), Optional.of("batchSize"), Optional.empty(), false);
        View view = Demos.view(Demos.complete(), options);
        assertThat(view.table().columns()).containsExactly("100");
        assertThat(view.table().lines()).hasSize(4);
        assertThat(view.badges()).extracting(Badge::text).contains("12 cells without batchSize left out");
    }

    @Test
    void a_hidden_key_that_varies_is_named_and_mixed_within_rounds() {
        ReportOptions options = new ReportOptions(
                Optional.empty(), List.of("workload"), Optional.of("target"), Optional.empty(), false);
        ComparisonTable table = Demos.view(Demos.fetchSizes(), options).table();
        assertThat(table.lines()).extracting(Case::title).containsExactly("cursor");
        assertThat(table.mixed()).containsExactly("fetch=1, 100, 10000");
        List<Cell> cells = RunCells.of(Demos.fetchSizes());
        double product = cells.stream()
                .filter(cell -> cell.keys().get("target").equals("h2"))
                .mapToDouble(cell -> cell.values().score().get(1))
                .reduce(1, (one, other) -> one * other);
        assertThat(table.lines().get(0).columnValues().get(0).values().get(1))
                .isCloseTo(Math.cbrt(product), within(1e-6));
    }

    @Test
    void a_key_that_no_cell_has_is_named_with_those_that_there_are() {
        ReportOptions options =
                new ReportOptions(Optional.empty(), List.of(), Optional.of("pagesize"), Optional.empty(), false);
        RunRecord run = Demos.fetchSizes();
        assertThatThrownBy(() -> Demos.view(run, options))
                .isInstanceOf(UsageException.class)
                .hasMessage("--col: no cell has the key 'pagesize'; valid: fetch, target, workload");
    }

    private static ComparisonTable table(RunRecord run) {
        return Demos.view(run, ReportOptions.NONE).table();
    }

    private static double mean(ColumnValue side, String unit) {
        return Means.mean(side.cell().values().besideScore().get(unit)).mean();
    }

    private static CaseRatio row(ComparisonTable table, int line, int column) {
        return table.rows().stream()
                .filter(row -> row.line().index() == line && row.columnIndex() == column)
                .findFirst()
                .orElseThrow();
    }
}
