package org.rowmark.report.section;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.BarPlot;
import org.rowmark.stats.Interval;

/** The phases of one operation for the columns of a line, as bars; and compared with the baseline's one by one. */
public record Phases(Case line, List<String> names, List<Parts> parts) {
    /** The key of a phase, here and in studies for the published figures that belong to it. */
    static final String KEY = "phase";

    /** The share of a whole that sums of its parts are wrong by because numbers are rounded. */
    private static final double ROUNDING = 1e-12;

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
            for (String metric : metrics(values)) {
                rest = Means.joined(rest, values.named(metric), (left, phase) -> left - phase);
            }
            rest = Means.joined(rest, seconds, (left, whole) -> Math.abs(left) < ROUNDING * whole ? 0 : left);
            Map<String, Interval> phases = new LinkedHashMap<>();
            for (String metric : metrics(values)) {
                Map<Integer, Double> phase = Means.joined(values.named(metric), rest, (value, left) -> value);
                phases.put(NamedMetrics.phase(metric), Means.mean(phase));
            }
            Interval other = phases.isEmpty() ? Means.OF_NONE : Means.mean(rest);
            String problem = side.cell().problem();
            return new Parts(line, side.column(), Means.mean(seconds), phases, other, problem);
        }

        public BarPlot.Row bar(List<String> names) {
            List<Interval> seconds = names.stream()
                    .map(name -> phases.getOrDefault(name, Means.OF_NONE))
                    .toList();
            String text = whole.n() == 0 ? problem : Numbers.score(whole.mean()) + " s";
            return new BarPlot.Row(column, seconds, phases.isEmpty() ? whole : other, whole, text);
        }
    }

    /** Returns the phases of the lines in which some column has phases of a score in seconds. */
    public static List<Phases> of(ComparisonTable table) {
        return table.scores()
                .map(line -> new Phases(
                        line,
                        line.sides()
                                .flatMap(side -> metrics(side.cell().values()).stream())
                                .distinct()
                                .sorted(NamedMetrics.byOrder())
                                .map(NamedMetrics::phase)
                                .toList(),
                        line.sides().map(side -> Parts.of(line.index(), side)).toList()))
                .filter(phases -> !phases.names.isEmpty())
                .toList();
    }

    /** Returns the metrics that are phases, where the score is in seconds. */
    private static List<String> metrics(CellValues values) {
        return values.named().keySet().stream()
                .filter(name -> name.startsWith(NamedMetrics.PHASE)
                        && !NamedMetrics.seconds(values).isEmpty())
                .toList();
    }

    public static Section section(Results results) {
        List<Phases> all = of(results.table());
        List<Parts> parts =
                all.stream().flatMap(phases -> phases.parts().stream()).toList();
        Map<String, Double> seconds = new TreeMap<>();
        parts.forEach(part -> part.phases().forEach((name, phase) -> seconds.merge(name, phase.mean(), Double::sum)));
        // the first colours are the easiest to distinguish
        List<String> longestFirst = seconds.keySet().stream()
                .sorted(Comparator.comparing(seconds::get, Comparator.reverseOrder()))
                .toList();
        return Section.ofFigures(
                        "Phases",
                        "What the time of one operation was spent on: mean seconds of each phase over rounds, hatched"
                                + " what no phase explains, and the 95 % interval of the whole.",
                        all,
                        phases -> phases.figure(longestFirst, results.table().columnKey()))
                .withData(
                        "phases",
                        parts.stream().filter(part -> part.whole().n() > 0).toList());
    }

    private Figure figure(List<String> styles, String columnKey) {
        List<BarPlot.Part> stacked = names.stream()
                .map(name -> new BarPlot.Part(name, styles.indexOf(name)))
                .toList();
        List<BarPlot.Row> bars = parts.stream().map(part -> part.bar(names)).toList();
        return Figure.of(new BarPlot(line.title(), "seconds", "other", stacked, bars), columnKey, "s");
    }

    /**
     * Returns the phases, each with a verdict; they are one family for Holm's adjustment. A pass over queries, whose score
     * is another, has the total among them.
     */
    public static Section compared(Results results) {
        ComparisonTable table = results.table();
        List<CaseRatio> rows = ratios(results);
        List<Column<CaseRatio>> columns = List.of(
                Column.ofText("workload", row -> row.line().title()),
                Column.ofText(table.columnKey(), row -> row.b().column()),
                new Column<>(table.baselineName() + " (s)", row -> TableCell.of(seconds(row.a()))),
                new Column<>(table.columnKey() + " (s)", row -> TableCell.of(seconds(row.b()))),
                Column.ofText("ratio", row -> row.isCompared() ? VerdictLabel.ratio(row.comparison()) : row.problem()),
                new Column<>("verdict", Phases::verdict));
        return new Section(
                        "Phases compared",
                        "Seconds of one operation, means over rounds with 95 % intervals. The ratio is the geometric mean"
                                + " of the rounds' ratios, more than 1 is faster; verdicts of phases are adjusted for"
                                + " their number.",
                        DataTable.of(2, rows, columns).foldedIfLong())
                .withData("phaseRatios", data(table, rows));
    }

    /** Returns the comparisons of the phases with the baseline. */
    static List<CaseRatio> ratios(Results results) {
        ComparisonTable table = results.table();
        List<Cell> phases = results.cells().stream().flatMap(Phases::cells).toList();
        List<String> lines = new ArrayList<>(table.projection().rows());
        lines.add(KEY);
        Projection projection = new Projection(lines, table.columnKey());
        return ComparisonTable.of(phases, projection, Optional.of(table.baselineName()), table.margin()).rows().stream()
                .filter(row -> row.a().column().equals(table.baselineName())) // which may have no phases
                .toList();
    }

    /** Returns a cell for each phase, whose scores are its times, and one for all of a pass. */
    private static Stream<Cell> cells(Cell cell) {
        CellValues values = cell.values();
        Stream<Cell> phases = metrics(values).stream()
                .sorted(NamedMetrics.byOrder())
                .map(metric -> cell.with(KEY, NamedMetrics.phase(metric))
                        .withValues(values.withScore("s/op", values.named(metric), Map.of())));
        // with the queries that it left out
        CellValues ofPass = values.withScore("s/op", NamedMetrics.seconds(values), values.named());
        return values.isPass()
                ? Stream.concat(phases, Stream.of(cell.with(KEY, "total").withValues(ofPass)))
                : phases;
    }

    private static TableCell verdict(CaseRatio row) {
        VerdictLabel label = row.label();
        return TableCell.styled(label.style(), label.text().isEmpty() ? Numbers.NONE : label.text());
    }

    private static Interval seconds(ColumnValue side) {
        return Means.mean(NamedMetrics.seconds(side.cell().values()));
    }

    private static List<Map<String, Object>> data(ComparisonTable table, List<CaseRatio> rows) {
        Map<Map<String, String>, Integer> places = new LinkedHashMap<>();
        table.lines().forEach(line -> places.putIfAbsent(whole(line), line.index()));
        return rows.stream()
                .sorted(Comparator.comparing(row -> places.get(whole(row.line()))))
                .map(row -> {
                    Map<String, Object> data = new LinkedHashMap<>();
                    data.put("line", places.get(whole(row.line())));
                    data.put("column", row.b().column());
                    data.put("phase", row.line().key().parameters().get(KEY));
                    data.put("baselineSeconds", seconds(row.a()));
                    data.put("seconds", seconds(row.b()));
                    data.put("ratio", row.comparison().ratio());
                    data.put("low", row.comparison().low());
                    data.put("high", row.comparison().high());
                    data.put("n", row.comparison().n());
                    data.put("adjustedP", row.adjustedP());
                    data.put("verdict", row.word());
                    return data;
                })
                .toList();
    }

    /** Returns what a line shares with those of its phases. */
    private static Map<String, String> whole(Case line) {
        Map<String, String> keys = new LinkedHashMap<>(line.key().parameters());
        keys.remove(KEY);
        keys.put(Cell.WORKLOAD, line.key().workload());
        return keys;
    }
}
