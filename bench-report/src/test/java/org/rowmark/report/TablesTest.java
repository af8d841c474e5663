package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun.Level;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.stats.Verdict.Word;

class TablesTest {
    private static final double MARGIN = 0.03;

    @Test
    void there_is_one_table_per_workload_and_parameters_and_one_row_per_target() {
        List<ComparisonTable> tables = Tables.of(Demos.complete(), MARGIN);
        assertThat(tables)
                .extracting(ComparisonTable::title)
                .containsExactly(
                        "insert-batch batchSize=100 rewrite=off",
                        "select-by-key",
                        "blob-read size=1048576",
                        "full-text");
        assertThat(tables)
                .allSatisfy(table -> assertThat(table.rows())
                        .extracting(Row::target)
                        .containsExactly("postgresql", "mariadb", "mariadb-huge-pages", "h2"));
    }

    @Test
    void a_round_is_the_mean_of_its_measured_iterations_without_warm_up() {
        RunRecord run = Demos.complete();
        double mean = run.samples().stream()
                .filter(sample -> sample.cell() == 1 && sample.round() == 4 && !sample.warmup())
                .mapToDouble(Sample::score)
                .average()
                .orElseThrow();
        Row row = Tables.of(run, MARGIN).get(0).rows().get(0);
        assertThat(row.replicates().score()).hasSize(10);
        assertThat(row.replicates().score().get(4)).isCloseTo(mean, within(1e-9));
        assertThat(row.score().mean()).isBetween(1700.0, 1900.0);
    }

    @Test
    void less_time_is_better() {
        Row row = Tables.of(Demos.complete(), MARGIN).get(2).rows().get(1);
        Row.Against against = row.against().orElseThrow();
        assertThat(row.score().mean()).isLessThan(3);
        assertThat(against.comparison().ratio()).isGreaterThan(1.2);
        assertThat(against.verdict().word()).isEqualTo(Word.FASTER);
    }

    @Test
    void counters_are_shown_per_second_or_per_piece() {
        List<ComparisonTable> tables = Tables.of(Demos.complete(), MARGIN);
        assertThat(tables.get(0).secondaryUnits()).containsExactly("rows/s");
        Row first = tables.get(0).rows().get(0);
        assertThat(first.secondary("rows/s")).isCloseTo(100 * first.score().mean(), within(1e-6));
        assertThat(tables.get(2).secondaryUnits()).containsExactly("ms/MB");
        assertThat(tables.get(1).secondaryUnits()).isEmpty();
    }

    @Test
    void holm_counts_the_rows_of_the_table() {
        // one row alone would be "size unsure": its interval does not hold 1
        Row row = Tables.of(Demos.complete(), MARGIN).get(3).rows().get(2);
        Row.Against against = row.against().orElseThrow();
        assertThat(against.comparison().low()).isGreaterThan(1);
        assertThat(against.comparison().p()).isBetween(0.025, 0.05);
        assertThat(against.verdict().word()).isEqualTo(Word.UNCLEAR);
    }

    @Test
    void failed_skipped_and_incomplete_cells_stay_with_their_reasons() {
        List<ComparisonTable> tables = Tables.of(Demos.complete(), MARGIN);
        Row incomplete = tables.get(1).rows().get(2);
        assertThat(incomplete.isIncomplete()).isTrue();
        assertThat(incomplete.roundsText()).isEqualTo("8 of 10");
        assertThat(incomplete.notes()).containsExactly("failed: the fork outlived its limit of 120 s");
        Row failed = tables.get(2).rows().get(3);
        assertThat(failed.state()).isEqualTo(Row.State.FAILED);
        assertThat(failed.isMeasured()).isFalse();
        assertThat(failed.trouble()).startsWith("failed: verification");
        assertThat(tables.get(3).rows().get(3).trouble()).startsWith("skipped: h2 has no");
    }

    @Test
    void what_a_run_did_not_come_to_is_no_failure() {
        Row row = Tables.of(Demos.running(), MARGIN).get(0).rows().get(2);
        assertThat(row.state()).isEqualTo(Row.State.UNFINISHED);
        assertThat(row.trouble()).isEqualTo("not finished yet");
        assertThat(Tables.of(Demos.interrupted(), MARGIN).get(0).rows().get(1).trouble())
                .isEqualTo("the run ended early");
    }

    @Test
    void iterations_of_a_round_that_did_not_end_well_do_not_count() {
        RunRecord run = Demos.interrupted();
        List<CellOutcome> outcomes = new ArrayList<>(run.outcomes());
        CellOutcome last = outcomes.remove(outcomes.size() - 1);
        outcomes.add(new CellOutcome(
                last.round(), last.cell(), Outcome.FAILED, "wrong row count", last.start(), last.end(), 0));
        RunRecord failing = new RunRecord(run.manifest(), run.samples(), outcomes);
        assertThat(Replicates.of(failing, last.cell()).score()).containsOnlyKeys(1);
    }

    @Test
    void iterations_of_a_turn_that_was_cut_off_and_repeated_do_not_count() {
        RunRecord run = Demos.interrupted();
        Instant before = run.outcomes().get(0).start().minusSeconds(60);
        Sample stray = new Sample(1, 1, false, 1, before, before, "thrpt", 1e9, "ops/s", 1, Map.of(), "");
        List<Sample> samples = new ArrayList<>(run.samples());
        samples.add(0, stray);
        RunRecord resumed = new RunRecord(run.manifest(), samples, run.outcomes());
        assertThat(Replicates.of(resumed, 1)).isEqualTo(Replicates.of(run, 1));
    }

    @Test
    void without_a_baseline_there_are_scores_and_no_ratios() {
        PlannedCell base = new PlannedCell(1, "a", "w", "", Map.of());
        RunRecord run = new DemoRun(5)
                .target("a", "")
                .target("b", "")
                .cell(base, Level.throughput(1, 0), 0)
                .but(Outcome.FAILED, "no such host")
                .cell(new PlannedCell(2, "b", "w", "", Map.of()), Level.throughput(10, 0.1))
                .build();
        ComparisonTable table = Tables.of(run, MARGIN).get(0);
        assertThat(table.hasRatios()).isFalse();
        assertThat(table.rows().get(1).score().mean()).isBetween(8.0, 12.0);
        assertThat(Sentence.of(table, MARGIN))
                .extracting(Sentence::text)
                .containsExactly("b against a, no ratio, nothing to compare it with");
    }
}
