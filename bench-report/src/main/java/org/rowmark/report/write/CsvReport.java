package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Design;

/**
 * The writer of comparison.csv, a line per row of the comparison tables, and of counters.csv, a line per counter of a
 * configuration or for each of its rounds. Numbers have twelve digits, unknown values are empty. The columns are in
 * docs/files.md.
 */
public final class CsvReport {
    /** The first characters of a cell that make a spreadsheet run it as a formula. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private static final List<Column> COMPARISON = List.of(
            new Column("metric", row -> row.line().metric().id()),
            new Column("unit", row -> row.line().unit()),
            new Column("better", row -> row.line().metric().way()),
            new Column("column", row -> row.b().column()),
            new Column("baseline", row -> row.a().column()),
            new Column("baseline_mean", row -> row.a().score().mean()),
            new Column("baseline_low", row -> row.a().score().low()),
            new Column("baseline_high", row -> row.a().score().high()),
            new Column("baseline_beside", row -> beside(row.a(), row.line())),
            new Column("mean", row -> row.b().score().mean()),
            new Column("low", row -> row.b().score().low()),
            new Column("high", row -> row.b().score().high()),
            new Column("beside", row -> beside(row.b(), row.line())),
            new Column("ratio", row -> row.comparison().ratio()),
            new Column("ratio_low", row -> row.comparison().low()),
            new Column("ratio_high", row -> row.comparison().high()),
            new Column("rounds", row -> row.comparison().n()),
            new Column("p", row -> row.comparison().p()),
            new Column("p_holm", row -> row.adjustedP()),
            new Column("detectable_effect", row -> row.detectable().orElse(Double.NaN)),
            new Column("verdict", CaseRatio::word),
            new Column("order", row -> row.design().map(Design::order)),
            new Column("replicate", row -> row.design().map(Design::unit)),
            new Column("notes", row -> String.join("; ", row.notes())));

    private final CsvWriter csv;

    /** Parameters of lines, which have a column each. */
    private final List<String> keys;

    private final Map<String, String> caveats = new TreeMap<>();

    /** Writes the names of the columns. */
    private CsvReport(ReportModel model, Stream<Case> lines, List<String> columns, Writer out) {
        // without a buffer, as the writer has its own
        csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).bufferSize(0).build(out);
        keys = lines.flatMap(line -> line.key().parameters().keySet().stream())
                .distinct()
                .toList();
        model.views().forEach(view -> view.results().caveats().forEach(caveats::putIfAbsent));
        List<String> last = caveats.isEmpty() ? List.of() : List.of("caveat");
        record(Stream.of(List.of("question", "workload"), keys, columns, last).flatMap(List::stream));
    }

    private record Column(String name, Function<CaseRatio, Object> cell) {}

    /** Returns the means of the metrics beside a score: {@code 3214 NOPM; 119 rows/s}. */
    private static String beside(ColumnValue side, Case line) {
        return String.join("; ", side.besideScore(line.metric()));
    }

    /** Returns lines of at most that many rows of each view. */
    public static String of(ReportModel model, int rows) {
        StringWriter text = new StringWriter();
        write(model, rows, text);
        return text.toString();
    }

    static void write(ReportModel model, int rows, Writer out) {
        Stream<Case> lines = model.views().stream().flatMap(view -> view.table().lines().stream());
        List<String> columns = COMPARISON.stream().map(Column::name).toList();
        CsvReport report = new CsvReport(model, lines, columns, out);
        model.views()
                .forEach(view -> view.table().rows().stream()
                        .limit(rows)
                        .forEach(row -> report.line(
                                view,
                                row.line(),
                                COMPARISON.stream().map(column -> column.cell().apply(row)))));
    }

    /** @param full whether each round has a line, instead of their mean */
    public static void writeCounters(ReportModel model, Writer out, boolean full) {
        Stream<Case> lines = model.views().stream().flatMap(view -> view.table().linesWithCounters().stream());
        List<String> columns = full
                ? List.of("column", "counter", "unit", "round", "value")
                : List.of("column", "counter", "unit", "value");
        CsvReport report = new CsvReport(model, lines, columns, out);
        model.views()
                .forEach(view -> view.table()
                        .linesWithCounters()
                        .forEach(line -> line.sides()
                                .flatMap(side -> counters(side, full))
                                .forEach(cells -> report.line(view, line, cells))));
    }

    private static Stream<Stream<?>> counters(ColumnValue side, boolean full) {
        return side.cell().values().counts().byMetric().entrySet().stream().flatMap(counter -> {
            String name = counter.getKey();
            String unit = counter.getValue().sampleUnit();
            double mean = counter.getValue().mean().mean();
            return full
                    ? counter.getValue().rounds().entrySet().stream()
                            .map(of -> Stream.of(side.column(), name, unit, of.getKey(), of.getValue()))
                    : Stream.of(Stream.of(side.column(), name, unit, mean));
        });
    }

    private void line(View view, Case line, Stream<?> cells) {
        Stream<String> first = Stream.of(view.question(), line.key().workload());
        Stream<String> parameters =
                keys.stream().map(key -> line.key().parameters().getOrDefault(key, ""));
        Stream<String> last = caveats.isEmpty() ? Stream.empty() : Stream.of(caveat(line));
        record(Stream.of(first, parameters, cells, last).flatMap(Function.identity()));
    }

    /** Writes a line at once: a large run has millions of values. */
    private void record(Stream<?> cells) {
        csv.writeRecord(cells.map(CsvReport::text).toList());
    }

    /** Returns the caveat of a line's workload, or of all workloads if the line mixes them. */
    private String caveat(Case line) {
        return line.operation().isEmpty()
                ? String.join("; ", caveats.values())
                : caveats.getOrDefault(line.key().workload(), "");
    }

    /** Returns a number, or text on one line that no spreadsheet takes for a formula. */
    private static String text(Object cell) {
        if (cell instanceof Double number) {
            return Double.isFinite(number) ? Numbers.portableText(number) : "";
        }
        Object value = cell instanceof Optional<?> optional
                ? optional.map(Object.class::cast).orElse("")
                : cell;
        String clean = PlainText.clean(value.toString());
        return !clean.isEmpty() && FORMULA_STARTS.indexOf(clean.charAt(0)) >= 0 ? "'" + clean : clean;
    }
}
