package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Looks;
import org.rowmark.stats.Verdict.Word;

class CaseRatioTest {
    @Test
    void a_clear_difference_of_five_rounds_does_not_depend_on_one_outlier() {
        ColumnValue a = side("a", 100, 101, 99, 100, 140);
        ColumnValue slow = side("b", 50, 50.4, 49.8, 50.2, 50.1);
        CaseRatio half = of(a, slow);
        assertThat(half.outlying()).containsExactly(5);
        assertThat(alone(half).verdict().word()).isEqualTo(Word.SLOWER);
        assertThat(alone(half).dependsOnOutliers()).isFalse();
    }

    @Test
    void a_verdict_that_outliers_decide_is_marked_unless_it_is_unclear_for_want_of_rounds() {
        double[] a = {100, 101, 99, 100.5, 99.5, 100.2, 99.8, 100};
        CaseRatio stalled = ofTable(a, 110, 111, 109, 110.4, 40, 110.1, 109.9, 110);
        CaseRatio steady = ofTable(a, 110, 111, 109, 110.4, 109.6, 110.1, 109.9, 110);
        CaseRatio few = ofTable(Arrays.copyOfRange(a, 0, 5), 110, 111, 109, 110.4, 40);
        assertThat(stalled.verdict().word()).isEqualTo(Word.UNCLEAR);
        assertThat(stalled.outlying()).containsExactly(5);
        assertThat(stalled.dependsOnOutliers()).isTrue();
        assertThat(steady.verdict().word()).isEqualTo(Word.FASTER);
        assertThat(steady.dependsOnOutliers()).isFalse();
        assertThat(few.verdict().word()).isEqualTo(Word.UNCLEAR);
        assertThat(few.outlying()).containsExactly(5);
        assertThat(few.dependsOnOutliers()).isFalse();
    }

    @Test
    void a_row_of_a_run_that_ended_by_its_results_has_the_interval_of_its_last_look() {
        double[] a = {100, 104, 97, 101, 99, 103, 98, 100, 102, 96, 100, 100};
        double[] b = {110, 107, 111, 104, 109, 112, 105, 108, 110, 106, 500, 500};
        CaseRatio fixed = of(side("a", Arrays.copyOf(a, 10)), side("b", Arrays.copyOf(b, 10)));
        CaseRatio atLook = of(atLooks(side("a", a)), atLooks(side("b", b)));

        assertThat(atLook.logRatios()).isEqualTo(fixed.logRatios());
        assertThat(atLook.comparison().design().looks()).isPresent();
        assertThat(atLook.comparison().ratio()).isEqualTo(fixed.comparison().ratio());
        assertThat(atLook.comparison().halfWidth())
                .isGreaterThan(1.35 * fixed.comparison().halfWidth());
        assertThat(atLook.comparison().p()).isGreaterThan(fixed.comparison().p());
    }

    @Test
    void an_unclear_row_names_the_rounds_that_would_settle_it_and_their_time() {
        CaseRatio row = of(atLooks(side("a", 100, 104, 97, 101, 99)), atLooks(side("b", 103, 106, 103, 103, 106)));
        CaseRatio unclear = alone(row);

        assertThat(unclear.verdict().moreRounds()).hasValue(2);
        assertThat(unclear.label().text()).isEqualTo("? unclear, about 2 more rounds, 2 min 0 s");
    }

    private static ColumnValue atLooks(ColumnValue side) {
        Cell cell = new Cell(
                Map.of(),
                "",
                "",
                false,
                Cell.State.OK,
                "",
                side.values().size(),
                Optional.of(Looks.ALL),
                Duration.ofSeconds(30),
                side.cell().values());
        return new ColumnValue(side.column(), cell, side.values());
    }

    /** Returns the only row of a table. */
    private static CaseRatio ofTable(double[] a, double... b) {
        return alone(of(side("a", a), side("b", b)));
    }

    private static CaseRatio of(ColumnValue a, ColumnValue b) {
        Metric metric = new Metric("", "ops/s", Better.HIGHER);
        return CaseRatio.of(new Case(0, new CaseKey("", Map.of()), metric, List.of(a, b)), 0, 1, false, 0.03);
    }

    private static CaseRatio alone(CaseRatio row) {
        return row.adjusted(row.testedP(), 1, 0.03);
    }

    private static ColumnValue side(String name, double... values) {
        Map<Integer, Double> rounds = new TreeMap<>();
        Map<Integer, Instant> starts = new TreeMap<>();
        for (int round = 1; round <= values.length; round++) {
            rounds.put(round, values[round - 1]);
            boolean isFirst = name.equals("a") == (round % 2 == 0);
            starts.put(round, Instant.EPOCH.plusSeconds(100L * round + (isFirst ? 0 : 10)));
        }
        CellValues cellValues = new CellValues("thrpt", "ops/s", rounds, starts, Map.of(), Map.of());
        Cell cell = new Cell(Map.of(), Cell.State.OK, "", values.length, cellValues);
        return new ColumnValue(name, cell, rounds);
    }
}
