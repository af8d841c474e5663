package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rowmark.report.cells.CounterSeries;
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

/** What servers, their processes and the measuring process counted: a part for each line, grouped by what is counted on. */
public final class ServerCounters {
    public static final String HEADING = "Server counters";

    /** More lines are not shown; all values are in counters.csv. */
    static final int MOST = 50;

    /** More files of a kind are not shown. */
    static final int MOST_FILES = 10;

    /** As many parts are unfolded at first. */
    private static final int MOST_OPEN = 3;

    /**
     * Of more counters the rounds are in counters.csv only: a text of all of them would not fit into the memory. Rounds of
     * single files are the first to go.
     */
    private static final int MOST_WITH_ROUNDS = 20_000;

    /** A load in percent has no ratio that says anything. */
    private static final String LOAD = "%";

    private final Case line;
    private final int baseline;

    private ServerCounters(Case line, int baseline) {
        this.line = line;
        this.baseline = baseline;
    }

    /** A counter, or what follows from some, and its values in each column. */
    private record Row(String name, String unit, List<Map<Integer, Double>> byColumn) {}

    /** Of a configuration, for programs; without rounds where there are too many of them. */
    private record Counter(
            int line,
            String column,
            String counter,
            String unit,
            double mean,
            double low,
            double high,
            Map<Integer, Double> rounds) {
        private static Counter of(int line, String column, String metric, CounterSeries counted) {
            Interval mean = counted.mean();
            return new Counter(
                    line, column, metric, counted.sampleUnit(), mean.mean(), mean.low(), mean.high(), counted.rounds());
        }

        private boolean isOfOneFile() {
            return CounterName.of(counter).filter(CounterName::isOfOneFile).isPresent();
        }

        private Counter withoutRounds() {
            return new Counter(line, column, counter, unit, mean, low, high, Map.of());
        }
    }

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
                                        .part(table.columns())
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

    private Section part(List<String> columns) {
        TreeSet<CounterName> names = new TreeSet<>(CounterText.byOrder());
        line.columnValues()
                .forEach(side -> counts(side)
                        .byMetric()
                        .keySet()
                        .forEach(metric -> CounterName.of(metric).ifPresent(names::add)));
        List<Integer> all = IntStream.range(0, columns.size()).boxed().toList();
        List<List<TableCell>> rows = new ArrayList<>();
        Map<String, List<CounterName>> ofFiles = new LinkedHashMap<>();
        for (CounterName name : names) {
            if (name.isOfOneFile()) {
                ofFiles.computeIfAbsent(name.kind(), kind -> new ArrayList<>()).add(name);
            } else {
                rows.addAll(rows(CounterText.kind(name.kind()), name, all));
            }
        }
        List<Content> contents = new ArrayList<>(List.of(table("of", all, rows)));
        ofFiles.forEach((kind, ofKind) -> {
            if (line.columnValues().stream().anyMatch(side -> isTellingFilesApart(side, ofKind))) {
                contents.add(files(kind, ofKind));
            }
        });
        return new Section(line.title(), "", contents);
    }

    private DataTable table(String first, List<Integer> columns, List<List<TableCell>> rows) {
        List<String> header = new ArrayList<>(List.of(first, "counter"));
        columns.forEach(i -> header.add(line.columnValues().get(i).column()));
        return new DataTable(header, 2, true, rows);
    }

    private static Counters counts(ColumnValue side) {
        return side.cell().values().counts();
    }

    private static boolean isReported(ColumnValue side, CounterName name) {
        return counts(side).byMetric().containsKey(name.metric());
    }

    /** Whether a configuration has several files of a kind, or of a file what it does not have of all. */
    private static boolean isTellingFilesApart(ColumnValue side, List<CounterName> ofKind) {
        List<CounterName> reported =
                ofKind.stream().filter(name -> isReported(side, name)).toList();
        return reported.stream().map(CounterName::file).distinct().count() > 1
                || reported.stream().anyMatch(name -> !isReported(side, new CounterName(name.kind(), name.name(), "")));
    }

