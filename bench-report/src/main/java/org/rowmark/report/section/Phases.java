package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.PhaseBars;
import org.rowmark.stats.Interval;

/**
 * The phases of one operation for the columns of a line.
 *
 * @param line whose score is the whole
 * @param names metrics that are phases, in their order
 * @param parts by column
 */
public record Phases(Case line, List<String> names, List<Parts> parts) {

    /**
     * The phases of one column. Where a phase has a value in a round, so has every other phase of the column.
     *
     * @param side the column
     * @param whole seconds of one operation, over all its rounds
     * @param phases seconds by metric; empty where none is reported
     * @param other the time that no phase explains: the rest of each round, its mean over the rounds; less than 0 where
     *     phases overlap
     */
    public record Parts(ColumnValue side, Interval whole, Map<String, Interval> phases, Interval other) {
        private Interval phase(String name) {
            return phases.getOrDefault(name, Means.mean(Map.of()));
        }
    }

    /** Returns the phases of the lines in which some column has phases of a score in seconds. */
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

    /** Returns the metrics that are phases, where the score is in seconds. */
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

    static Section section(Results results) {
        List<Phases> all = of(results.table());
        List<String> styles = longestFirst(all);
        return Section.ofFigures(
                        "Phases",
                        "What the time of one operation was spent on: mean seconds of each phase over rounds, hatched"
                                + " what no phase explains, and the 95 % interval of the whole.",
                        all,
                        phases -> phases.figure(styles, results.table().columnKey()))
                .withData(
                        "phases",
                        all.stream()
                                .flatMap(phases ->
                                        phases.data(results.table().lines().indexOf(phases.line())))
                                .toList());
    }

    /** Orders the names by length of the phase: the first colours are the easiest to distinguish. */
    private static List<String> longestFirst(List<Phases> all) {
        Map<String, Double> seconds = new TreeMap<>();
        all.stream()
                .flatMap(phases -> phases.parts().stream())
                .forEach(
                        part -> part.phases().forEach((name, phase) -> seconds.merge(name, phase.mean(), Double::sum)));
        return seconds.keySet().stream()
                .sorted(Comparator.comparing(seconds::get, Comparator.reverseOrder()))
                .toList();
    }

    private Stream<Map<String, Object>> data(int lineIndex) {
        return parts.stream().filter(part -> part.whole().n() > 0).map(part -> {
            Map<String, Interval> phases = new LinkedHashMap<>();
            part.phases().forEach((name, phase) -> phases.put(NamedMetrics.phase(name), phase));
            Map<String, Object> data = new LinkedHashMap<>();
            data.put("line", lineIndex);
            data.put("column", part.side().column());
            data.put("whole", part.whole());
            data.put("phases", phases);
            data.put("other", phases.isEmpty() ? null : part.other());
            return data;
        });
    }

    private Figure figure(List<String> styles, String columnKey) {
        List<PhaseBars.Phase> stacked = names.stream()
                .map(name -> new PhaseBars.Phase(NamedMetrics.phase(name), styles.indexOf(name)))
                .toList();
        List<PhaseBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Parts part : parts) {
            Interval whole = part.whole();
            List<Double> seconds =
                    names.stream().map(name -> part.phase(name).mean()).toList();
            String text = whole.n() == 0 ? part.side().cell().problem() : Numbers.score(whole.mean()) + " s";
            bars.add(new PhaseBars.Row(
                    part.side().column(), seconds, part.other().mean(), whole, text));
            rows.add(row(part));
        }
        List<String> header = new ArrayList<>(List.of(columnKey));
        names.forEach(name -> header.add(NamedMetrics.phase(name) + " (s)"));
        header.addAll(List.of("other (s)", "whole (s)"));
        PhaseBars plot = new PhaseBars(line.title(), stacked, bars);
        return new Figure(line.title(), plot::plot, DataTable.ofTexts(header, 1, rows));
    }

    private List<String> row(Parts part) {
        List<String> row = new ArrayList<>(List.of(part.side().column()));
        names.forEach(name -> row.add(VerdictLabel.interval(part.phase(name))));
        row.add(part.phases().isEmpty() ? "no phases" : VerdictLabel.difference(part.other()));
        row.add(VerdictLabel.interval(part.whole()));
        return row;
    }
}
