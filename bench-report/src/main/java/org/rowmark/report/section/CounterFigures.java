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
import org.rowmark.report.counters.CounterTable;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.plot.CounterBars;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * Counters, per operation where they count events: what the configurations did to get their scores. Of what servers and
 * processes count only the few are drawn that explain most.
 */
public final class CounterFigures {
    private static final String BYTES = "bytes";

    private CounterFigures() {}

    /** @param id prefix of the plots' ids, unique on the page */
    public static Figures of(ComparisonTable table, String id) {
        List<Figure> figures = new ArrayList<>();
        int planned = 0;
        for (Case line : table.lines()) {
            for (String counter : counters(line)) {
                planned++;
                if (figures.size() < Figures.MOST) {
                    figures.add(
                            figure(line, new Shown(counter, side -> values(side, counter)), table, id(id, figures)));
                }
            }
            for (Shown shown : telling(line)) {
                planned++;
                if (figures.size() < Figures.MOST) {
                    figures.add(figure(line, shown, table, id(id, figures)));
                }
            }
        }
        return Figures.of(figures, planned);
    }

    /** What is drawn of each configuration. */
    private record Shown(String name, Function<ColumnValue, Map<Integer, Double>> values) {
        private boolean isThere(Case line) {
            return line.columnValues().stream()
                    .anyMatch(side -> values.apply(side).values().stream().anyMatch(value -> value > 0));
        }
    }

    private static String id(String prefix, List<Figure> drawn) {
        return prefix + "-counter" + drawn.size();
    }

    /** Of all that servers and processes count, what explains most scores; the rest is in a table. */
    private static List<Shown> telling(Case line) {
        if (!line.metric().isScore()) {
            return List.of();
        }
        return Stream.of(
                        bytesWritten(line),
                        new Shown("CPU time of the server (ms/op)", side -> cpuTime(side, "process")),
                        new Shown("CPU time of the measuring process (ms/op)", side -> cpuTime(side, "client")))
                .filter(shown -> shown.isThere(line))
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
        return new Shown("bytes written, as the server tells (" + unit + "/op)", side -> {
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
        if (line.metric().isScore()) {
            line.columnValues()
                    .forEach(side -> side.cell().values().counters().forEach((counter, values) -> {
                        if (values.values().stream().anyMatch(value -> value > 0)) {
                            counters.add(counter);
                        }
                    }));
        }
        return counters;
    }

    private static Figure figure(Case line, Shown shown, ComparisonTable table, String id) {
        String counter = shown.name();
        Map<Integer, Double> ofBaseline =
                shown.values().apply(line.columnValues().get(table.baseline()));
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (ColumnValue side : line.columnValues()) {
            Map<Integer, Double> values = shown.values().apply(side);
            Interval mean = Means.mean(values);
            boolean isBaseline = side.column().equals(table.baselineName());
            Comparison more = CounterTable.compare(line.columnValues().get(table.baseline()), side, ofBaseline, values);
            String ratio = isBaseline || more.n() == 0 ? "" : VerdictLabel.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean.mean(), mean.low(), mean.high(), ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = line.title() + ": " + counter;
        String svg = CounterBars.plot(id, title, counter, bars);
        return new Figure(title, svg, List.of(table.columnKey(), counter, "95 % interval", "Of the baseline"), rows);
    }

    private static Map<Integer, Double> cpuTime(ColumnValue side, String kind) {
        return side.cell().values().counts().rounds(kind + "." + CounterText.CPU_TIME);
    }

    private static Map<Integer, Double> values(ColumnValue side, String counter) {
        return new TreeMap<>(side.cell().values().counters().getOrDefault(counter, Map.of()));
    }
}
