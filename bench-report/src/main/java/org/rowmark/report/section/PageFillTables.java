package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.model.View;
import org.rowmark.report.provenance.ScaleText;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.result.RunRecord;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;

/** What filling pages is asked beside its time, as tables; without rows where no cell tells that it filled any. */
public final class PageFillTables {
    private static final String BYTES = "bytes";

    private PageFillTables() {}

    /** How fast, and what a statement took. */
    public static DataTable speed(View view) {
        return table(
                "Filling pages",
                "Statements and rows per second are those of the inserting alone; the whole time has the checkpoint in it."
                        + " Median and p99 are of single statements; p99 takes " + Numbers.whole(Percentiles.needed(99))
                        + " of them in each round." + scale(view),
                view,
                List.of(
                        new Column("statements/s", fill -> number(fill.statementsPerSecond())),
                        new Column("rows/s", fill -> number(fill.rowsPerSecond())),
                        new Column("whole (s)", fill -> number(fill.seconds())),
                        new Column("checkpoint (s)", PageFillTables::checkpoint),
                        new Column("statement, median (ms)", fill -> number(fill.median())),
                        new Column("p99 (ms)", PageFillTables::p99),
                        new Column("rows per page", fill -> number(fill.rowsPerPage()))));
    }

    /** What was written for what was inserted. */
    public static DataTable written(View view) {
        return table(
                "Bytes written per row",
                "Write amplification is bytes written per byte of the rows' values. “By the server” is what the server"
                        + " counts, with what it is the sum of; “by the system” is what the operating system counts for"
                        + " the server's processes, all files together. The two need not agree: Linux may count up to"
                        + " 2 MB for a page. Sizes are those at the end.",
                view,
                List.of(
                        new Column("payload per row", fill -> bytes(fill.payload())),
                        new Column("by the server", fill -> perRow(fill.byServer())),
                        new Column(
                                "amplification", fill -> number(fill.byServer().amplification())),
                        new Column("by the system", fill -> perRow(fill.bySystem())),
                        new Column(
                                "amplification", fill -> number(fill.bySystem().amplification())),
                        new Column("data files", fill -> bytes(fill.size("data"))),
                        new Column("log", fill -> bytes(fill.size("log")))));
    }

    /** What may be set beside published figures of another size; empty at the published size. */
    static String scale(View view) {
        return view.runs().stream()
                .map(RunRecord::manifest)
                .flatMap(manifest -> manifest.request().scale().stream())
                .filter(scale -> scale != 1)
                .findFirst()
                .map(scale -> " This is " + ScaleText.size(scale)
                        + ": times, counts, bytes and sizes do not compare with"
                        + " published ones; figures per row, per statement and per read or write, and ratios, do.")
                .orElse("");
    }

    private record Column(String name, Function<PageFill, TableCell> cell) {}

    private static DataTable table(String heading, String text, View view, List<Column> columns) {
        List<PageFill> fills = PageFill.of(view.cells());
        KeyColumns keys = KeyColumns.of(
                fills.stream().map(PageFill::cell).toList(), view.table().projection(), "");
        List<String> header = new ArrayList<>(keys.names());
        columns.forEach(column -> header.add(column.name()));
        List<List<TableCell>> rows = new ArrayList<>();
        for (PageFill fill : fills) {
            List<TableCell> row = new ArrayList<>(keys.of(fill.cell()));
            columns.forEach(column -> row.add(column.cell().apply(fill)));
            rows.add(row);
        }
        return new DataTable(heading, text, header, keys.names().size(), rows);
    }

    /** A fill that tells its phases would tell this one. */
    private static TableCell checkpoint(PageFill fill) {
        return fill.checkpoint().n() == 0 ? TableCell.of(Numbers.NONE, "none made") : number(fill.checkpoint());
    }

    private static TableCell p99(PageFill fill) {
        boolean isTimed = fill.median().n() > 0;
        return fill.p99().n() == 0 && isTimed ? TableCell.of(Numbers.NONE, "too few statements") : number(fill.p99());
    }

    private static TableCell perRow(PageFill.Written written) {
        Interval perRow = written.perRow();
        if (perRow.n() == 0) {
            return notReported();
        }
        String range = CounterText.range(perRow, BYTES);
        return TableCell.of(
                CounterText.amount(perRow, BYTES), range.isEmpty() ? written.of() : range + "; " + written.of());
    }

    private static TableCell bytes(Interval interval) {
        return interval.n() == 0
                ? notReported()
                : TableCell.of(CounterText.amount(interval, BYTES), CounterText.range(interval, BYTES));
    }

    /** A mean with its interval; without one where that is the mean again as it is printed. */
    static TableCell number(Interval interval) {
        if (interval.n() == 0) {
            return notReported();
        }
        if (CounterText.isWhole(interval)) {
            return TableCell.of(Numbers.whole((long) interval.mean()));
        }
        return Numbers.isPoint(interval.low(), interval.high())
                ? TableCell.of(Numbers.score(interval.mean()))
                : TableCell.of(interval);
    }

    static TableCell notReported() {
        return TableCell.of(Numbers.NONE, CounterText.NOT_REPORTED);
    }
}
