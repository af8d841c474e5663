package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.stats.Interval;

/**
 * What the time of one operation was spent on, for the columns of a line.
 *
 * @param line whose score is the whole
 * @param names metrics that are phases, in their order
 * @param parts by column
 */
public record Phases(Case line, List<String> names, List<Parts> parts) {

    /**
     * One column. Where a phase has a value in a round, so has every other phase that the column tells.
     *
     * @param side the column
     * @param whole seconds of one operation, over all its rounds
     * @param phases seconds by metric; empty where it tells none
     * @param other what no phase explains: the rest of each round, its mean over the rounds; less than 0 where phases overlap
     */
    public record Parts(ColumnValue side, Interval whole, Map<String, Interval> phases, Interval other) {}

    /** Of the lines in which some column tells phases of a score in seconds. */
    public static List<Phases> of(ComparisonTable table) {
        List<Phases> all = new ArrayList<>();
        for (Case line : table.lines()) {
            TreeSet<String> names = new TreeSet<>(NamedMetrics.byOrder());
            line.columnValues().forEach(side -> names.addAll(phases(side)));
            if (line.metric().isScore() && !names.isEmpty()) {
                all.add(new Phases(
                        line,
                        List.copyOf(names),
                        line.columnValues().stream().map(Phases::parts).toList()));
            }
        }
        return all;
    }

    /** Metrics that are phases, where the score is in seconds. */
    private static List<String> phases(ColumnValue side) {
        CellValues cellValues = side.cell().values();
        return NamedMetrics.seconds(cellValues).isEmpty()
                ? List.of()
                : cellValues.named().keySet().stream()
                        .filter(name -> name.startsWith(NamedMetrics.PHASE))
                        .toList();
    }

    private static Parts parts(ColumnValue side) {
        CellValues cellValues = side.cell().values();
        Map<Integer, Double> seconds = NamedMetrics.seconds(cellValues);
        Map<Integer, Double> rest = new TreeMap<>(seconds);
        Map<String, Interval> phases = new LinkedHashMap<>();
        List<String> names = phases(side);
        names.forEach(name -> rest.keySet().retainAll(cellValues.named(name).keySet()));
        for (String name : names) {
            Map<Integer, Double> phase = new TreeMap<>(cellValues.named(name));
            phase.keySet().retainAll(rest.keySet());
            phases.put(name, Means.mean(phase));
            rest.replaceAll((round, left) -> left - phase.get(round));
        }
        return new Parts(side, Means.mean(seconds), phases, Means.mean(rest));
    }
}
