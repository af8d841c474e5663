package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.CounterBars;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * Figures of counters, per operation where they count events. Of the counters of servers and
 * processes only the few are drawn that explain most.
 */
final class CounterFigures {
    private static final String BYTES = "bytes";

    private CounterFigures() {}

    static Section section(Results results) {
        List<Shown> all = new ArrayList<>();
        for (Case line : results.table().lines()) {
            if (line.metric().isScore()) {
                Set<String> counters = new LinkedHashSet<>();
                line.columnValues()
                        .forEach(side ->
                                counters.addAll(side.cell().values().counters().keySet()));
                counters.forEach(counter -> all.add(
                        new Shown(line, counter, values -> values.counters().getOrDefault(counter, Map.of()))));
                all.add(bytesWritten(line));
                all.add(new Shown(line, "CPU time of the server (ms/op)", values -> cpuTime(values, "process")));
                all.add(new Shown(
                        line, "CPU time of the measuring process (ms/op)", values -> cpuTime(values, "client")));
            }
        }
        all.removeIf(shown -> shown.most() <= 0);
        return Section.ofFigures(
                "Counters",
                "What was done for the scores, per operation where events are counted.",
                all,
                shown -> figure(shown, results.table()));
    }

    /** A counter of a line as it is drawn, for each configuration. */
    private record Shown(Case line, String name, List<Map<Integer, Double>> byColumn) {
        private Shown(Case line, String name, Function<CellValues, Map<Integer, Double>> of) {
            this(
                    line,
                    name,
                    line.columnValues().stream()
                            .map(side -> of.apply(side.cell().values()))
                            .toList());
        }

        private double most() {
            return byColumn.stream()
                    .flatMap(rounds -> rounds.values().stream())
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(0);
        }
    }

    /** Returns the bytes written in the unit that fits the most. */
    private static Shown bytesWritten(Case line) {
        Function<CellValues, Map<Integer, Double>> bytes =
                values -> BytesWritten.byServer(values.counts()).rounds();
        String unit = CounterText.shown(new Shown(line, "", bytes).most(), BYTES);
        double factor = CounterText.factor(unit, BYTES);
        return new Shown(
                line,
                "bytes written, as the server reports (" + unit + "/op)",
                values -> Means.scaled(bytes.apply(values), 1 / factor));
    }

    private static Map<Integer, Double> cpuTime(CellValues values, String kind) {
        return values.counts().rounds(kind + "." + CounterText.CPU_TIME);
    }

    private static Figure figure(Shown shown, ComparisonTable table) {
        List<ColumnValue> sides = shown.line().columnValues();
        int baseline = table.baseline();
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            ColumnValue side = sides.get(i);
            Map<Integer, Double> rounds = shown.byColumn().get(i);
            Interval mean = Means.mean(rounds);
            Comparison more = ServerCounters.compare(
                    sides.get(baseline), side, shown.byColumn().get(baseline), rounds);
            String ratio = i == baseline || more.n() == 0 ? "" : VerdictLabel.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean, ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = shown.line().title() + ": " + shown.name();
        List<String> header = List.of(table.columnKey(), "Mean", "95 % interval", "Of the baseline");
        CounterBars plot = new CounterBars(title, shown.name(), bars);
        return new Figure(title, plot::plot, DataTable.ofTexts(header, 1, rows));
    }
}
