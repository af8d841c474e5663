package org.rowmark.report.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Interval;

/**
 * The time in which a restore built indexes, found in two ways: as the restore reports it, and as the time that the
 * same restore saves by leaving them inactive, which is all that is known of methods without phases. Covers rounds in
 * which both restores, and the phase where it is reported at all, were measured; means and 95 % intervals over these
 * rounds, in seconds.
 *
 * @param keys of both cells, without that of the indexes
 * @param told the phase; without a round where it is not reported
 * @param difference full less without indexes, within each round
 * @param disagreement the difference less the phase, within each round; without a round where no phase is reported
 */
public record IndexBuild(Map<String, String> keys, Interval told, Interval difference, Interval disagreement) {
    /** The parameter in which the two restores differ. */
    private static final String KEY = "indexes";

    private static final String ACTIVE = "active";
    private static final String INACTIVE = "inactive";

    private static final TableCell NOT_REPORTED = TableCell.of(CounterText.NOT_REPORTED);
    private static final TableCell NONE = TableCell.of(Numbers.NONE);

    private static final List<Column<IndexBuild>> COLUMNS = List.of(
            new Column<>("reported (s)", build -> build.isReported() ? TableCell.of(build.told) : NOT_REPORTED),
            new Column<>("full − without (s)", build -> TableCell.difference(build.difference)),
            new Column<>("disagreement (s)", build -> TableCell.difference(build.disagreement)),
            new Column<>("disagreement", build -> build.isReported() ? percent(build.relative()) : NONE),
            new Column<>("rounds", build -> TableCell.of(String.valueOf(build.difference.n()))));

    /** Returns one for each pair of cells that differ only in their indexes, in the order of the plan. */
    public static List<IndexBuild> of(List<Cell> cells) {
        Map<Map<String, String>, Cell> inactive = cells.stream()
                .filter(cell -> INACTIVE.equals(cell.keys().get(KEY)))
                .collect(Collectors.toMap(IndexBuild::others, Function.identity(), (first, last) -> last));
        return cells.stream()
                .filter(cell -> ACTIVE.equals(cell.keys().get(KEY)) && inactive.containsKey(others(cell)))
                .map(cell -> of(cell, inactive.get(others(cell))))
                .filter(build -> build.difference.n() > 0)
                .toList();
    }

    private static IndexBuild of(Cell full, Cell without) {
        Map<Integer, Double> reported = full.values().named(NamedMetrics.INDEXES);
        Map<Integer, Double> difference = Means.joined(
                NamedMetrics.seconds(full.values()), NamedMetrics.seconds(without.values()), (a, b) -> a - b);
        Map<Integer, Double> compared = Means.joined(difference, reported, (both, phase) -> both);
        return new IndexBuild(
                others(full),
                Means.mean(Means.joined(reported, difference, (phase, both) -> phase)),
                Means.mean(reported.isEmpty() ? difference : compared),
                Means.mean(Means.joined(difference, reported, (both, phase) -> both - phase)));
    }

    boolean isReported() {
        return told.n() > 0;
    }

    /** Returns the disagreement as a part of the mean phase, 0.1 for 10 %. */
    Interval relative() {
        double by = told.mean();
        return new Interval(
                disagreement.mean() / by, disagreement.low() / by, disagreement.high() / by, disagreement.n());
    }

    static Section section(Results results) {
        List<IndexBuild> builds = of(results.cells());
        KeyColumns keys =
                results.keyColumns(builds.stream().map(IndexBuild::keys).toList(), KEY);
        return new Section(
                        "Index build: reported by the restore, and full minus without indexes",
                        "Means over rounds with 95 % intervals; differences are taken within each round. The"
                                + " disagreement is the difference less what was reported, in percent of that: where"
                                + " it is not 0, leaving the indexes out saved more than their phase, or less.",
                        List.of(keys.table(builds, IndexBuild::keys, COLUMNS)))
                .withData("indexBuilds", builds);
    }

    private static TableCell percent(Interval part) {
        return TableCell.of(
                Numbers.change(part.mean()),
                part.isKnown() ? Numbers.change(part.low()) + " to " + Numbers.change(part.high()) : "");
    }

    private static Map<String, String> others(Cell cell) {
        Map<String, String> others = new LinkedHashMap<>(cell.keys());
        others.remove(KEY);
        return others;
    }
}
