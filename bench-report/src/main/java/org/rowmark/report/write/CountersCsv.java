package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.report.cells.CounterSeries;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;

/**
 * counters.csv: a line per counter of a configuration and round, numbers with twelve digits; no line for what is not reported.
 * The columns are in docs/files.md.
 */
public final class CountersCsv {
    private CountersCsv() {}

    /** Whether there is anything to write. */
    static boolean isNeeded(ReportModel model) {
        return model.views().stream()
                .anyMatch(view -> !view.table().linesWithCounters().isEmpty());
    }

    /** Into a file rather than a text: a large run has millions of them. */
    public static void write(ReportModel model, Writer out) throws IOException {
        List<String> keys = CsvReport.keys(model, ComparisonTable::linesWithCounters);
        List<String> header = CsvReport.header(keys);
        header.addAll(List.of("column", "counter", "unit", "round", "value"));
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            writer.writeRecord(header);
            for (View view : model.views()) {
                for (Case line : view.table().linesWithCounters()) {
                    line.columnValues().forEach(side -> side(CsvReport.named(view, line, keys), side, writer));
                }
            }
        }
    }

    private static void side(List<String> named, ColumnValue side, CsvWriter writer) {
        for (Map.Entry<String, CounterSeries> counter :
                side.cell().values().counts().byMetric().entrySet()) {
            counter.getValue().rounds().forEach((round, value) -> {
                List<String> cells = new ArrayList<>(named);
                cells.add(CsvReport.harmless(side.column()));
                cells.add(CsvReport.harmless(counter.getKey()));
                cells.add(CsvReport.harmless(counter.getValue().sampleUnit()));
                cells.add(String.valueOf(round));
                cells.add(CsvReport.number(value));
                writer.writeRecord(cells);
            });
        }
    }
}
