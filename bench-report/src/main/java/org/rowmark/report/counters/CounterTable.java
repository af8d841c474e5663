package org.rowmark.report.counters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Interval;

/**
 * The counters of a line: a row each, grouped by what is counted on, and a column for each configuration.
 *
 * @param line what was measured
 * @param groups of all files of a kind together, of server and processes; without those that nobody tells
 * @param files a table for each kind whose files are told one by one
 */
public record CounterTable(Case line, List<Group> groups, List<FileCounters> files) {
    public static final String HEADING = "Server counters";

    /** More tables are not shown; all values are in counters.csv. */
    static final int MOST = 50;

    /** As many tables are unfolded at first. */
    public static final int MOST_OPEN = 3;

    /** A load in percent has no ratio that says anything. */
    private static final String LOAD = "%";

    /**
     * @param of what is counted on: a kind in words, or the name of a file
     * @param rows at least one
     */
    public record Group(String of, List<CounterRow> rows) {}

    /**
     * @param name of the counter, in words
     * @param cells by column
     */
    public record CounterRow(String name, List<CounterCell> cells) {}

    /**
     * @param amount the mean
     * @param detail its interval, or why there is no mean; may be empty
     * @param ratio to the baseline with its interval; may be empty
     */
    public record CounterCell(String amount, String detail, String ratio) {
        private static final CounterCell ABSENT = new CounterCell(Numbers.NONE, CounterText.NOT_REPORTED, "");

        /** All in one line. */
        public String text() {
            String more = ratio.isEmpty() ? "" : ", " + ratio;
            return amount + (detail.isEmpty() ? "" : " (" + detail + ")") + more;
        }
    }

    /** A counter, or what follows from some, and its values in each column. */
    private record Told(String name, String unit, List<Map<Integer, Double>> byColumn) {}

    /** Of the lines in which some configuration tells counters. */
    public static List<CounterTable> of(ComparisonTable table) {
        return table.linesWithCounters().stream()
                .limit(MOST)
                .map(line -> of(line, table.baseline()))
                .toList();
    }

    /** What the tables are, and how many lines have none. */
    public static String text(ComparisonTable table) {
        String ratios = table.columns().size() > 1
                ? " Below it the ratio to " + table.baselineName() + ", as more or less, not as better or worse."
                : "";
        int leftOut = Math.max(0, table.linesWithCounters().size() - MOST);
        String more = leftOut == 0
                ? ""
                : " " + Numbers.count(leftOut, "more line") + " are not shown; their numbers are in counters.csv.";
        return "Per operation, sizes at the end: means over rounds with 95 % intervals." + ratios
                + " “Not told” is not 0: nobody tells it. A stall per read or write is the time that they took, divided by"
                + " 1 + their number." + more;
    }

    private static CounterTable of(Case line, int baseline) {
        TreeSet<CounterName> names = new TreeSet<>(CounterText.byOrder());
        line.columnValues()
                .forEach(side -> counts(side)
                        .byMetric()
                        .keySet()
                        .forEach(metric -> CounterName.of(metric).ifPresent(names::add)));
        Map<String, List<CounterName>> byKind = new LinkedHashMap<>();
        names.stream()
                .filter(name -> !name.isOfOneFile())
                .forEach(name -> byKind.computeIfAbsent(name.kind(), none -> new ArrayList<>())
                        .add(name));
        List<Group> groups = new ArrayList<>();
        byKind.forEach((kind, ofKind) -> groups.add(new Group(CounterText.kind(kind), rows(line, ofKind, baseline))));
        List<CounterName> ofFiles =
                names.stream().filter(CounterName::isOfOneFile).toList();
        return new CounterTable(line, groups, FileCounters.of(line, ofFiles, baseline));
    }

    /** A row for each counter, and behind a time that reads or writes took one for the average. */
    static List<CounterRow> rows(Case line, List<CounterName> names, int baseline) {
        List<CounterRow> rows = new ArrayList<>();
        for (CounterName name : names) {
            rows.add(row(told(line, name), line, baseline));
            stall(line, name).ifPresent(stall -> rows.add(row(stall, line, baseline)));
        }
        return rows;
    }

    static Counters counts(ColumnValue side) {
        return side.cell().values().counts();
    }

