package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Comparison.Better;

/**
 * comparison.csv: a line per row of the comparison tables, numbers with twelve digits, nothing where nothing is known.
 * The columns are in docs/files.md.
 */
public final class CsvReport {
    private static final List<Column> COLUMNS = List.of(
            text(
                    "metric",
                    row -> row.line().metric().isScore()
                            ? "score"
                            : row.line().metric().name()),
            text("unit", row -> row.line().unit()),
            text("better", row -> row.line().metric().better() == Better.HIGHER ? "higher" : "lower"),
            text("column", row -> row.b().column()),
            text("baseline", row -> row.a().column()),
            new Column("baseline_mean", (row, margin) -> number(row.a().score().mean())),
            new Column("baseline_low", (row, margin) -> number(row.a().score().low())),
            new Column("baseline_high", (row, margin) -> number(row.a().score().high())),
            new Column("mean", (row, margin) -> number(row.b().score().mean())),
            new Column("low", (row, margin) -> number(row.b().score().low())),
            new Column("high", (row, margin) -> number(row.b().score().high())),
            result("ratio", "", with -> number(with.comparison().ratio())),
            result("ratio_low", "", with -> number(with.comparison().low())),
            result("ratio_high", "", with -> number(with.comparison().high())),
            result("rounds", "0", with -> String.valueOf(with.comparison().n())),
            result("p", "", with -> number(with.comparison().p())),
            result("p_holm", "", with -> number(with.adjustedP())),
            result("detectable_effect", "", with -> number(with.detectable().orElse(Double.NaN))),
            result(
                    "verdict",
                    "",
                    with -> with.hasVerdict() ? with.verdict().word().name() : ""),
            result("order", "", with -> with.comparison().design().order().name()),
            result("replicate", "", with -> with.comparison().design().unit().name()),
            new Column(
                    "notes",
                    (row, margin) ->
                            harmless(row.result().isPresent() ? String.join("; ", row.notes(margin)) : row.problem())));

    /** A spreadsheet runs what begins so. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private CsvReport() {}

    /** @param cell of a row, with the margin of its table */
    private record Column(String name, BiFunction<CaseRatio, Double, String> cell) {}

    private static Column text(String name, Function<CaseRatio, String> text) {
        return new Column(name, (row, margin) -> harmless(text.apply(row)));
    }

    /** @param otherwise where there is nothing to compare */
    private static Column result(String name, String otherwise, Function<RatioResult, String> cell) {
        return new Column(name, (row, margin) -> row.result().map(cell).orElse(otherwise));
    }

    public static String of(ReportModel model) {
        List<String> keys = keys(model, ComparisonTable::lines);
        List<String> header = header(keys);
        COLUMNS.forEach(column -> header.add(column.name()));
        StringWriter text = new StringWriter();
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            writer.writeRecord(header);
            for (View view : model.views()) {
                for (CaseRatio row : view.table().rows()) {
                    List<String> cells = named(view, row.line(), keys);
                    COLUMNS.forEach(column ->
                            cells.add(column.cell().apply(row, view.table().margin())));
                    writer.writeRecord(cells);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** Names of the parameters that some of the lines have. */
    static List<String> keys(ReportModel model, Function<ComparisonTable, List<Case>> lines) {
        return model.views().stream()
                .flatMap(view -> lines.apply(view.table()).stream())
                .flatMap(line -> line.key().parameters().keySet().stream())
                .distinct()
                .toList();
    }

    /** Of what every row begins with. */
    static List<String> header(List<String> keys) {
        return Stream.concat(Stream.of("question", "workload"), keys.stream().map(CsvReport::harmless))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    /** What every row begins with: the question, the workload and its parameters. */
    static List<String> named(View view, Case line, Collection<String> keys) {
        List<String> cells = new ArrayList<>();
        cells.add(harmless(view.question()));
        cells.add(harmless(line.key().workload()));
        keys.forEach(key -> cells.add(harmless(line.key().parameters().getOrDefault(key, ""))));
        return cells;
    }

    static String number(double value) {
        return Double.isFinite(value) ? Numbers.portableText(value) : "";
    }

    /** Text that no spreadsheet takes for a formula, on one line. */
    static String harmless(String text) {
        String clean = PlainText.clean(text);
        return !clean.isEmpty() && FORMULA_STARTS.indexOf(clean.charAt(0)) >= 0 ? "'" + clean : clean;
    }
}
