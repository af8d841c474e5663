package org.rowmark.report.write;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.model.View;

/**
 * The writer of counters.csv: a line per counter of a configuration with the mean over rounds, or a line for each
 * round; numbers with twelve digits, no line for what was not counted. The columns are in docs/files.md.
 */
public final class CountersCsv {
    private final Set<String> keys;
    private final CsvWriter out;
    private final boolean full;

    private CountersCsv(Set<String> keys, CsvWriter out, boolean full) {
        this.keys = keys;
        this.out = out;
        this.full = full;
    }

    /** Returns whether there is anything to write. */
    static boolean isNeeded(ReportModel model) {
        return model.views().stream()
                .anyMatch(view -> !view.table().linesWithCounters().isEmpty());
    }

    /**
     * Writes into a stream instead of returning a text: a large run has millions of values.
     *
     * @param full whether each round has a line
     */
    public static void write(ReportModel model, Writer out, boolean full) throws IOException {
        Set<String> keys = new LinkedHashSet<>();
        model.views()
                .forEach(view -> view.table()
                        .linesWithCounters()
                        .forEach(line -> keys.addAll(line.key().parameters().keySet())));
        List<String> header = new ArrayList<>(List.of("question", "workload"));
        keys.forEach(key -> header.add(CsvReport.harmless(key)));
        header.addAll(List.of("column", "counter", "unit"));
        header.addAll(full ? List.of("round", "value") : List.of("value"));
        try (CsvWriter writer =
                CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(out)) {
            writer.writeRecord(header);
            CountersCsv csv = new CountersCsv(keys, writer, full);
            for (View view : model.views()) {
                for (Case line : view.table().linesWithCounters()) {
                    line.columnValues().forEach(side -> csv.side(csv.named(view, line), side));
                }
            }
        }
    }

    private List<String> named(View view, Case line) {
        List<String> cells = new ArrayList<>();
        cells.add(CsvReport.harmless(view.question()));
        cells.add(CsvReport.harmless(line.key().workload()));
        keys.forEach(key -> cells.add(CsvReport.harmless(line.key().parameters().getOrDefault(key, ""))));
        return cells;
    }

    private void side(List<String> named, ColumnValue side) {
        side.cell().values().counts().byMetric().forEach((metric, counted) -> {
            List<String> cells = new ArrayList<>(named);
            cells.add(CsvReport.harmless(side.column()));
            cells.add(CsvReport.harmless(metric));
            cells.add(CsvReport.harmless(counted.sampleUnit()));
            if (full) {
                counted.rounds().forEach((round, value) -> line(cells, String.valueOf(round), CsvReport.number(value)));
            } else {
                line(cells, CsvReport.number(counted.mean().mean()));
            }
        });
    }

    private void line(List<String> cells, String... values) {
        List<String> line = new ArrayList<>(cells);
        line.addAll(List.of(values));
        out.writeRecord(line);
    }
}
