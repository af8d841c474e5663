package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Comparison;

/**
 * comparison.csv: a line per row of the comparison tables, numbers with twelve digits, nothing where nothing is known.
 * The columns are in docs/comparison-json.md.
 */
public final class CsvReport {
    /** A row of a comparison, with what its columns hold. */
    private record Row(View view, CaseRatio row) {
        private Case line() {
            return row.line();
        }

        private <T> String of(Function<RatioResult, T> what) {
            return row.result().map(what).map(Object::toString).orElse("");
        }

        private String number(ToDoubleFunction<RatioResult> what) {
            return row.result()
                    .map(with -> CsvReport.number(what.applyAsDouble(with)))
                    .orElse("");
        }

        private String notes() {
            return row.result().isPresent()
                    ? String.join("; ", row.notes(view.table().margin()))
                    : row.problem();
        }
    }

    private record Column(String name, Function<Row, String> cell) {}

    private static final List<Column> FIRST = List.of(
            new Column("question", row -> harmless(row.view.question())),
            new Column("workload", row -> harmless(row.line().key().workload())));

    private static final List<Column> LAST = List.of(
            new Column(
                    "metric",
                    row -> row.line().metric().isScore()
                            ? "score"
                            : row.line().metric().name()),
            new Column("unit", row -> harmless(row.line().unit())),
            new Column("better", row -> row.line().metric().better() == Comparison.Better.HIGHER ? "higher" : "lower"),
            new Column("column", row -> harmless(row.row.b().column())),
            new Column("baseline", row -> harmless(row.row.a().column())),
            new Column("baseline_mean", row -> number(row.row.a().score().mean())),
            new Column("baseline_low", row -> number(row.row.a().score().low())),
            new Column("baseline_high", row -> number(row.row.a().score().high())),
            new Column("mean", row -> number(row.row.b().score().mean())),
            new Column("low", row -> number(row.row.b().score().low())),
            new Column("high", row -> number(row.row.b().score().high())),
            new Column("ratio", row -> row.number(with -> with.comparison().ratio())),
            new Column("ratio_low", row -> row.number(with -> with.comparison().low())),
            new Column("ratio_high", row -> row.number(with -> with.comparison().high())),
            new Column(
                    "rounds",
                    row -> String.valueOf(
                            row.row.result().map(with -> with.comparison().n()).orElse(0))),
            new Column("p", row -> row.number(with -> with.comparison().p())),
            new Column("p_holm", row -> row.number(RatioResult::adjustedP)),
            new Column(
                    "detectable_effect",
                    row -> row.number(with -> with.detectable().orElse(Double.NaN))),
            new Column(
                    "verdict",
                    row -> row.of(
                            with -> with.hasVerdict() ? with.verdict().word().name() : "")),
            new Column(
                    "order",
                    row -> row.of(with -> with.comparison().design().order().name())),
            new Column(
                    "replicate",
                    row -> row.of(with -> with.comparison().design().unit().name())),
            new Column("notes", row -> harmless(row.notes())));

    /** A spreadsheet runs what begins so. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private CsvReport() {}

    public static String of(ReportModel model) {
        Set<String> keys = new LinkedHashSet<>();
        model.views()
                .forEach(view -> view.table()
                        .lines()
                        .forEach(line -> keys.addAll(line.key().parameters().keySet())));
        List<Column> columns = new ArrayList<>(FIRST);
        keys.forEach(key -> columns.add(new Column(
                harmless(key), row -> harmless(row.line().key().parameters().getOrDefault(key, "")))));
        columns.addAll(LAST);
        StringWriter text = new StringWriter();
        try (CsvWriter out = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            out.writeRecord(columns.stream().map(Column::name).toList());
            for (View view : model.views()) {
                for (CaseRatio row : view.table().rows()) {
                    out.writeRecord(columns.stream()
                            .map(column -> column.cell().apply(new Row(view, row)))
                            .toList());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
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
