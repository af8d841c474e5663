package org.rowmark.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.rowmark.report.compare.ByRound.byRound;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
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
        assertThat(mean.lines()).containsExactly("all", "nine");
        assertThat(mean.leftOut()).containsExactly("four", "none");
        assertThat(mean.comparison().n()).isEqualTo(9);
    }

    @Test
    void what_one_configuration_lacks_is_left_out_for_all() {
        Map<String, Map<String, Map<Integer, Double>>> configurations = new LinkedHashMap<>();
        configurations.put("p", Map.of("x", row(B), "y", row(A)));
        configurations.put("q", Map.of("x", row(B)));
        Map<String, GeometricMeanRow> means = GeometricMeanRow.ofAll(configurations, row -> "", Optional.empty());
        assertThat(means).containsOnlyKeys("p", "q");
        assertThat(means.get("p")).isEqualTo(means.get("q"));
        assertThat(means.get("p").leftOut()).containsExactly("y");
    }

    @Test
    void a_workload_weighs_the_same_however_many_rows_it_has() {
        Map<Integer, Double> tenth = Map.of(1, 0.1, 2, 0.1);
        Map<Integer, Double> equal = Map.of(1, 0.0, 2, 0.0);
        Map<String, Map<Integer, Double>> rows = Map.of("fetch 1", tenth, "fetch 10", tenth, "select", equal);

        GeometricMeanRow mean = GeometricMeanRow.ofAll(
                        Map.of("b", rows), row -> row.split(" ", -1)[0], Optional.empty())
                .get("b");

        assertThat(Math.log(mean.comparison().ratio())).isCloseTo(0.05, EXACT);
    }

    @Test
    void no_row_that_counts_gives_no_ratio() {
        GeometricMeanRow none = of(Map.of("x", Map.of()));
        assertThat(none.comparison().n()).isZero();
        assertThat(none.comparison().ratio()).isNaN();
    }

    private static Map<Integer, Double> row(double[] b) {
        return Comparison.logRatios(byRound(A), byRound(b), Better.HIGHER);
    }

    private static GeometricMeanRow of(Map<String, Map<Integer, Double>> rows) {
        return GeometricMeanRow.ofAll(Map.of("b", rows), row -> "", Optional.empty())
                .get("b");
    }
}