    /** Columns that tell it in another unit than the first that tells it do not tell it. */
    private static Told told(Case line, CounterName name) {
        String unit = line.columnValues().stream()
                .filter(side -> counts(side).byMetric().containsKey(name.metric()))
                .map(side -> counts(side).byMetric().get(name.metric()).unit())
                .findFirst()
                .orElse("");
        return new Told(
                CounterText.name(name.name()),
                unit,
                line.columnValues().stream()
                        .map(side -> counts(side).byMetric().get(name.metric()))
                        .map(counted -> counted == null || !counted.unit().equals(unit)
                                ? Map.<Integer, Double>of()
                                : counted.rounds())
                        .toList());
    }

    /** What follows from a time that reads or writes of files took; empty where nobody tells their number. */
    private static Optional<Told> stall(Case line, CounterName name) {
        boolean isRead = name.name().equals(CounterText.READ_TIME);
        if (!FileIo.KINDS.contains(name.kind()) || !(isRead || name.name().equals(CounterText.WRITE_TIME))) {
            return Optional.empty();
        }
        ToDoubleFunction<FileIo> figure = isRead ? FileIo::stallPerRead : FileIo::stallPerWrite;
        List<Map<Integer, Double>> byColumn = line.columnValues().stream()
                .map(side -> FileIo.of(side.cell().values(), name.kind(), name.file(), figure))
                .toList();
        return byColumn.stream().allMatch(Map::isEmpty)
                ? Optional.empty()
                : Optional.of(new Told(isRead ? "average stall per read" : "average stall per write", "ms", byColumn));
    }

    private static CounterRow row(Told told, Case line, int baseline) {
        List<CounterCell> cells = new ArrayList<>();
        for (int i = 0; i < told.byColumn().size(); i++) {
            String ratio = i == baseline || told.unit().equals(LOAD)
                    ? ""
                    : ratio(
                            line.columnValues().get(baseline),
                            line.columnValues().get(i),
                            told.byColumn().get(baseline),
                            told.byColumn().get(i));
            cells.add(cell(told.byColumn().get(i), line.columnValues().get(i), told.unit(), ratio));
        }
        return new CounterRow(told.name(), cells);
    }

    private static CounterCell cell(Map<Integer, Double> rounds, ColumnValue side, String unit, String ratio) {
        if (rounds.isEmpty()) {
            return side.isMeasured()
                    ? CounterCell.ABSENT
                    : new CounterCell(Numbers.NONE, side.cell().problem(), "");
        }
        Interval mean = Means.mean(rounds);
        String range = CounterText.range(mean, unit);
        int measured = side.values().size();
        String some = rounds.size() == measured ? "" : "told in " + rounds.size() + " of " + measured + " rounds";
        String detail = range.isEmpty() || some.isEmpty() ? range + some : range + ", " + some;
        return new CounterCell(CounterText.amount(mean, unit), detail, ratio);
    }

    /** {@code 1.05× (1.02–1.08)}; empty where there is none. */
    static String ratio(ColumnValue a, ColumnValue b, Map<Integer, Double> ofA, Map<Integer, Double> ofB) {
        Comparison ratio = compare(a, b, ofA, ofB);
        if (ratio.n() == 0) {
            return "";
        }
        return ratio.hasNoVariation() || Numbers.isPoint(ratio.low(), ratio.high())
                ? Numbers.ratio(ratio.ratio())
                : VerdictLabel.ratio(ratio);
    }

    /**
     * B to A, paired by round where both were measured in the same rounds. There is none where a round counted 0: without
     * that round it would be of others than the means that it stands below.
     */
    public static Comparison compare(ColumnValue a, ColumnValue b, Map<Integer, Double> ofA, Map<Integer, Double> ofB) {
        if (!ofA.values().stream().allMatch(value -> value > 0)
                || !ofB.values().stream().allMatch(value -> value > 0)) {
            return Comparison.paired(Map.of(), Map.of(), Better.HIGHER);
        }
        Design.Order order =
                Design.Order.of(a.cell().values().starts(), b.cell().values().starts());
        return order == Design.Order.INTERLEAVED || order == Design.Order.FIXED_ORDER
                ? Comparison.paired(ofA, ofB, Better.HIGHER)
                : Comparison.unpaired(ofA, ofB, Better.HIGHER);
    }
}