    /** Files of a kind, one by one: those that were written and read most, of the configurations that have any. */
    private Section files(String kind, List<CounterName> ofKind) {
        List<Integer> columns = IntStream.range(0, line.columnValues().size())
                .filter(i -> ofKind.stream()
                        .anyMatch(name -> isReported(line.columnValues().get(i), name)))
                .boxed()
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
        List<List<TableCell>> rows = new ArrayList<>();
        files.forEach(file -> byFile.get(file).stream()
                .filter(this::isAboveZero)
                .forEach(name -> rows.addAll(rows(file, name, columns))));
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

    /** By all configurations together. */
    private double moved(String kind, String file, String... names) {
        return line.columnValues().stream()
                .flatMap(side ->
                        Stream.of(names).map(name -> counts(side).rounds(new CounterName(kind, name, file).metric())))
                .filter(rounds -> !rounds.isEmpty())
                .mapToDouble(rounds -> Means.mean(rounds).mean())
                .sum();
    }

    private boolean isAboveZero(CounterName name) {
        return line.columnValues().stream()
                .flatMap(side -> counts(side).rounds(name.metric()).values().stream())
                .anyMatch(value -> value != 0);
    }

    /** The counter, and behind a time that reads or writes took one for the average. */
    private List<List<TableCell>> rows(String group, CounterName name, List<Integer> columns) {
        return Stream.concat(Stream.of(row(name)), stall(name).stream())
                .map(row -> {
                    List<TableCell> cells = new ArrayList<>(List.of(TableCell.of(group), TableCell.of(row.name())));
                    columns.forEach(i -> cells.add(cell(row, i)));
                    return cells;
                })
                .map(List::copyOf)
                .toList();
    }

    /** Without the columns that have it in another unit than the first that has it. */
    private Row row(CounterName name) {
        String unit = line.columnValues().stream()
                .filter(side -> isReported(side, name))
                .map(side -> counts(side).byMetric().get(name.metric()).unit())
                .findFirst()
                .orElse("");
        return new Row(
                CounterText.name(name.name()),
                unit,
                line.columnValues().stream()
                        .map(side -> counts(side).byMetric().get(name.metric()))
                        .map(counted -> counted == null || !counted.unit().equals(unit)
                                ? Map.<Integer, Double>of()
                                : counted.rounds())
                        .toList());
    }

    /** What follows from a time that reads or writes of files took; empty where their number is not known. */
    private Optional<Row> stall(CounterName name) {
        boolean isRead = name.name().equals(CounterText.READ_TIME);
        if (!FileIo.KINDS.contains(name.kind()) || !(isRead || name.name().equals(CounterText.WRITE_TIME))) {
            return Optional.empty();
        }
        List<Map<Integer, Double>> byColumn = line.columnValues().stream()
                .map(side -> new FileIo(side.cell().values(), name.kind(), name.file()))
                .map(files -> isRead ? files.stallPerRead() : files.stallPerWrite())
                .toList();
        return byColumn.stream().allMatch(Map::isEmpty)
                ? Optional.empty()
                : Optional.of(new Row(isRead ? "average stall per read" : "average stall per write", "ms", byColumn));
    }

    private TableCell cell(Row row, int column) {
        ColumnValue side = line.columnValues().get(column);
        Map<Integer, Double> rounds = row.byColumn().get(column);
        if (rounds.isEmpty() && !side.isMeasured()) {
            return TableCell.of(Numbers.NONE, side.cell().problem());
        }
        int measured = side.values().size();
        return TableCell.amount(
                Means.mean(rounds),
                row.unit(),
                rounds.size() == measured ? "" : "reported in " + rounds.size() + " of " + measured + " rounds",
                column == baseline || row.unit().equals(LOAD)
                        ? ""
                        : ratio(side, row.byColumn().get(baseline), rounds));
    }

    /** {@code 1.05× (1.02–1.08)}; empty where there is none. */
    private String ratio(ColumnValue side, Map<Integer, Double> ofBaseline, Map<Integer, Double> rounds) {
        Comparison ratio = compare(line.columnValues().get(baseline), side, ofBaseline, rounds);
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
        List<Counter> data = new ArrayList<>();
        for (Case line : lines) {
            int index = table.lines().indexOf(line);
            line.columnValues()
                    .forEach(side -> counts(side)
                            .byMetric()
                            .forEach((metric, counted) -> data.add(Counter.of(index, side.column(), metric, counted))));
        }
        long ofAllFiles =
                data.stream().filter(counter -> !counter.isOfOneFile()).count();
        if (data.size() > MOST_WITH_ROUNDS) {
            data.replaceAll(counter ->
                    counter.isOfOneFile() || ofAllFiles > MOST_WITH_ROUNDS ? counter.withoutRounds() : counter);
        }
        return data;
    }
}
