package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.KeyColumns.Column;
import org.rowmark.stats.Interval;

/**
 * How long a restore built indexes, found in two ways: as it tells it itself, and by what the same restore takes less when
 * it leaves them inactive. The second is all that a way without phases can say. Of rounds in which both restores, and the
 * phase where it is told at all, were measured; means and 95 % intervals over these rounds, in seconds.
 *
 * @param keys of both cells, without that of the indexes
 * @param told the phase; without a round where it is not told
 * @param difference full less without indexes, within each round
 * @param disagreement the difference less what was told, within each round; without a round where nothing was told
 */
public record IndexBuild(Map<String, String> keys, Interval told, Interval difference, Interval disagreement) {
    /** The parameter that tells the two restores apart. */
    private static final String KEY = "indexes";

    private static final String ACTIVE = "active";
    private static final String INACTIVE = "inactive";

    /** One for each pair of cells that differ in nothing but their indexes, in the order of the plan. */
    public static List<IndexBuild> of(List<Cell> cells) {
        Map<Map<String, String>, Cell> inactive = new HashMap<>();
        cells.stream().filter(cell -> is(cell, INACTIVE)).forEach(cell -> inactive.put(others(cell), cell));
        List<IndexBuild> builds = new ArrayList<>();
        for (Cell cell : cells) {
            Cell without = inactive.get(others(cell));
            if (is(cell, ACTIVE) && without != null) {
                IndexBuild build = of(cell, without);
                if (build.difference().n() > 0) {
                    builds.add(build);
                }
            }
        }
        return builds;
    }

    private static IndexBuild of(Cell full, Cell without) {
        Map<Integer, Double> told = full.values().named(NamedMetrics.INDEXES);
        Map<Integer, Double> difference = within(
                NamedMetrics.seconds(full.values()),
                NamedMetrics.seconds(without.values()),
                (ofFull, ofOther) -> ofFull - ofOther);
        if (told.isEmpty()) {
            return new IndexBuild(others(full), Means.mean(Map.of()), Means.mean(difference), Means.mean(Map.of()));
        }
        Map<Integer, Double> common = within(difference, told, (ofBoth, ofPhase) -> ofBoth);
        return new IndexBuild(
                others(full),
                Means.mean(within(told, difference, (ofPhase, ofBoth) -> ofPhase)),
                Means.mean(common),
                Means.mean(within(common, told, (ofBoth, ofPhase) -> ofBoth - ofPhase)));
    }

    boolean isReported() {
        return told.n() > 0;
    }

    /** The disagreement as a part of what was told on average, 0.1 for 10 %; without a round where nothing was told. */
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
                        "Means over rounds with 95 % intervals; differences are taken within each round. The disagreement is"
                                + " the difference less what was reported, in percent of that: where it is not 0, leaving"
                                + " the indexes out saved more than their phase, or less.",
                        List.of(keys.table(
                                builds,
                                IndexBuild::keys,
                                List.of(
                                        new Column<>(
                                                "reported (s)",
                                                build -> build.reported(TableCell.of(build.told), "not reported")),
                                        new Column<>(
                                                "full − without (s)", build -> TableCell.difference(build.difference)),
                                        new Column<>(
                                                "disagreement (s)",
                                                build -> build.reported(
                                                        TableCell.difference(build.disagreement), Numbers.NONE)),
                                        new Column<>(
                                                "disagreement",
                                                build -> build.reported(percent(build.relative()), Numbers.NONE)),
                                        new Column<>(
                                                "rounds",
                                                build -> TableCell.of(String.valueOf(build.difference.n())))))))
                .withData("indexBuilds", builds);
    }

    private TableCell reported(TableCell cell, String otherwise) {
        return isReported() ? cell : TableCell.of(otherwise);
    }

    private static TableCell percent(Interval part) {
        return TableCell.of(
                Numbers.change(part.mean()),
                part.isKnown() ? Numbers.change(part.low()) + " to " + Numbers.change(part.high()) : "");
    }

    private static boolean is(Cell cell, String indexes) {
        return indexes.equals(cell.keys().get(KEY));
    }

    private static Map<String, String> others(Cell cell) {
        Map<String, String> others = new LinkedHashMap<>(cell.keys());
        others.remove(KEY);
        return others;
    }

    /** Of the rounds that both have. */
    private static Map<Integer, Double> within(
            Map<Integer, Double> one, Map<Integer, Double> other, BinaryOperator<Double> of) {
        Map<Integer, Double> within = new TreeMap<>();
        one.forEach((round, value) -> {
            if (other.containsKey(round)) {
                within.put(round, of.apply(value, other.get(round)));
            }
        });
        return within;
    }
}
