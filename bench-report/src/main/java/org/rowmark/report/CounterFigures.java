package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
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

    /** @param id prefix of the plots' ids, unique on the page */
    static Figures of(ComparisonTable table, String id) {
        List<Figure> figures = new ArrayList<>();
        int planned = 0;
        for (Line line : table.lines()) {
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
    private record Shown(String name, Function<Side, Map<Integer, Double>> values) {
        private boolean isThere(Line line) {
            return line.sides().stream()
                    .anyMatch(side -> values.apply(side).values().stream().anyMatch(value -> value > 0));
        }
    }

    private static String id(String prefix, List<Figure> drawn) {
        return prefix + "-counter" + drawn.size();
    }

    /** Of all that servers and processes count, what explains most scores; the rest is in a table. */
    private static List<Shown> telling(Line line) {
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
    private static Shown bytesWritten(Line line) {
        double most = line.sides().stream()
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

    private static Map<Integer, Double> bytesWritten(Side side) {
        return BytesWritten.byServer(side.cell().replicates().counts()).rounds();
    }

    private static Set<String> counters(Line line) {
        Set<String> counters = new LinkedHashSet<>();
        if (line.metric().isScore()) {
            line.sides()
                    .forEach(side -> side.cell().replicates().counters().forEach((counter, values) -> {
                        if (values.values().stream().anyMatch(value -> value > 0)) {
                            counters.add(counter);
                        }
                    }));
        }
        return counters;
    }

    private static Figure figure(Line line, Shown shown, ComparisonTable table, String id) {
        String counter = shown.name();
        Map<Integer, Double> ofBaseline = shown.values().apply(line.sides().get(table.baseline()));
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Side side : line.sides()) {
            Map<Integer, Double> values = shown.values().apply(side);
            Interval mean = Rounds.mean(values);
            boolean isBaseline = side.column().equals(table.baselineName());
            Comparison more = CounterTable.compare(line.sides().get(table.baseline()), side, ofBaseline, values);
            String ratio = isBaseline || more.n() == 0 ? "" : Words.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean.mean(), mean.low(), mean.high(), ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = line.title() + ": " + counter;
        String svg = CounterBars.plot(id, new CounterBars.Data(title, counter, bars));
        return new Figure(title, svg, List.of(table.columnKey(), counter, "95 % interval", "Of the baseline"), rows);
    }

    private static Map<Integer, Double> cpuTime(Side side, String kind) {
        return side.cell().replicates().counts().rounds(kind + "." + CounterText.CPU_TIME);
    }

    private static Map<Integer, Double> values(Side side, String counter) {
        return new TreeMap<>(side.cell().replicates().counters().getOrDefault(counter, Map.of()));
    }
}
