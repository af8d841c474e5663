package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.result.CounterName;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Design;
import org.rowmark.stats.Interval;

/**
 * Counters of servers, their processes and the measuring process: a part for each line, grouped by the object counted.
 */
public final class ServerCounters {
    public static final String HEADING = "Server counters";

    /** The most lines shown; all values are in counters.csv. */
    static final int MOST = 50;

    /** The most files of a kind that are shown. */
    static final int MOST_FILES = 10;

    /** The most parts that are unfolded at first. */
    private static final int MOST_OPEN = 3;

    /**
     * The most counters whose rounds are in comparison.json; of more they are in counters.csv only, since a text of all
     * would not fit into memory. Rounds of single files are omitted first.
     */
    private static final int MOST_WITH_ROUNDS = 20_000;

    /** The unit of a load, whose ratio has no meaning. */
    private static final String LOAD = "%";

    private final Case line;
    private final List<ColumnValue> sides;
    private final ColumnValue baseline;

    private ServerCounters(Case line, int baseline) {
        this.line = line;
        this.sides = line.columnValues();
        this.baseline = sides.get(baseline);
    }

    /** A row of values by round: a counter of a group, or a value derived from some. */
    private record Row(String group, String name, String unit, Function<ColumnValue, Map<Integer, Double>> rounds) {}

    /** A counter of a configuration, for programs; without rounds where there are too many of them. */
    private record Counter(
            int line,
            String column,
            String counter,
            String unit,
            double mean,
            double low,
            double high,
            Map<Integer, Double> rounds) {}

    static Section section(Results results) {
        ComparisonTable table = results.table();
        List<Case> lines = table.linesWithCounters();
        Section.Look look = lines.size() <= MOST_OPEN ? Section.Look.OPEN : Section.Look.FOLDED;
        return new Section(
                        HEADING,
                        text(table, lines.size() - MOST),
                        lines.stream()
                                .limit(MOST)
                                .map(line -> new ServerCounters(line, table.baseline())
                                        .part()
                                        .as(look))
                                .toList())
                .withData("counters", data(table, lines));
    }

    private static String text(ComparisonTable table, int leftOut) {
        String ratios = table.columns().size() > 1
                ? " Below it the ratio to " + table.baselineName() + ", as more or less, not as better or worse."
                : "";
        String more = leftOut <= 0
                ? ""
                : " " + Numbers.count(leftOut, "more line") + " are not shown; their numbers are in counters.csv.";
        return "Per operation, sizes at the end: means over rounds with 95 % intervals." + ratios
                + " “Not reported” is not 0. A stall per read or write is the time that they took, divided by"
                + " 1 + their number." + more;
    }

    private Section part() {
        TreeSet<CounterName> names = new TreeSet<>(CounterText.byOrder());
        sides.forEach(side -> counts(side)
                .byMetric()
                .keySet()
                .forEach(metric -> CounterName.of(metric).ifPresent(names::add)));
        List<Row> rows = new ArrayList<>();
        Map<String, List<CounterName>> ofFiles = new LinkedHashMap<>();
        for (CounterName name : names) {
            if (name.isOfOneFile()) {
                ofFiles.computeIfAbsent(name.kind(), kind -> new ArrayList<>()).add(name);
            } else {
                rows.addAll(rows(CounterText.kind(name.kind()), name));
            }
        }
        List<Content> contents = new ArrayList<>(List.of(table("of", sides, rows)));
        ofFiles.forEach((kind, ofKind) -> {
            if (sides.stream().anyMatch(side -> hasSeparateFiles(side, ofKind))) {
                contents.add(files(kind, ofKind));
            }
        });
        return new Section(line.title(), "", contents);
    }

    private DataTable table(String first, List<ColumnValue> columns, List<Row> rows) {
        List<String> header = new ArrayList<>(List.of(first, "counter"));
        columns.forEach(side -> header.add(side.column()));
        List<List<TableCell>> cells = rows.stream()
                .map(row -> Stream.concat(
                                Stream.of(TableCell.of(row.group()), TableCell.of(row.name())),
                                columns.stream().map(side -> cell(row, side)))
                        .toList())
                .toList();
        return new DataTable(header, 2, true, cells);
    }

    private static Counters counts(ColumnValue side) {
        return side.cell().values().counts();
    }

    private static boolean isReported(ColumnValue side, CounterName name) {
        return counts(side).byMetric().containsKey(name.metric());
    }

    /**
     * Returns whether a configuration has several files of a kind, or a counter of a file that it does not have of all
     * files.
     */
    private static boolean hasSeparateFiles(ColumnValue side, List<CounterName> ofKind) {
        List<CounterName> reported =
                ofKind.stream().filter(name -> isReported(side, name)).toList();
        return reported.stream().map(CounterName::file).distinct().count() > 1
                || reported.stream().anyMatch(name -> !isReported(side, new CounterName(name.kind(), name.name(), "")));
    }

