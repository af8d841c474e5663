package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Interval;

/**
 * Counters of servers, their processes and the measuring process: a part for each line, grouped by the object counted.
 */
public final class ServerCounters {
    public static final String HEADING = "Server counters";

    private static final int MOST_LINES = 50;
    private static final int MOST_UNFOLDED = 3;

    /** The most counters with rounds in comparison.json, for memory. */
    private static final int MOST_WITH_ROUNDS = 20_000;

    /** The number of what takes a time. */
    private static final Map<String, String> STALLS = Map.of("read-time", "reads", "write-time", "writes");

    private ServerCounters() {}

    private record Counter(
            int line,
            String column,
            String counter,
            String unit,
            double mean,
            double low,
            double high,
            Map<Integer, Double> rounds) {}

    public static Section section(Results results) {
        ComparisonTable table = results.table();
        List<Case> lines = table.linesWithCounters();
        Section.Look look = lines.size() <= MOST_UNFOLDED ? Section.Look.PLAIN : Section.Look.FOLDED;
        List<Section> parts = lines.stream()
                .limit(MOST_LINES)
                .map(line -> new Section(line.title(), "", MetricRow.table("of", table, rows(line))).as(look))
                .toList();
        int others = lines.size() - parts.size();
        String more = others == 0
                ? ""
                : " " + Numbers.count(others, "more line") + " are not shown; their numbers are in counters.csv.";
        String text = "Per operation, sizes at the end: " + MetricRow.MEANS
                + " “Not reported” is not 0. Single files are in counters.csv." + more;
        return new Section(HEADING, text, parts).withData("counters", data(lines));
    }

    private static List<MetricRow> rows(Case line) {
        return line.sides()
                .flatMap(side -> counts(side).keySet().stream())
                .distinct()
                .flatMap(metric -> CounterName.of(metric).stream())
                .filter(name -> !name.isOfOneFile())
                .sorted(CounterText.byOrder())
                .flatMap(name -> rows(line, name))
                .filter(MetricRow::isReported)
                .toList();
    }

    /**
     * Returns the row of a counter, without the columns that have it in another unit than the first that has it; and
     * after a time of reads or writes their average.
     */
    private static Stream<MetricRow> rows(Case line, CounterName name) {
        String group = CounterText.kind(name.kind());
        String unit = line.sides()
                .flatMap(side -> Stream.ofNullable(counts(side).get(name.metric())))
                .findFirst()
                .map(Counters.Series::unit)
                .orElse("");
        MetricRow row = new MetricRow(line, group, CounterText.name(name.name()), unit, cell -> {
            Counters.Series series = cell.values().counts().byMetric().get(name.metric());
            return series != null && series.unit().equals(unit) ? series.rounds() : Map.of();
        });
        String number = STALLS.getOrDefault(name.name(), "");
        String title = "average stall per " + name.name().replace("-time", "");
        MetricRow stall = new MetricRow(line, group, title, "ms", cell -> {
            Counters counts = cell.values().counts();
            return Means.quotient(counts.rounds(name.metric()), counts.rounds(name.kind() + "." + number));
        });
        return number.isEmpty() ? Stream.of(row) : Stream.of(row, stall);
    }

    private static Map<String, Counters.Series> counts(Case.ColumnValue side) {
        return side.cell().values().counts().byMetric();
    }

    private static List<Counter> data(List<Case> lines) {
        long all = lines.stream()
                .flatMap(Case::sides)
                .mapToLong(side -> counts(side).size())
                .sum();
        List<Counter> data = new ArrayList<>();
        lines.forEach(line -> line.sides()
                .forEach(side -> counts(side).forEach((metric, series) -> {
                    Interval mean = series.mean();
                    Map<Integer, Double> rounds = all <= MOST_WITH_ROUNDS ? series.rounds() : Map.of();
                    String unit = series.sampleUnit();
                    data.add(new Counter(
                            line.index(), side.column(), metric, unit, mean.mean(), mean.low(), mean.high(), rounds));
                })));
        return data;
    }
}
