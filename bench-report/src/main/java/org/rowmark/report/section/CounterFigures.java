package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
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
 * Counters, per operation where they count events: what the configurations did to get their scores. Of what servers and
 * processes count only the few are drawn that explain most.
 */
final class CounterFigures {
    private static final String BYTES = "bytes";

    private CounterFigures() {}

    static Section section(Results results) {
        List<Shown> all = new ArrayList<>();
        for (Case line : results.table().lines()) {
            if (line.metric().isScore()) {
                counters(line).forEach(counter -> all.add(new Shown(line, counter, side -> side.cell()
                        .values()
                        .counters()
                        .getOrDefault(counter, Map.of()))));
                all.addAll(telling(line));
            }
        }
        return Section.ofFigures(
                "Counters",
                "What was done for the scores, per operation where events are counted.",
                all,
                shown -> figure(shown, results.table()));
    }

    /** What is drawn of each configuration. */
    private record Shown(Case line, String name, Function<ColumnValue, Map<Integer, Double>> values) {
        private boolean isThere() {
            return line.columnValues().stream()
                    .anyMatch(side -> values.apply(side).values().stream().anyMatch(value -> value > 0));
        }
    }

    /** Of all that servers and processes count, what explains most scores; the rest is in a table. */
    private static List<Shown> telling(Case line) {
        return Stream.of(
                        bytesWritten(line),
                        new Shown(line, "CPU time of the server (ms/op)", side -> cpuTime(side, "process")),
                        new Shown(line, "CPU time of the measuring process (ms/op)", side -> cpuTime(side, "client")))
                .filter(Shown::isThere)
                .toList();
    }

    /** In the unit that fits the most. */
    private static Shown bytesWritten(Case line) {
        double most = line.columnValues().stream()
                .flatMap(side -> bytesWritten(side).values().stream())
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
        String unit = CounterText.shown(most, BYTES);
        double factor = CounterText.factor(unit, BYTES);
        return new Shown(line, "bytes written, as the server tells (" + unit + "/op)", side -> {
            Map<Integer, Double> scaled = new TreeMap<>(bytesWritten(side));
            scaled.replaceAll((round, value) -> value / factor);
            return scaled;
        });
    }

    private static Map<Integer, Double> bytesWritten(ColumnValue side) {
        return BytesWritten.byServer(side.cell().values().counts()).rounds();
    }

    private static Set<String> counters(Case line) {
        Set<String> counters = new LinkedHashSet<>();
        line.columnValues().forEach(side -> side.cell().values().counters().forEach((counter, values) -> {
            if (values.values().stream().anyMatch(value -> value > 0)) {
                counters.add(counter);
            }
        }));
        return counters;
    }

    private static Figure figure(Shown shown, ComparisonTable table) {
        Case line = shown.line();
        String counter = shown.name();
        Map<Integer, Double> ofBaseline =
                shown.values().apply(line.columnValues().get(table.baseline()));
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            Map<Integer, Double> values = shown.values().apply(side);
            Interval mean = Means.mean(values);
            boolean isBaseline = side.column().equals(table.baselineName());
            Comparison more = ServerCounters.compare(line.columnValues().get(table.baseline()), side, ofBaseline, values);
            String ratio = isBaseline || more.n() == 0 ? "" : VerdictLabel.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean.mean(), mean.low(), mean.high(), ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = line.title() + ": " + counter;
        CounterBars.Data drawn = new CounterBars.Data(title, counter, bars);
        List<String> header = List.of(table.columnKey(), "Mean", "95 % interval", "Of the baseline");
        return new Figure(title, id -> CounterBars.plot(id, drawn), DataTable.ofTexts(header, 1, rows));
    }

    private static Map<Integer, Double> cpuTime(ColumnValue side, String kind) {
        return side.cell().values().counts().rounds(kind + "." + CounterText.CPU_TIME);
    }
}