    /** Returns the part on the files of a kind that were written and read most, of the configurations that have any. */
    private Section files(String kind, List<CounterName> ofKind) {
        List<ColumnValue> columns = sides.stream()
                .filter(side -> ofKind.stream().anyMatch(name -> isReported(side, name)))
                .toList();
        Map<String, List<CounterName>> byFile = ofKind.stream()
                .collect(Collectors.groupingBy(CounterName::file, LinkedHashMap::new, Collectors.toList()));
        List<String> files = byFile.keySet().stream()
                .sorted(Comparator.<String>comparingDouble(
                                file -> -moved(kind, file, CounterText.BYTES_WRITTEN, CounterText.BYTES_READ))
                        .thenComparingDouble(file -> -moved(kind, file, CounterText.WRITES, CounterText.READS))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_FILES)
                .toList();
        List<Row> rows = files.stream()
                .flatMap(file ->
                        byFile.get(file).stream().filter(this::isAboveZero).flatMap(name -> rows(file, name).stream()))
                .toList();
        int others = byFile.size() - files.size();
        String most = others == 0
                ? ""
                : "Of " + byFile.size() + " files the " + files.size() + " that were written and read most; the other "
                        + others + " are in counters.csv. ";
        return new Section(
                        CounterText.kind(kind) + ", one by one (" + byFile.size() + ")",
                        most + "What was 0 throughout is left out.",
                        List.of(table("file", columns, rows)))
                .as(Section.Look.FOLDED);
    }

    /** Returns the bytes moved by all configurations together. */
    private double moved(String kind, String file, String... names) {
        return Stream.of(names)
                .map(name -> new CounterName(kind, name, file).metric())
                .flatMap(metric -> sides.stream().map(side -> counts(side).rounds(metric)))
                .filter(rounds -> !rounds.isEmpty())
                .mapToDouble(rounds -> Means.mean(rounds).mean())
                .sum();
    }

    private boolean isAboveZero(CounterName name) {
        return sides.stream()
                .flatMap(side -> counts(side).rounds(name.metric()).values().stream())
                .anyMatch(value -> value != 0);
    }

    /**
     * Returns the row of a counter, without the columns that have it in another unit than the first that has it; and
     * after a time of reads or writes their average, where their number is known.
     */
    private List<Row> rows(String group, CounterName name) {
        String unit = sides.stream()
                .filter(side -> isReported(side, name))
                .map(side -> counts(side).byMetric().get(name.metric()).unit())
                .findFirst()
                .orElse("");
        Row row = new Row(group, CounterText.name(name.name()), unit, side -> {
            Counters.Series counted = counts(side).byMetric().get(name.metric());
            return counted == null || !counted.unit().equals(unit) ? Map.of() : counted.rounds();
        });
        boolean isRead = name.name().equals(CounterText.READ_TIME);
        Row stall = new Row(group, "average stall per " + (isRead ? "read" : "write"), "ms", side -> {
            FileIo files = new FileIo(side.cell().values(), name.kind(), name.file());
            return isRead ? files.stallPerRead() : files.stallPerWrite();
        });
        boolean hasStall = FileIo.KINDS.contains(name.kind())
                && (isRead || name.name().equals(CounterText.WRITE_TIME))
                && sides.stream().anyMatch(side -> !stall.rounds().apply(side).isEmpty());
        return hasStall ? List.of(row, stall) : List.of(row);
    }

    private TableCell cell(Row row, ColumnValue side) {
        Map<Integer, Double> rounds = row.rounds().apply(side);
        if (rounds.isEmpty() && !side.isMeasured()) {
            return TableCell.of(Numbers.NONE, side.cell().problem());
        }
        int measured = side.values().size();
        boolean hasRatio =
                !side.column().equals(baseline.column()) && !row.unit().equals(LOAD);
        return TableCell.amount(
                Means.mean(rounds),
                row.unit(),
                rounds.size() == measured ? "" : "reported in " + rounds.size() + " of " + measured + " rounds",
                hasRatio ? ratio(compare(baseline, side, row.rounds().apply(baseline), rounds)) : "");
    }

    /** Returns {@code 1.05× (1.02–1.08)}; empty where there is none. */
    private static String ratio(Comparison ratio) {
        if (ratio.n() == 0) {
            return "";
        }
        return ratio.hasNoVariation() || Numbers.isPoint(ratio.low(), ratio.high())
                ? Numbers.ratio(ratio.ratio())
                : VerdictLabel.ratio(ratio);
    }

    /**
     * Compares B with A, paired by round where both were measured in the same rounds. There is no ratio where a round
     * counted 0: without that round it would not belong to the means above it.
     */
    static Comparison compare(ColumnValue a, ColumnValue b, Map<Integer, Double> ofA, Map<Integer, Double> ofB) {
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

    private static List<Counter> data(ComparisonTable table, List<Case> lines) {
        List<String> metrics = lines.stream()
                .flatMap(line -> line.columnValues().stream())
                .flatMap(side -> counts(side).byMetric().keySet().stream())
                .toList();
        boolean hasFiles = metrics.size() <= MOST_WITH_ROUNDS;
        boolean hasRounds = hasFiles
                || metrics.stream().filter(metric -> !isOfOneFile(metric)).count() <= MOST_WITH_ROUNDS;
        List<Counter> data = new ArrayList<>();
        for (Case line : lines) {
            int index = table.lines().indexOf(line);
            line.columnValues()
                    .forEach(side -> counts(side).byMetric().forEach((metric, counted) -> {
                        Interval mean = counted.mean();
                        data.add(new Counter(
                                index,
                                side.column(),
                                metric,
                                counted.sampleUnit(),
                                mean.mean(),
                                mean.low(),
                                mean.high(),
                                hasFiles || (hasRounds && !isOfOneFile(metric)) ? counted.rounds() : Map.of()));
                    }));
        }
        return data;
    }

    private static boolean isOfOneFile(String metric) {
        return CounterName.of(metric).filter(CounterName::isOfOneFile).isPresent();
    }
}
