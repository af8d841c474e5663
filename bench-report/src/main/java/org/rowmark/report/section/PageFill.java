package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.report.cells.NamedMetrics;
import org.rowmark.report.counters.BytesWritten;
import org.rowmark.report.counters.CounterText;
import org.rowmark.stats.Interval;
import org.rowmark.stats.Percentiles;

/**
 * What a cell that fills pages tells beside its time. Means over rounds; without a round where nobody tells.
 *
 * @param cell what was measured
 * @param statementsPerSecond while rows were inserted, the checkpoint not counted
 * @param rowsPerSecond the same of rows
 * @param seconds of the whole operation
 * @param checkpoint seconds
 * @param median milliseconds of a statement
 * @param p99 the same of the slowest hundredth; without a round where a round has too few statements
 * @param rowsPerPage rows that fit on a page
 * @param payload bytes of the values of a row
 * @param byServer what the server says that it wrote
 * @param bySystem what the operating system says that its processes wrote
 */
public record PageFill(
        Cell cell,
        Interval statementsPerSecond,
        Interval rowsPerSecond,
        Interval seconds,
        Interval checkpoint,
        Interval median,
        Interval p99,
        Interval rowsPerPage,
        Interval payload,
        Written byServer,
        Written bySystem) {
    private static final double NANOS_PER_MILLI = 1e6;

    /**
     * @param perRow bytes written per row that was inserted
     * @param amplification bytes written per byte of the rows' values
     * @param of what counts, in words; empty where nobody tells
     */
    public record Written(Interval perRow, Interval amplification, String of) {}

    /** Of the cells that tell rows and how long it took to insert them. */
    public static List<PageFill> of(List<Cell> cells) {
        List<PageFill> fills = new ArrayList<>();
        for (Cell cell : cells) {
            if (isFill(cell)) {
                fills.add(of(cell));
            }
        }
        return fills;
    }

    static boolean isFill(Cell cell) {
        return !cell.values().named(NamedMetrics.ROWS).isEmpty()
                && !cell.values().named(NamedMetrics.FILL).isEmpty();
    }

    private static PageFill of(Cell cell) {
        CellValues told = cell.values();
        Map<Integer, Double> rows = told.named(NamedMetrics.ROWS);
        Map<Integer, Double> fill = told.named(NamedMetrics.FILL);
        Map<Integer, Double> payload = told.named(NamedMetrics.PAYLOAD);
        return new PageFill(
                cell,
                Means.mean(quotient(told.named(NamedMetrics.STATEMENTS), fill)),
                Means.mean(quotient(rows, fill)),
                Means.mean(NamedMetrics.seconds(told)),
                Means.mean(told.named(NamedMetrics.CHECKPOINT)),
                Means.mean(millis(told, 50)),
                Means.mean(millis(told, 99)),
                Means.mean(told.named(NamedMetrics.ROWS_PER_PAGE)),
                Means.mean(quotient(payload, rows)),
                written(BytesWritten.byServer(told.counts()), rows, payload),
                written(BytesWritten.bySystem(told.counts()), rows, payload));
    }

    /** A percentile of the times of single statements; empty where a round has too few. */
    private static Map<Integer, Double> millis(CellValues told, double percentile) {
        Map<Integer, Double> millis =
                new TreeMap<>(Percentiles.byRound(told.latencies(), percentile).orElse(Map.of()));
        millis.replaceAll((round, nanos) -> nanos / NANOS_PER_MILLI);
        return millis;
    }

    private static Written written(BytesWritten bytes, Map<Integer, Double> rows, Map<Integer, Double> payload) {
        return new Written(
                Means.mean(quotient(bytes.rounds(), rows)), Means.mean(quotient(bytes.rounds(), payload)), bytes.of());
    }

    /** In each round that has both. */
    private static Map<Integer, Double> quotient(Map<Integer, Double> over, Map<Integer, Double> under) {
        Map<Integer, Double> quotients = new TreeMap<>();
        over.forEach((round, value) -> {
            if (under.getOrDefault(round, 0.0) > 0) {
                quotients.put(round, value / under.get(round));
            }
        });
        return quotients;
    }

    /** Size of files of a kind at the end of an operation, in bytes. */
    Interval size(String kind) {
        return Means.mean(cell.values().counts().rounds(kind + "." + CounterText.SIZE));
    }
}
