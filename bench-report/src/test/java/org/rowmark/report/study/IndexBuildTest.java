package org.rowmark.report.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.study.RestoreTables.IndexBuild;
import org.rowmark.stats.Interval;

class IndexBuildTest {
    private static final Map<Integer, Double> FULL = Map.of(1, 10.0, 2, 11.0, 3, 12.0, 4, 50.0);
    private static final Map<Integer, Double> WITHOUT = Map.of(1, 7.0, 2, 8.0, 3, 9.5, 5, 1.0);

    @Test
    void the_difference_is_taken_within_each_round_that_both_have() {
        IndexBuild build = build(cell("active", FULL, Map.of()), cell("inactive", WITHOUT, Map.of()));
        assertThat(build.reported().n()).isZero();
        // 3, 3, 2.5: mean 17/6, sd 0.288675, t(0.975, 2) = 4.302653
        assertThat(build.difference().n()).isEqualTo(3);
        assertThat(build.difference().mean()).isCloseTo(17.0 / 6, within(1e-12));
        assertThat(build.difference().low()).isCloseTo(2.116225, within(1e-6));
        assertThat(build.difference().high()).isCloseTo(3.550442, within(1e-6));
    }

    @Test
    void the_reported_phase_is_compared_with_the_difference_of_the_same_round() {
        Map<Integer, Double> reported = Map.of(1, 2.0, 2, 2.5, 4, 9.0);
        IndexBuild build = build(cell("active", FULL, reported), cell("inactive", WITHOUT, Map.of()));
        assertThat(build.reported().mean()).isEqualTo(2.25);
        assertThat(build.difference()).isEqualTo(new Interval(3, 3, 3, 2));
    }

    @Test
    void only_cells_that_differ_in_nothing_else_are_a_pair() {
        Cell other = cell("inactive", WITHOUT, Map.of());
        other = other.with("pageSize", "8192");
        assertThat(IndexBuild.of(List.of(cell("active", FULL, Map.of()), other)))
                .isEmpty();
        assertThat(IndexBuild.of(RestoreDemo.view().results().cells())).hasSize(12);
    }

    private static IndexBuild build(Cell full, Cell without) {
        List<IndexBuild> builds = IndexBuild.of(List.of(without, full));
        assertThat(builds).hasSize(1);
        return builds.get(0);
    }

    private static Cell cell(String indexes, Map<Integer, Double> seconds, Map<Integer, Double> reported) {
        Map<Integer, Double> millis = new TreeMap<>(seconds);
        millis.replaceAll((round, value) -> 1000 * value);
        CellValues cellValues = new CellValues(
                "ss",
                "ms/op",
                millis,
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                Map.of(),
                reported.isEmpty() ? Map.of() : Map.of(NamedMetrics.INDEXES, reported),
                Counters.NONE,
                Map.of());
        Map<String, String> keys = Map.of("way", "gbak", "indexes", indexes);
        return new Cell(keys, Cell.State.OK, "", 3, cellValues);
    }
}
