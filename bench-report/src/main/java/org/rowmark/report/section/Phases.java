package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.BarPlot;
import org.rowmark.stats.Interval;

/** The phases of one operation for the columns of a line. */
public record Phases(Case line, List<String> names, List<Parts> parts) {
    /** The share of a whole that sums of its parts are wrong by because numbers are rounded. */
    private static final double ROUNDING = 1e-12;

    private static final Interval NONE = Means.mean(Map.of());

    /**
     * The phases of one column. Where a phase has a value in a round, so has every other phase of the column.
     *
     * @param whole seconds of one operation, over all its rounds
     * @param phases seconds by name; empty where none is reported
     * @param other the time that no phase explains: the rest of each round, its mean over the rounds; less than 0 where
     *     phases overlap; without a round where none is reported
     */
    public record Parts(
            int line,
            String column,
            Interval whole,
            Map<String, Interval> phases,
            Interval other,
            @JsonIgnore String problem) {

        private static Parts of(int line, ColumnValue side) {
            CellValues values = side.cell().values();
            Map<Integer, Double> seconds = NamedMetrics.seconds(values);
            Map<Integer, Double> rest = seconds;
            for (String metric : metrics(side)) {
                rest = Means.joined(rest, values.named(metric), (left, phase) -> left - phase);
            }
            rest = Means.joined(rest, seconds, (left, whole) -> Math.abs(left) < ROUNDING * whole ? 0 : left);
            Map<String, Interval> phases = new LinkedHashMap<>();
            for (String metric : metrics(side)) {
                Map<Integer, Double> phase = Means.joined(values.named(metric), rest, (value, left) -> value);
                phases.put(NamedMetrics.phase(metric), Means.mean(phase));
            }
            Interval other = phases.isEmpty() ? NONE : Means.mean(rest);
            String problem = side.cell().problem();
            return new Parts(line, side.column(), Means.mean(seconds), phases, other, problem);
        }

        public BarPlot.Row bar(List<String> names) {
            List<Interval> seconds =
                    names.stream().map(name -> phases.getOrDefault(name, NONE)).toList();
            String text = whole.n() == 0 ? problem : Numbers.score(whole.mean()) + " s";
            return new BarPlot.Row(column, seconds, phases.isEmpty() ? whole : other, whole, text);
        }
    }

    /** Returns the phases of the lines in which some column has phases of a score in seconds. */
    public static List<Phases> of(ComparisonTable table) {
        List<Phases> all = new ArrayList<>();
        IdentityHashMap<Case, Integer> places = table.places();
        for (Case line : table.scores()) {
            List<ColumnValue> sides = line.columnValues();
            List<String> names = sides.stream()
                    .flatMap(side -> metrics(side).stream())
                    .distinct()
                    .sorted(NamedMetrics.byOrder())
                    .map(NamedMetrics::phase)
                    .toList();
            if (!names.isEmpty()) {
                int place = places.get(line);
                all.add(new Phases(
                        line,
                        names,
                        sides.stream().map(side -> Parts.of(place, side)).toList()));
            }
        }
        return all;
    }

    /** Returns the metrics that are phases, where the score is in seconds. */
    private static List<String> metrics(ColumnValue side) {
        CellValues values = side.cell().values();
        return values.named().keySet().stream()
                .filter(name -> name.startsWith(NamedMetrics.PHASE)
                        && !NamedMetrics.seconds(values).isEmpty())
                .toList();
    }

    public static Section section(Results results) {
        List<Phases> all = of(results.table());
        List<Parts> parts =
                all.stream().flatMap(phases -> phases.parts().stream()).toList();
        List<String> styles = longestFirst(parts);
        return Section.ofFigures(
                        "Phases",
                        "What the time of one operation was spent on: mean seconds of each phase over rounds, hatched"
                                + " what no phase explains, and the 95 % interval of the whole.",
                        all,
                        phases -> phases.figure(styles, results.table().columnKey()))
                .withData(
                        "phases",
                        parts.stream().filter(part -> part.whole().n() > 0).toList());
    }

    /** Orders the names by length of the phase: the first colours are the easiest to distinguish. */
    private static List<String> longestFirst(List<Parts> all) {
        Map<String, Double> seconds = new TreeMap<>();
        all.forEach(part -> part.phases().forEach((name, phase) -> seconds.merge(name, phase.mean(), Double::sum)));
        return seconds.keySet().stream()
                .sorted(Comparator.comparing(seconds::get, Comparator.reverseOrder()))
                .toList();
    }

    private Figure figure(List<String> styles, String columnKey) {
        List<BarPlot.Part> stacked = names.stream()
                .map(name -> new BarPlot.Part(name, styles.indexOf(name)))
                .toList();
        List<BarPlot.Row> bars = parts.stream().map(part -> part.bar(names)).toList();
        BarPlot plot = new BarPlot(line.title(), "seconds", "other", stacked, bars);
        return Figure.of(plot, columnKey, "s");
    }
}
