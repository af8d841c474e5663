package org.rowmark.report.counters;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Counters;
import org.rowmark.report.cells.MetricUnit;
import org.rowmark.result.CounterName;

/**
 * What was done to the files of one kind, or to one of them, in one round, over all its measured operations. What nobody
 * tells is NaN.
 *
 * @param size bytes at the end
 * @param reads how often was read
 * @param bytesRead bytes
 * @param readStall milliseconds that reads took
 * @param writes how often was written
 * @param bytesWritten bytes
 * @param writeStall milliseconds that writes took
 */
public record FileIo(
        double size,
        double reads,
        double bytesRead,
        double readStall,
        double writes,
        double bytesWritten,
        double writeStall) {
    /** Kinds of counters that are files. */
    public static final List<String> KINDS = List.of("data", "log", "temp");

    /** Of all files of a kind by round; empty where nobody tells anything but a size. */
    public static Map<Integer, FileIo> of(CellValues cellValues, String kind) {
        return of(cellValues, kind, "");
    }

    /** Whether files of a kind were read or written: zeros tell nothing that the counters do not. */
    public static boolean isUsed(CellValues cellValues, String kind) {
        return of(cellValues, kind).values().stream()
                .anyMatch(run -> run.reads > 0 || run.bytesRead > 0 || run.writes > 0 || run.bytesWritten > 0);
    }

    private static Map<Integer, FileIo> of(CellValues cellValues, String kind, String file) {
        Counters counts = cellValues.counts();
        TreeSet<Integer> rounds = new TreeSet<>();
        for (String name :
                List.of(CounterText.READS, CounterText.WRITES, CounterText.BYTES_READ, CounterText.BYTES_WRITTEN)) {
            rounds.addAll(
                    counts.rounds(new CounterName(kind, name, file).metric()).keySet());
        }
        Map<Integer, FileIo> runs = new TreeMap<>();
        for (int round : rounds) {
            double operations = operations(cellValues, round);
            ToDoubleFunction<String> told = name ->
                    counts.rounds(new CounterName(kind, name, file).metric()).getOrDefault(round, Double.NaN);
            runs.put(
                    round,
                    new FileIo(
                            told.applyAsDouble(CounterText.SIZE),
                            operations * told.applyAsDouble(CounterText.READS),
                            operations * told.applyAsDouble(CounterText.BYTES_READ),
                            operations * told.applyAsDouble(CounterText.READ_TIME),
                            operations * told.applyAsDouble(CounterText.WRITES),
                            operations * told.applyAsDouble(CounterText.BYTES_WRITTEN),
                            operations * told.applyAsDouble(CounterText.WRITE_TIME)));
        }
        return runs;
    }

    /** One figure of all files of a kind by round; without the rounds that do not tell it. */
    public static Map<Integer, Double> of(CellValues cellValues, String kind, ToDoubleFunction<FileIo> figure) {
        return of(cellValues, kind, "", figure);
    }

    /** The same of one file; empty: of all. */
    public static Map<Integer, Double> of(
            CellValues cellValues, String kind, String file, ToDoubleFunction<FileIo> figure) {
        Map<Integer, Double> figures = new TreeMap<>();
        of(cellValues, kind, file).forEach((round, run) -> {
            double value = figure.applyAsDouble(run);
            if (Double.isFinite(value)) {
                figures.put(round, value);
            }
        });
        return figures;
    }

    /** A result file of JMH does not tell them; a single shot is one. */
    private static double operations(CellValues cellValues, int round) {
        Long operations = cellValues.counts().operations().get(round);
        if (operations != null) {
            return operations;
        }
        return cellValues.mode().equals(MetricUnit.SINGLE_SHOT) ? 1 : Double.NaN;
    }

    /** Milliseconds, as the published figures have it: the 1 keeps a file that was never read from dividing by 0. */
    public double stallPerRead() {
        return readStall / (1 + reads);
    }

    /** The same of writes. */
    public double stallPerWrite() {
        return writeStall / (1 + writes);
    }
}
