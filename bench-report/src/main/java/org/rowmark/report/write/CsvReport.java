package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.format.PlainText;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Interval;

/**
 * The writer of comparison.csv: a line per row of the comparison tables, numbers with twelve digits, unknown values
 * empty. The columns are in docs/files.md.
 */
public final class CsvReport {
    private static final List<String> BEFORE = List.of("question", "workload");
    private static final List<String> AFTER = List.of(
            "metric",
            "unit",
            "better",
            "column",
            "baseline",
            "baseline_mean",
            "baseline_low",
            "baseline_high",
            "mean",
            "low",
            "high",
            "ratio",
            "ratio_low",
            "ratio_high",
            "rounds",
            "p",
            "p_holm",
            "detectable_effect",
            "verdict",
            "order",
            "replicate",
            "notes");

    /** The first characters of a cell that make a spreadsheet run it as a formula. */
    private static final String FORMULA_STARTS = "=+-@\t\r";

    private final List<String> keys;
    private final CsvWriter out;

    private CsvReport(List<String> keys, CsvWriter out) {
        this.keys = keys;
        this.out = out;
    }

    public static String of(ReportModel model) {
        return of(
                model.views().stream().map(View::question).toList(),
                model.views().stream().map(View::table).toList());
    }

    /**
     * Returns the lines of all tables.
     *
     * @param questions of the tables
     */
    static String of(List<String> questions, List<ComparisonTable> tables) {
        StringWriter text = new StringWriter();
        try {
            write(questions, tables, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    static void write(ReportModel model, Writer out) throws IOException {
        write(
                model.views().stream().map(View::question).toList(),
                model.views().stream().map(View::table).toList(),
                out);
    }

    private static void write(List<String> questions, List<ComparisonTable> tables, Writer out) throws IOException {
        Set<String> keys = new LinkedHashSet<>();
        tables.forEach(table -> table.lines()
                .forEach(line -> keys.addAll(line.key().parameters().keySet())));
        List<String> header = new ArrayList<>(BEFORE);
        header.addAll(keys.stream().map(CsvReport::harmless).toList());
        header.addAll(AFTER);
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            writer.writeRecord(header);
            CsvReport report = new CsvReport(List.copyOf(keys), writer);
            for (int i = 0; i < tables.size(); i++) {
                for (CaseRatio row : tables.get(i).rows()) {
                    report.row(questions.get(i), row, tables.get(i).margin());
                }
            }
        }
    }

    private void row(String question, CaseRatio row, double margin) {
        Case line = row.line();
        List<String> cells =
                new ArrayList<>(List.of(harmless(question), harmless(line.key().workload())));
        keys.forEach(key -> cells.add(harmless(line.key().parameters().getOrDefault(key, ""))));
        cells.addAll(List.of(
                line.metric().isScore() ? "score" : line.metric().name(),
                harmless(line.unit()),
                line.metric().better() == Comparison.Better.HIGHER ? "higher" : "lower",
                harmless(row.b().column()),
                harmless(row.a().column())));
        interval(cells, row.a().score());
        interval(cells, row.b().score());
        Optional<RatioResult> result = row.result();
        for (double value :
                result.map(with -> numbers(with)).orElse(new double[] {Double.NaN, Double.NaN, Double.NaN})) {
            cells.add(number(value));
        }
        cells.add(String.valueOf(result.map(with -> with.comparison().n()).orElse(0)));
        cells.add(result.map(with -> number(with.comparison().p())).orElse(""));
        cells.add(result.map(with -> number(with.adjustedP())).orElse(""));
        cells.add(
                result.map(with -> number(with.detectable().orElse(Double.NaN))).orElse(""));
        cells.add(result.filter(RatioResult::hasVerdict)
                .map(with -> with.verdict().word().name())
                .orElse(""));
        cells.add(result.map(with -> with.comparison().design().order().name()).orElse(""));
        cells.add(result.map(with -> with.comparison().design().unit().name()).orElse(""));
        cells.add(harmless(result.isPresent() ? String.join("; ", row.notes()) : row.problem()));
        out.writeRecord(cells);
    }

    private static double[] numbers(RatioResult with) {
        Comparison comparison = with.comparison();
        return new double[] {comparison.ratio(), comparison.low(), comparison.high()};
    }

    private static void interval(List<String> cells, Interval interval) {
        cells.add(number(interval.mean()));
        cells.add(number(interval.low()));
        cells.add(number(interval.high()));
    }

    static String number(double value) {
        return Double.isFinite(value) ? Numbers.portableText(value) : "";
    }

    /** Returns text on one line that no spreadsheet takes for a formula. */
    static String harmless(String text) {
        String clean = PlainText.clean(text);
        return !clean.isEmpty() && FORMULA_STARTS.indexOf(clean.charAt(0)) >= 0 ? "'" + clean : clean;
    }
}
