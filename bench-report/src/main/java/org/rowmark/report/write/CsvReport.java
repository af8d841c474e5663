package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.rowmark.report.cells.CounterSeries;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;

/**
 * The writer of comparison.csv, a line per row of the comparison tables, and of counters.csv, a line per counter of a
 * configuration or for each of its rounds. Numbers have twelve digits, unknown ones are empty. The columns are in
 * docs/files.md.
 */
public final class CsvReport {
    /** The first characters of a cell that make a spreadsheet run it as a formula. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private static final List<Column<Line<CaseRatio>>> COMPARISON = List.of(
            text("metric", row -> row.line().metric().id()),
            text("unit", row -> row.line().unit()),
            text("better", row -> row.line().metric().way()),
            text("column", row -> row.b().column()),
            text("baseline", row -> row.a().column()),
            number("baseline_mean", row -> row.a().score().mean()),
            number("baseline_low", row -> row.a().score().low()),
            number("baseline_high", row -> row.a().score().high()),
            number("mean", row -> row.b().score().mean()),
            number("low", row -> row.b().score().low()),
            number("high", row -> row.b().score().high()),
            number("ratio", row -> row.values().comparison().ratio()),
            number("ratio_low", row -> row.values().comparison().low()),
            number("ratio_high", row -> row.values().comparison().high()),
            text("rounds", row -> String.valueOf(row.values().comparison().n())),
            number("p", row -> row.values().comparison().p()),
            number("p_holm", row -> row.values().adjustedP()),
            number("detectable_effect", row -> row.values().detectable().orElse(Double.NaN)),
            text("verdict", row -> row.word().map(Enum::name).orElse("")),
            text(
                    "order",
                    row -> row.design().map(design -> design.order().name()).orElse("")),
            text(
                    "replicate",
                    row -> row.design().map(design -> design.unit().name()).orElse("")),
            text("notes", row -> String.join("; ", row.notes())));

    private CsvReport() {}

    /**
     * A line of a file.
     *
     * @param content what it shows of the case
     */
    private record Line<T>(String question, Case of, T content) {}

    /**
     * A counter in one round, or its mean.
     *
     * @param round empty for the mean
     */
    private record Count(ColumnValue side, String name, CounterSeries counter, String round, double value) {}

    public static String of(ReportModel model) {
        StringWriter text = new StringWriter();
        write(model, text);
        return text.toString();
    }

    /** Returns the header and a line for each row of a table. */
    static List<String> lines(String question, ComparisonTable table) {
        StringWriter text = new StringWriter();
        write(table.lines(), COMPARISON, lines(question, table.rows()), text);
        return text.toString().lines().toList();
    }

    static void write(ReportModel model, Writer out) {
        write(
                model.views().stream()
                        .flatMap(view -> view.table().lines().stream())
                        .toList(),
                COMPARISON,
                model.views().stream()
                        .flatMap(view -> lines(view.question(), view.table().rows())),
                out);
    }

    private static Stream<Line<CaseRatio>> lines(String question, List<CaseRatio> rows) {
        return rows.stream().map(row -> new Line<>(question, row.line(), row));
    }

    /** Returns whether anything was counted. */
    static boolean hasCounters(ReportModel model) {
        return model.views().stream()
                .anyMatch(view -> !view.table().linesWithCounters().isEmpty());
    }

    /** @param full whether each round has a line, instead of their mean */
    public static void writeCounters(ReportModel model, Writer out, boolean full) {
        List<Column<Line<Count>>> columns = new ArrayList<>();
        columns.add(text("column", count -> count.side().column()));
        columns.add(text("counter", Count::name));
        columns.add(text("unit", count -> count.counter().sampleUnit()));
        if (full) {
            columns.add(text("round", Count::round));
        }
        columns.add(number("value", Count::value));
        write(
                model.views().stream()
                        .flatMap(view -> view.table().linesWithCounters().stream())
                        .toList(),
                columns,
                model.views().stream().flatMap(view -> counters(view, full)),
                out);
    }

    private static Stream<Line<Count>> counters(View view, boolean full) {
        return view.table().linesWithCounters().stream()
                .flatMap(line -> line.columnValues().stream()
                        .flatMap(side -> counts(side, full))
                        .map(count -> new Line<>(view.question(), line, count)));
    }

    private static Stream<Count> counts(ColumnValue side, boolean full) {
        return side.cell().values().counts().byMetric().entrySet().stream().flatMap(metric -> {
            CounterSeries counter = metric.getValue();
            return full
                    ? counter.rounds().entrySet().stream()
                            .map(round -> new Count(
                                    side, metric.getKey(), counter, String.valueOf(round.getKey()), round.getValue()))
                    : Stream.of(new Count(
                            side, metric.getKey(), counter, "", counter.mean().mean()));
        });
    }

    /**
     * Writes line by line instead of returning a text: a large run has millions of values.
     *
     * @param cases whose parameters have a column each
     */
    private static <T> void write(List<Case> cases, List<Column<Line<T>>> columns, Stream<Line<T>> lines, Writer out) {
        List<Column<Line<T>>> all = new ArrayList<>();
        all.add(Column.text("question", Line::question));
        all.add(Column.text("workload", line -> line.of().key().workload()));
        cases.stream()
                .flatMap(of -> of.key().parameters().keySet().stream())
                .distinct()
                .map(key -> Column.<Line<T>>text(
                        key, line -> line.of().key().parameters().getOrDefault(key, "")))
                .forEach(all::add);
        all.addAll(columns);
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            csv.writeRecord(all.stream().map(column -> harmless(column.name())).toList());
            lines.forEach(line -> csv.writeRecord(all.stream()
                    .map(column -> {
                        String cell = column.cell().apply(line);
                        return column.isNumber() ? cell : harmless(cell);
                    })
                    .toList()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static <T> Column<Line<T>> text(String name, Function<T, String> cell) {
        return Column.text(name, line -> cell.apply(line.content()));
    }

    private static <T> Column<Line<T>> number(String name, ToDoubleFunction<T> cell) {
        return Column.number(name, line -> {
            double value = cell.applyAsDouble(line.content());
            return Double.isFinite(value) ? Numbers.portableText(value) : "";
        });
    }

    /** Returns text on one line that no spreadsheet takes for a formula. */
    private static String harmless(String text) {
        String clean = PlainText.clean(text);
        return !clean.isEmpty() && FORMULA_STARTS.indexOf(clean.charAt(0)) >= 0 ? "'" + clean : clean;
    }
}
