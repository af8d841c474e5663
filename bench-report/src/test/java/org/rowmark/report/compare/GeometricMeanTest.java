package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.report.compare.ByRound.byRound;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case.CaseKey;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.Case.Metric;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

class GeometricMeanTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final double[] A = {1012.4, 998.7, 1030.1, 1005.5, 987.2, 1021.9, 1010.0, 995.3, 1003.8, 1018.6};
    private static final double[] B = {1101.3, 1120.9, 1093.4, 1133.0, 1088.8, 1127.1, 1099.5, 1140.2, 1105.7, 1096.6};

    /**
     * SciPy 1.17.1: {@code ttest_1samp(g, 0)} with g the mean over rows of {@code np.log(B / A)}, {@code np.log(B[::-1] /
     * A)} and {@code np.log(np.roll(B, 3) / A)}.
     */
    @Test
    void three_rows_equal_scipy() {
        double[] reversed = new double[10];
        double[] rolled = new double[10];
        for (int i = 0; i < 10; i++) {
            reversed[i] = B[9 - i];
            rolled[(i + 3) % 10] = B[i];
        }
        GeometricMeanRow mean = of(Map.of("x", row(B), "y", row(reversed), "z", row(rolled)));
        assertThat(mean.comparison().ratio()).isCloseTo(1.1014037317004073, EXACT);
        assertThat(mean.comparison().low()).isCloseTo(1.0890815584790488, EXACT);
        assertThat(mean.comparison().high()).isCloseTo(1.1138653214344367, EXACT);
        assertThat(mean.comparison().p()).isCloseTo(1.1767561292178318e-08, within(1e-16));
        assertThat(mean.comparison().n()).isEqualTo(10);
    }

    @Test
    void noise_that_the_rows_of_a_round_share_does_not_count_as_many() {
        Map<Integer, Double> row = row(B);
        GeometricMeanRow copies = of(Map.of("x", row, "y", row, "z", row));
        Comparison one = Comparison.ofLogRatios(row);
        assertThat(copies.comparison().low()).isCloseTo(one.low(), EXACT);
        assertThat(copies.comparison().high()).isCloseTo(one.high(), EXACT);
    }

    @Test
    void a_round_counts_if_all_rows_have_it_and_a_row_that_has_few_is_left_out() {
        Map<Integer, Double> nine = new TreeMap<>(row(B));
        nine.remove(4);
        Map<Integer, Double> four = Map.of(1, 0.1, 2, 0.1, 3, 0.1, 5, 0.1);
        GeometricMeanRow mean = of(Map.of("all", row(B), "nine", nine, "four", four, "none", Map.of()));
        assertThat(mean.lines()).extracting(Case::title).containsExactly("all", "nine");
        assertThat(mean.leftOut()).containsExactly("four", "none");
        assertThat(mean.comparison().n()).isEqualTo(9);
    }

    @Test
    void what_one_configuration_lacks_is_left_out_for_all() {
        Map<Integer, GeometricMeanRow> means =
                means(List.of(Map.of("x", row(B), "y", row(A)), Map.of("x", row(B), "y", Map.of())));
        assertThat(means).containsOnlyKeys(1, 2);
        assertThat(means.get(1).comparison()).isEqualTo(means.get(2).comparison());
        assertThat(means.values()).allSatisfy(mean -> assertThat(mean.leftOut()).containsExactly("y"));
    }

    @Test
    void a_workload_weighs_the_same_however_many_rows_it_has() {
        Map<Integer, Double> tenth = Map.of(1, 0.1, 2, 0.1);
        Map<Integer, Double> equal = Map.of(1, 0.0, 2, 0.0);
        Map<String, Map<Integer, Double>> rows = Map.of("fetch 1", tenth, "fetch 10", tenth, "select", equal);

        assertThat(Math.log(of(rows).comparison().ratio())).isCloseTo(0.05, EXACT);
    }

    @Test
    void no_row_that_counts_gives_no_ratio() {
        assertThat(means(List.of(Map.of("x", Map.of())))).isEmpty();
    }

    private static Map<Integer, Double> row(double[] b) {
        return Comparison.logRatios(byRound(A), byRound(b), Better.HIGHER);
    }

    private static GeometricMeanRow of(Map<String, Map<Integer, Double>> rows) {
        return means(List.of(rows)).get(1);
    }

    /**
     * Returns the means of a table.
     *
     * @param columns log ratios of each column by title of the line, which begins with the workload
     */
    private static Map<Integer, GeometricMeanRow> means(List<Map<String, Map<Integer, Double>>> columns) {
        List<String> names = new ArrayList<>(List.of("a"));
        List<CaseRatio> rows = new ArrayList<>();
        for (Map<String, Map<Integer, Double>> column : columns) {
            names.add("b" + names.size());
            new TreeMap<>(column)
                    .forEach((title, logRatios) -> rows.add(ratio(title, columns.indexOf(column) + 1, logRatios)));
        }
        Projection projection = new Projection(List.of(), Cell.TARGET);
        return GeometricMeanRow.of(new ComparisonTable(projection, names, 0, 0.03, List.of(), rows, List.of(), 0));
    }

    private static CaseRatio ratio(String title, int column, Map<Integer, Double> logRatios) {
        String[] words = title.split(" ", -1);
        CaseKey key = new CaseKey(words[0], words.length == 1 ? Map.of() : Map.of("n", words[1]));
        ColumnValue value = ColumnValue.score("", Cell.absent());
        Case line = new Case(0, key, new Metric("", "ops/s", Better.HIGHER), List.of(value, value, value));
        CaseRatio none = CaseRatio.of(line, 0, column, false, 0.03);
        return new CaseRatio(
                line,
                0,
                column,
                false,
                Comparison.ofLogRatios(logRatios),
                logRatios,
                none.control(),
                none.checks(),
                none.outlying(),
                false,
                Double.NaN,
                none.verdict(),
                none.label());
    }
}
