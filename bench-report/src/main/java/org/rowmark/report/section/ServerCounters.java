package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
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

    private static final int MOST_LINES = 50;
    private static final int MOST_FILES = 10;
    private static final int MOST_OPEN = 3;

    /** The most counters with rounds in comparison.json, for memory. */
    private static final int MOST_WITH_ROUNDS = 20_000;

    private static final Set<String> BYTES = Set.of(CounterText.BYTES_WRITTEN, CounterText.BYTES_READ);
    private static final Set<String> OPERATIONS = Set.of(CounterText.WRITES, CounterText.READS);

    /** The number of what takes a time. */
    private static final Map<String, String> STALLS =
            Map.of(CounterText.READ_TIME, CounterText.READS, CounterText.WRITE_TIME, CounterText.WRITES);

    private final List<ColumnValue> sides;
    private final ColumnValue baseline;

    /** The counters of the line by name of the column. */
    private final SortedMap<CounterName, Map<String, Counters.Series>> counted = new TreeMap<>(CounterText.byOrder());

    private ServerCounters(Case line, ComparisonTable table) {
        this.sides = table.shown(line);
        this.baseline = line.columnValues().get(table.baseline());
        sides.forEach(side -> counts(side)
                .forEach((metric, series) -> CounterName.of(metric)
                        .ifPresent(name -> counted.computeIfAbsent(name, none -> new LinkedHashMap<>())
                                .put(side.column(), series))));
    }

    private static Map<String, Counters.Series> counts(ColumnValue side) {
        return side.cell().values().counts().byMetric();
    }

    /** A row of values by round: a counter of a group, or a value derived from some. */
    private record Row(String group, String name, String unit, Function<ColumnValue, Map<Integer, Double>> rounds) {}

    /** A counter of a configuration, for programs. */
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
        Section.Look look = lines.size() <= MOST_OPEN ? Section.Look.OPEN : Section.Look.FOLDED;
        List<Section> parts = lines.stream()
                .limit(MOST_LINES)
                .map(line -> new Section(line.title(), "", new ServerCounters(line, table).contents()).as(look))
                .toList();
        String ratios = table.columns().size() > 1
                ? " Below it the ratio to " + table.baselineName() + ", as more or less, not as better or worse."
                : "";
        int others = lines.size() - parts.size();
        String more = others == 0
                ? ""
                : " " + Numbers.count(others, "more line") + " are not shown; their numbers are in counters.csv.";
        String text = "Per operation, sizes at the end: means over rounds with 95 % intervals." + ratios
                + " “Not reported” is not 0. A stall per read or write is the time that they took, divided by"
                + " 1 + their number." + more;
        return new Section(HEADING, text, parts).withData("counters", data(table, lines));
    }

    private List<Content> contents() {
        List<Row> rows = counted.keySet().stream()
                .filter(name -> !name.isOfOneFile())
                .flatMap(name -> rows(CounterText.kind(name.kind()), name))
                .toList();
        List<Content> contents = new ArrayList<>(List.of(table("of", sides, rows)));
        grouped(counted.keySet().stream().filter(CounterName::isOfOneFile), CounterName::kind).values().stream()
                .filter(ofKind -> sides.stream().anyMatch(side -> hasSeparate(ofKind, side)))
                .forEach(ofKind -> contents.add(files(ofKind)));
        return contents;
    }

    private static Map<String, List<CounterName>> grouped(
            Stream<CounterName> names, Function<CounterName, String> group) {
        return names.collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList()));
    }

    private DataTable table(String first, List<ColumnValue> shown, List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>();
        columns.add(Column.ofText(first, Row::group));
        columns.add(Column.ofText("counter", Row::name));
        shown.forEach(side -> columns.add(new Column<>(side.column(), row -> cell(row, side))));
        return DataTable.of(2, rows, columns).grouped();
    }

    private boolean isReported(CounterName name, ColumnValue side) {
        return counted.getOrDefault(name, Map.of()).containsKey(side.column());
    }

    /** Returns whether one has several of the files of a kind, or a counter of a file that it does not have of all. */
    private boolean hasSeparate(List<CounterName> ofKind, ColumnValue side) {
        List<CounterName> reported =
                ofKind.stream().filter(name -> isReported(name, side)).toList();
        return reported.stream().map(CounterName::file).distinct().count() > 1
                || reported.stream().anyMatch(name -> !isReported(new CounterName(name.kind(), name.name(), ""), side));
    }

    /** Returns the part on the files of a kind that were written and read most, of the configurations that have any. */
    private Section files(List<CounterName> ofKind) {
        List<ColumnValue> shown = sides.stream()
                .filter(side -> ofKind.stream().anyMatch(name -> isReported(name, side)))
                .toList();
        Map<String, List<CounterName>> byFile = grouped(ofKind.stream(), CounterName::file);
        List<Row> rows = byFile.keySet().stream()
                .sorted(Comparator.<String>comparingDouble(file -> -moved(byFile.get(file), BYTES))
                        .thenComparingDouble(file -> -moved(byFile.get(file), OPERATIONS))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST_FILES)
                .flatMap(file -> byFile.get(file).stream())
                .filter(this::isAboveZero)
                .flatMap(name -> rows(name.file(), name))
                .toList();
        int others = byFile.size() - MOST_FILES;
        String most = others <= 0
                ? ""
                : "Of " + byFile.size() + " files the " + MOST_FILES + " that were written and read most; the other "
                        + others + " are in counters.csv. ";
        return new Section(
                        CounterText.kind(ofKind.get(0).kind()) + ", one by one (" + byFile.size() + ")",
                        most + "What was 0 throughout is left out.",
                        table("file", shown, rows))
                .as(Section.Look.FOLDED);
    }

    /** Returns what all configurations together have of some of the counters of a file. */
    private double moved(List<CounterName> ofFile, Set<String> some) {
        return ofFile.stream()
                .filter(name -> some.contains(name.name()))
                .flatMap(name -> counted.get(name).values().stream())
                .mapToDouble(series -> series.mean().mean())
                .sum();
    }

    private boolean isAboveZero(CounterName name) {
        return counted.get(name).values().stream()
                .anyMatch(series -> series.rounds().values().stream().anyMatch(value -> value != 0));
    }

    /**
     * Returns the row of a counter, without the columns that have it in another unit than the first that has it; and
     * after a time of reads or writes their average, where their number is known.
     */
    private Stream<Row> rows(String group, CounterName name) {
        String unit = counted.get(name).values().iterator().next().unit();
        Row row = new Row(
                group,
                CounterText.name(name.name()),
                unit,
                side -> Optional.ofNullable(counted.get(name).get(side.column()))
                        .filter(series -> series.unit().equals(unit))
                        .map(Counters.Series::rounds)
                        .orElse(Map.of()));
        if (!STALLS.containsKey(name.name()) || !BytesWritten.FILES.contains(name.kind())) {
            return Stream.of(row);
        }
        String title = "average stall per " + name.name().replace("-time", "");
        Row stall = new Row(group, title, "ms", side -> stall(side.cell().values(), name));
        return sides.stream().allMatch(side -> stall.rounds().apply(side).isEmpty())
                ? Stream.of(row)
                : Stream.of(row, stall);
    }

    /** Returns milliseconds per read or write; the 1 avoids a division by 0 for a file that was never read. */
    private static Map<Integer, Double> stall(CellValues values, CounterName time) {
        CounterName number = new CounterName(time.kind(), STALLS.get(time.name()), time.file());
        return Means.joined(total(values, time), total(values, number), (millis, count) -> millis / (1 + count));
    }

    /** Returns a counter over all operations of a round; without the rounds of which their number is not known. */
    private static Map<Integer, Double> total(CellValues values, CounterName name) {
        Map<Integer, Long> operations = values.counts().operations();
        Map<Integer, Double> totals = new TreeMap<>(values.counts().rounds(name.metric()));
        totals.keySet().removeIf(round -> !operations.containsKey(round) && !values.isSingleShot());
        totals.replaceAll((round, value) -> value * operations.getOrDefault(round, 1L));
        return totals;
    }

    private TableCell cell(Row row, ColumnValue side) {
        Map<Integer, Double> rounds = row.rounds().apply(side);
        if (rounds.isEmpty() && !side.isMeasured()) {
            return TableCell.of(Numbers.NONE, side.cell().problem());
        }
        int measured = side.values().size();
        boolean isLoad = row.unit().equals("%"); // whose ratio has no meaning
        boolean hasRatio = !isLoad && !side.column().equals(baseline.column());
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
        return Numbers.isPoint(ratio.low(), ratio.high()) ? Numbers.ratio(ratio.ratio()) : VerdictLabel.ratio(ratio);
    }

    /**
     * Compares B with A, paired by round where both were measured in the same rounds. There is no ratio where a round
     * counted 0: without that round it would not belong to the means above it.
     */
    static Comparison compare(ColumnValue a, ColumnValue b, Map<Integer, Double> ofA, Map<Integer, Double> ofB) {
        boolean isZero =
                Stream.of(ofA, ofB).flatMap(rounds -> rounds.values().stream()).anyMatch(value -> value <= 0);
        if (isZero) {
            return Comparison.paired(Map.of(), Map.of(), Better.HIGHER);
        }
        boolean isPaired =
                Design.Order.of(a.cell().values().starts(), b.cell().values().starts()) != Design.Order.APART;
        return isPaired ? Comparison.paired(ofA, ofB, Better.HIGHER) : Comparison.unpaired(ofA, ofB, Better.HIGHER);
    }

    private static List<Counter> data(ComparisonTable table, List<Case> lines) {
        long all = lines.stream()
                .flatMap(line -> line.columnValues().stream())
                .mapToLong(side -> counts(side).size())
                .sum();
        List<Counter> data = new ArrayList<>();
        IdentityHashMap<Case, Integer> places = table.places();
        for (Case line : lines) {
            int index = places.get(line);
            line.columnValues()
                    .forEach(side -> counts(side).forEach((metric, series) -> {
                        Interval mean = series.mean();
                        Map<Integer, Double> rounds = all <= MOST_WITH_ROUNDS ? series.rounds() : Map.of();
                        data.add(new Counter(
                                index,
                                side.column(),
                                metric,
                                series.sampleUnit(),
                                mean.mean(),
                                mean.low(),
                                mean.high(),
                                rounds));
                    }));
        }
        return data;
    }
}
