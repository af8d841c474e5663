package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.Projection;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * The phases of an operation compared with the baseline's one by one, each with a verdict.
 * The phases of a report are one family for Holm's adjustment; the total is that of the comparison, but for a pass over
 * queries, whose score is another.
 */
public final class PhaseRatios {
    /** The key of a phase, here and in studies for the published figures that belong to it. */
    static final String KEY = "phase";

    private static final String TOTAL = "total";

    /** Counters of data that was not in the server's cache; a server has one of them. */
    private static final List<String> READS = List.of(CounterText.READS, "cache-misses");

    /** Larger tables are folded: few readers want so many phases at once. */
    private static final int MOST_UNFOLDED = 20;

    private final Results results;
    private final ComparisonTable table;

    /** The single shots of a fork, which are added up; 1 where runs differ in them. */
    private final int operations;

    private PhaseRatios(Results results) {
        this.results = results;
        this.table = results.table();
        List<Integer> iterations = results.runs().stream()
                .map(run -> run.manifest().sampling().iterations())
                .distinct()
                .toList();
        boolean areShots =
                results.cells().stream().allMatch(cell -> cell.values().isSingleShot());
        this.operations = iterations.size() == 1 && areShots ? iterations.get(0) : 1;
    }

    /**
     * A phase, or the total, of a line in one column.
     *
     * @param whole the line's own comparison
     */
    private record Row(CaseRatio whole, String phase, CaseRatio ratio) {}

    public static Section section(Results results) {
        return new PhaseRatios(results).section();
    }

    private Section section() {
        List<Row> rows = rows();
        DataTable table = table(rows);
        Content shown = rows.size() > MOST_UNFOLDED ? Section.folded("All " + rows.size() + " rows", table) : table;
        return new Section("Phases compared", text(), shown).withData("phaseRatios", data(rows));
    }

    private String text() {
        String sums = operations > 1
                ? "Seconds of the " + operations + " operations of a fork together, means over rounds"
                : "Seconds of one operation, means over rounds";
        return sums + " with 95 % intervals. The ratio is the geometric mean of the rounds' ratios, more than 1 is"
                + " faster, and the change is that of the time by this ratio; verdicts of phases are adjusted for their"
                + " number." + reads();
    }

    /** Returns the comparisons with the baseline by phase. */
    static Map<String, List<CaseRatio>> byPhase(Results results) {
        return new PhaseRatios(results)
                .rows().stream()
                        .collect(
                                Collectors.groupingBy(Row::phase, Collectors.mapping(Row::ratio, Collectors.toList())));
    }

