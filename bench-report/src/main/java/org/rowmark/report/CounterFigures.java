package org.rowmark.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.report.plot.CounterBars;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Interval;

/** Counters, per operation where they count events: what the configurations did to get their scores. */
final class CounterFigures {
    private CounterFigures() {}

    /** @param id prefix of the plots' ids, unique on the page */
    static Figures of(ComparisonTable table, String id) {
        List<Figure> figures = new ArrayList<>();
        int planned = 0;
        for (Line line : table.lines()) {
            for (String counter : counters(line)) {
                planned++;
                if (figures.size() < Figures.MOST) {
                    figures.add(figure(line, counter, table, id + "-counter" + figures.size()));
                }
            }
        }
        return Figures.of(figures, planned);
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

    private static Figure figure(Line line, String counter, ComparisonTable table, String id) {
        Map<Integer, Double> ofBaseline = values(line.sides().get(table.baseline()), counter);
        List<CounterBars.Row> bars = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        for (Side side : line.sides()) {
            Map<Integer, Double> values = values(side, counter);
            Interval mean = Interval.ofMean(
                    values.values().stream().mapToDouble(Double::doubleValue).toArray());
            boolean isBaseline = side.column().equals(table.baselineName());
            Comparison more = Comparison.paired(ofBaseline, values, Better.HIGHER);
            String ratio = isBaseline || more.n() == 0 ? "" : Words.ratio(more);
            bars.add(new CounterBars.Row(side.column(), mean.mean(), mean.low(), mean.high(), ratio));
            rows.add(List.of(side.column(), Numbers.score(mean.mean()), Numbers.range(mean), ratio));
        }
        String title = line.title() + ": " + counter;
        String svg = CounterBars.plot(id, new CounterBars.Data(title, counter, bars));
        return new Figure(title, svg, List.of(table.columnKey(), counter, "95 % interval", "Of the baseline"), rows);
    }

    private static Map<Integer, Double> values(Side side, String counter) {
        return new TreeMap<>(side.cell().replicates().counters().getOrDefault(counter, Map.of()));
    }
}
