package org.rowmark.report.study;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.Column;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.report.section.KeyColumns;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;

/**
 * The results of a cell that fills pages, other than its time. Means over rounds; without a round where they are not
 * known.
 *
 * @param statementsPerSecond while rows were inserted, the checkpoint not counted
 * @param seconds of the whole operation
 * @param statementMedianMillis of single statements
 * @param statementP99Millis the same of the slowest hundredth; without a round where a round has too few statements
 * @param payloadBytesPerRow bytes of the values of a row
 * @param dataBytes size of the data files at the end
 * @param writtenByServer what the server counts
 * @param writtenBySystem what the operating system counts for the server's processes
 */
public record PageFill(
        Map<String, String> keys,
        Interval statementsPerSecond,
        Interval rowsPerSecond,
        Interval seconds,
        Interval checkpointSeconds,
        Interval statementMedianMillis,
        Interval statementP99Millis,
        Interval rowsPerPage,
        Interval payloadBytesPerRow,
        Interval dataBytes,
        Interval logBytes,
        Written writtenByServer,
        Written writtenBySystem) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String BYTES = "bytes";
    private static final String COUNT = "count";

    private static final List<Column<PageFill>> SPEED = List.of(
            column("statements/s", COUNT, PageFill::statementsPerSecond),
            column("rows/s", COUNT, PageFill::rowsPerSecond),
            column("whole (s)", COUNT, PageFill::seconds),
            new Column<>("checkpoint (s)", fill -> cell(fill.checkpointSeconds, COUNT, "none made")),
            column("statement, median (ms)", COUNT, PageFill::statementMedianMillis),
            new Column<>("p99 (ms)", fill -> cell(fill.statementP99Millis, COUNT, fill.withoutP99())),
            column("rows per page", COUNT, PageFill::rowsPerPage));

    private static final List<Column<PageFill>> WRITTEN = List.of(
            column("payload per row", BYTES, PageFill::payloadBytesPerRow),
            new Column<>("by the server", fill -> fill.writtenByServer.cell()),
            column("amplification", COUNT, fill -> fill.writtenByServer.amplification),
            new Column<>("by the system", fill -> fill.writtenBySystem.cell()),
            column("amplification", COUNT, fill -> fill.writtenBySystem.amplification),
            column("data files", BYTES, PageFill::dataBytes),
            column("log", BYTES, PageFill::logBytes));

    /**
     * Bytes written as one source counts them.
     *
     * @param of what is counted, in words; empty where it is not known
     * @param bytesPerRow bytes written per row that was inserted
     * @param amplification bytes written per byte of the rows' values
     */
    public record Written(String of, Interval bytesPerRow, Interval amplification) {
        private static Written of(BytesWritten bytes, Map<Integer, Double> rows, Map<Integer, Double> payload) {
            return new Written(
                    bytes.of(),
                    Means.mean(Means.quotient(bytes.rounds(), rows)),
                    Means.mean(Means.quotient(bytes.rounds(), payload)));
        }

        private TableCell cell() {
            return TableCell.amount(bytesPerRow, BYTES, of);
        }
    }

    /** Returns whether a cell has rows and the time in which they were inserted. */
    static boolean isFill(Cell cell) {
        return !cell.values().named(NamedMetrics.ROWS).isEmpty()
                && !cell.values().named(NamedMetrics.FILL).isEmpty();
    }

    static PageFill of(Cell cell) {
        CellValues values = cell.values();
        Map<Integer, Double> rows = values.named(NamedMetrics.ROWS);
        Map<Integer, Double> fill = values.named(NamedMetrics.FILL);
        Map<Integer, Double> payload = values.named(NamedMetrics.PAYLOAD);
        return new PageFill(
                cell.keys(),
                Means.mean(Means.quotient(values.named(NamedMetrics.STATEMENTS), fill)),
                Means.mean(Means.quotient(rows, fill)),
                Means.mean(NamedMetrics.seconds(values)),
                Means.mean(values.named(NamedMetrics.CHECKPOINT)),
                Means.mean(millis(values, 50)),
                Means.mean(millis(values, 99)),
                Means.mean(values.named(NamedMetrics.ROWS_PER_PAGE)),
                Means.mean(Means.quotient(payload, rows)),
                Means.mean(values.counts().rounds("data." + CounterText.SIZE)),
                Means.mean(values.counts().rounds("log." + CounterText.SIZE)),
                Written.of(BytesWritten.byServer(values.counts()), rows, payload),
                Written.of(BytesWritten.bySystem(values.counts()), rows, payload));
    }

    /** Returns a percentile of the times of single statements; empty where a round has too few. */
    private static Map<Integer, Double> millis(CellValues values, double percentile) {
        return Means.scaled(Percentiles.byRound(values.latencies(), percentile).orElse(Map.of()), 1 / NANOS_PER_MILLI);
    }

    /** Returns the section with the speeds, and below them the bytes written for the rows. */
    public static Section section(Results results) {
        List<PageFill> fills = results.cells().stream()
                .filter(PageFill::isFill)
                .map(PageFill::of)
                .toList();
        KeyColumns keys = results.keyColumns(fills.stream().map(PageFill::keys).toList(), "");
        Section bytes = new Section(
                "Bytes written per row",
                "Write amplification is bytes written per byte of the rows' values. “By the server” is what the server"
                        + " counts, with what it is the sum of; “by the system” is what the operating system counts for"
                        + " the server's processes, all files together. The two need not agree: Linux may count up to"
                        + " 2 MB for a page. Sizes are those at the end.",
                keys.table(fills, PageFill::keys, WRITTEN));
        return new Section(
                        "Filling pages",
                        "Statements and rows per second are those of the inserting alone; the whole time has the"
                                + " checkpoint in it. Median and p99 are of single statements; p99 takes "
                                + Numbers.whole(Percentiles.needed(99)) + " of them in each round.",
                        keys.table(fills, PageFill::keys, SPEED),
                        bytes)
                .withData("fills", fills);
    }

    private static Column<PageFill> column(String name, String unit, Function<PageFill, Interval> figure) {
        return new Column<>(name, fill -> cell(figure.apply(fill), unit, CounterText.NOT_REPORTED));
    }

    private static TableCell cell(Interval figure, String unit, String absent) {
        return figure.n() == 0 ? TableCell.of(Numbers.NONE, absent) : TableCell.amount(figure, unit);
    }

    private String withoutP99() {
        return statementMedianMillis.n() > 0 ? "too few statements" : CounterText.NOT_REPORTED;
    }
}