    /** Returns the rows of each line and column: the phases in their order, and the total. */
    private List<Row> rows() {
        List<Cell> phases = results.cells().stream().flatMap(this::phases).toList();
        if (phases.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(table.projection().rows());
        lines.add(KEY);
        List<CaseRatio> ratios = ComparisonTable.of(
                        phases,
                        new Projection(lines, table.columnKey()),
                        Optional.of(table.baselineName()),
                        table.margin())
                .rows();
        return table.rows().stream()
                .filter(whole -> whole.line().metric().isScore())
                .flatMap(whole -> rows(whole, ratios))
                .toList();
    }

    private static Stream<Row> rows(CaseRatio whole, List<CaseRatio> ratios) {
        List<Row> phases = ratios.stream()
                .filter(ratio -> isOf(ratio, whole))
                .map(ratio -> new Row(whole, phase(ratio), ratio))
                .sorted(Comparator.comparing(row -> NamedMetrics.PHASE + row.phase, NamedMetrics.byOrder()))
                .toList();
        boolean hasTotal =
                phases.isEmpty() || phases.get(phases.size() - 1).phase.equals(TOTAL);
        Stream<Row> total = hasTotal ? Stream.empty() : Stream.of(new Row(whole, TOTAL, whole));
        return Stream.concat(phases.stream(), total);
    }

    private static String phase(CaseRatio ratio) {
        return ratio.line().key().parameters().get(KEY);
    }

    private static boolean isOf(CaseRatio ratio, CaseRatio whole) {
        Map<String, String> others = new LinkedHashMap<>(ratio.line().key().parameters());
        others.remove(KEY);
        return ratio.b().column().equals(whole.b().column())
                && others.equals(whole.line().key().parameters())
                && ratio.line().key().workload().equals(whole.line().key().workload());
    }

    /** Returns a cell for each phase, whose scores are its times, and one for all of a pass: its score is another. */
    private Stream<Cell> phases(Cell cell) {
        CellValues values = cell.values();
        if (NamedMetrics.seconds(values).isEmpty()) {
            return Stream.empty();
        }
        Stream<Cell> total =
                values.isPass() ? Stream.of(cell.with(KEY, TOTAL).withValues(values.ofPass())) : Stream.empty();
        return Stream.concat(
                values.named().entrySet().stream()
                        .filter(metric -> metric.getKey().startsWith(NamedMetrics.PHASE))
                        .map(metric -> cell.with(KEY, NamedMetrics.phase(metric.getKey()))
                                .withValues(values.withSeconds(metric.getValue()))),
                total);
    }

    private DataTable table(List<Row> rows) {
        List<Column<Row>> columns = new ArrayList<>();
        if (rows.stream().map(row -> row.whole.line()).distinct().count() > 1) {
            columns.add(Column.ofText("workload", row -> row.whole.line().title()));
        }
        boolean areSeveral = table.columns().size() > 2;
        if (areSeveral) {
            columns.add(Column.ofText(table.columnKey(), row -> row.whole.b().column()));
        }
        columns.add(Column.ofText(KEY, Row::phase));
        int names = columns.size();
        columns.add(new Column<>(table.baselineName() + " (s)", row -> TableCell.of(seconds(row.ratio.a()))));
        String other = areSeveral ? table.columnKey() : others();
        columns.add(new Column<>(other + " (s)", row -> TableCell.of(seconds(row.ratio.b()))));
        columns.add(
                Column.ofText("change", row -> change(row).map(Numbers::change).orElse(Numbers.NONE)));
        columns.add(Column.ofText("ratio", PhaseRatios::ratio));
        columns.add(new Column<>("verdict", this::verdict));
        return DataTable.of(names, rows, columns);
    }

    private String others() {
        return table.others().stream().map(table.columns()::get).collect(Collectors.joining(", "));
    }

    private Interval seconds(ColumnValue side) {
        return Means.mean(Means.scaled(NamedMetrics.seconds(side.cell().values()), operations));
    }

    private static Optional<Comparison> comparison(Row row) {
        return row.ratio.result().map(result -> result.comparison());
    }

    private static Optional<Double> change(Row row) {
        return comparison(row).map(comparison -> 1 / comparison.ratio() - 1);
    }

    private static String ratio(Row row) {
        return comparison(row).map(VerdictLabel::ratio).orElseGet(row.ratio::problem);
    }

    private TableCell verdict(Row row) {
        VerdictLabel label = row.ratio.values().label(table.margin());
        return TableCell.styled(label.style(), label.text().isEmpty() ? Numbers.NONE : label.text());
    }

    /** Returns a remark on operations that read data files although others of the same fork had run before them. */
    private String reads() {
        boolean areWarm = !results.runs().isEmpty()
                && results.runs().stream()
                        .allMatch(run -> run.manifest().sampling().warmups() > 0);
        return table.scores().stream()
                .filter(line -> areWarm)
                .flatMap(PhaseRatios::readers)
                .collect(Collectors.joining());
    }

    private static Stream<String> readers(Case line) {
        return line.columnValues().stream()
                .filter(side -> side.cell().values().isSingleShot())
                .flatMap(side -> READS.stream()
                        .map(counter -> read(side, counter))
                        .flatMap(Optional::stream)
                        .limit(1)
                        .map(read -> " Not wholly cached: " + read + " in an operation of " + side.column() + ", "
                                + line.title() + "."));
    }

    /** Returns what an operation read by a counter, in words; empty where that is nothing, or not reported. */
    private static Optional<String> read(ColumnValue side, String counter) {
        double reads = Means.mean(side.cell().values().counts().rounds("data." + counter))
                .mean();
        return reads > 0
                ? Optional.of(Numbers.score(reads) + " " + counter.replace('-', ' ') + " of data files")
                : Optional.empty();
    }

    private List<Map<String, Object>> data(List<Row> rows) {
        return rows.stream()
                .map(row -> {
                    Optional<Comparison> comparison = comparison(row);
                    Map<String, Object> data = new LinkedHashMap<>();
                    data.put("line", row.whole.lineIndex());
                    data.put("column", row.whole.b().column());
                    data.put("phase", row.phase);
                    data.put("baselineSeconds", seconds(row.ratio.a()));
                    data.put("seconds", seconds(row.ratio.b()));
                    data.put("operations", operations);
                    data.put("ratio", comparison.map(Comparison::ratio));
                    data.put("low", comparison.map(Comparison::low));
                    data.put("high", comparison.map(Comparison::high));
                    data.put("n", comparison.map(Comparison::n).orElse(0));
                    data.put("adjustedP", row.ratio.values().adjustedP());
                    data.put("verdict", row.ratio.word());
                    return data;
                })
                .toList();
    }
}
