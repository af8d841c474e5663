package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.report.counters.FileIo;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.section.DataTable.TableCell;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;

/**
 * What a cell that fills pages has beside its time. Means over rounds; without a round where it is not known.
 *
 * @param keys of the cell
 * @param statementsPerSecond while rows were inserted, the checkpoint not counted
 * @param rowsPerSecond the same of rows
 * @param seconds of the whole operation
 * @param checkpointSeconds of it
 * @param statementMedianMillis of single statements
 * @param statementP99Millis the same of the slowest hundredth; without a round where a round has too few statements
 * @param rowsPerPage rows that fit on a page
 * @param payloadBytesPerRow bytes of the values of a row
 * @param writtenByServer what the server counts
 * @param writtenBySystem what the operating system counts for the server's processes
 * @param stalls of the kinds of files that have any
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
        Written writtenByServer,
        Written writtenBySystem,
        List<Stall> stalls) {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final String BYTES = "bytes";

    /**
     * @param of what counts, in words; empty where it is not known
     * @param bytesPerRow bytes written per row that was inserted
     * @param amplification bytes written per byte of the rows' values
     */
    public record Written(String of, Interval bytesPerRow, Interval amplification) {
        private static Written of(BytesWritten bytes, Map<Integer, Double> rows, Map<Integer, Double> payload) {
            return new Written(
                    bytes.of(),
                    Means.mean(quotient(bytes.rounds(), rows)),
                    Means.mean(quotient(bytes.rounds(), payload)));
        }

        private TableCell perRow() {
            return bytesPerRow.n() == 0
                    ? notReported()
                    : TableCell.of(
                            CounterText.amount(bytesPerRow, BYTES),
                            Stream.of(CounterText.range(bytesPerRow, BYTES), of)
                                    .filter(text -> !text.isEmpty())
                                    .collect(Collectors.joining("; ")));
        }
    }

    /** Average stalls of files of a kind. */
    public record Stall(String files, Interval millisPerRead, Interval millisPerWrite) {
        private static Stall of(CellValues values, String kind) {
            return new Stall(
                    kind,
                    Means.mean(FileIo.of(values, kind, FileIo::stallPerRead)),
                    Means.mean(FileIo.of(values, kind, FileIo::stallPerWrite)));
        }
    }

    /** Whether a cell has rows and how long it took to insert them. */
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
                Means.mean(quotient(values.named(NamedMetrics.STATEMENTS), fill)),
                Means.mean(quotient(rows, fill)),
                Means.mean(NamedMetrics.seconds(values)),
                Means.mean(values.named(NamedMetrics.CHECKPOINT)),
                Means.mean(millis(values, 50)),
                Means.mean(millis(values, 99)),
                Means.mean(values.named(NamedMetrics.ROWS_PER_PAGE)),
                Means.mean(quotient(payload, rows)),
                Written.of(BytesWritten.byServer(values.counts()), rows, payload),
                Written.of(BytesWritten.bySystem(values.counts()), rows, payload),
                FileIo.KINDS.stream()
                        .map(kind -> Stall.of(values, kind))
                        .filter(stall -> stall.millisPerRead.n() + stall.millisPerWrite.n() > 0)
                        .toList());
    }

    /** A percentile of the times of single statements; empty where a round has too few. */
    private static Map<Integer, Double> millis(CellValues values, double percentile) {
        Map<Integer, Double> millis =
                new TreeMap<>(Percentiles.byRound(values.latencies(), percentile).orElse(Map.of()));
        millis.replaceAll((round, nanos) -> nanos / NANOS_PER_MILLI);
        return millis;
    }

    /** In each round that has both. */
    static Map<Integer, Double> quotient(Map<Integer, Double> over, Map<Integer, Double> under) {
        Map<Integer, Double> quotients = new TreeMap<>();
        over.forEach((round, value) -> {
            if (under.getOrDefault(round, 0.0) > 0) {
                quotients.put(round, value / under.get(round));
            }
        });
        return quotients;
    }

    /** How fast, and below it what was written for what was inserted. */
    static Section section(Results results) {
        List<Cell> cells = results.cells().stream().filter(PageFill::isFill).toList();
        KeyColumns keys = results.keyColumns(cells.stream().map(Cell::keys).toList(), "");
        List<PageFill> fills = new ArrayList<>();
        List<List<TableCell>> speed = new ArrayList<>();
        List<List<TableCell>> written = new ArrayList<>();
        for (Cell cell : cells) {
            PageFill fill = of(cell);
            fills.add(fill);
            speed.add(row(keys.of(cell.keys()), fill.speed()));
            written.add(row(keys.of(cell.keys()), fill.written(cell.values().counts())));
        }
        Section bytes = new Section(
                "Bytes written per row",
                "Write amplification is bytes written per byte of the rows' values. “By the server” is what the server"
                        + " counts, with what it is the sum of; “by the system” is what the operating system counts for"
                        + " the server's processes, all files together. The two need not agree: Linux may count up to"
                        + " 2 MB for a page. Sizes are those at the end.",
                List.of(table(
                        keys,
                        written,
                        "payload per row",
                        "by the server",
                        "amplification",
                        "by the system",
                        "amplification",
                        "data files",
                        "log")));
        return new Section(
                        "Filling pages",
                        "Statements and rows per second are those of the inserting alone; the whole time has the checkpoint in"
                                + " it. Median and p99 are of single statements; p99 takes "
                                + Numbers.whole(Percentiles.needed(99)) + " of them in each round."
                                + results.scaleNotice(),
                        List.of(
                                table(
                                        keys,
                                        speed,
                                        "statements/s",
                                        "rows/s",
                                        "whole (s)",
                                        "checkpoint (s)",
                                        "statement, median (ms)",
                                        "p99 (ms)",
                                        "rows per page"),
                                bytes))
                .withData("fills", fills);
    }

    private static DataTable table(KeyColumns keys, List<List<TableCell>> rows, String... columns) {
        return new DataTable(
                Stream.concat(keys.names().stream(), Stream.of(columns)).toList(),
                keys.names().size(),
                rows);
    }

    private static List<TableCell> row(List<TableCell> names, List<TableCell> numbers) {
        return Stream.concat(names.stream(), numbers.stream()).toList();
    }

    private List<TableCell> speed() {
        boolean isTimed = statementMedianMillis.n() > 0;
        return List.of(
                number(statementsPerSecond),
                number(rowsPerSecond),
                number(seconds),
                checkpointSeconds.n() == 0 ? TableCell.of(Numbers.NONE, "none made") : number(checkpointSeconds),
                number(statementMedianMillis),
                statementP99Millis.n() == 0 && isTimed
                        ? TableCell.of(Numbers.NONE, "too few statements")
                        : number(statementP99Millis),
                number(rowsPerPage));
    }

    private List<TableCell> written(Counters counts) {
        return List.of(
                bytes(payloadBytesPerRow),
                writtenByServer.perRow(),
                number(writtenByServer.amplification),
                writtenBySystem.perRow(),
                number(writtenBySystem.amplification),
                size(counts, "data"),
                size(counts, "log"));
    }

    private static TableCell size(Counters counts, String kind) {
        return bytes(Means.mean(counts.rounds(kind + "." + CounterText.SIZE)));
    }

    private static TableCell bytes(Interval interval) {
        return interval.n() == 0
                ? notReported()
                : TableCell.of(CounterText.amount(interval, BYTES), CounterText.range(interval, BYTES));
    }

    /** A mean with its interval; without one where that is the mean again as it is printed. */
    private static TableCell number(Interval interval) {
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
