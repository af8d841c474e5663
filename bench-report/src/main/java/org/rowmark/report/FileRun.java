package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * What was done to the files of one kind in one round, over all its measured operations. What nobody tells is NaN.
 *
 * @param size bytes at the end
 * @param reads how often was read
 * @param bytesRead bytes
 * @param readStall milliseconds that reads took
 * @param writes how often was written
 * @param bytesWritten bytes
 * @param writeStall milliseconds that writes took
 */
record FileRun(
        double size,
        double reads,
        double bytesRead,
        double readStall,
        double writes,
        double bytesWritten,
        double writeStall) {
    /** Kinds of counters that are files. */
    static final List<String> KINDS = List.of("data", "log", "temp");

    /** By round; empty where nobody tells anything but a size. */
    static Map<Integer, FileRun> of(Replicates replicates, String kind) {
        Counts counts = replicates.counts();
        TreeSet<Integer> rounds = new TreeSet<>();
        for (String name : List.of(CounterText.READS, CounterText.WRITES, CounterText.BYTES_READ)) {
            rounds.addAll(counts.rounds(kind + "." + name).keySet());
        }
        rounds.addAll(counts.rounds(kind + "." + CounterText.BYTES_WRITTEN).keySet());
        Map<Integer, FileRun> runs = new TreeMap<>();
        for (int round : rounds) {
            double operations = operations(replicates, round);
            runs.put(
                    round,
                    new FileRun(
                            value(counts, kind, CounterText.SIZE, round),
                            operations * value(counts, kind, CounterText.READS, round),
                            operations * value(counts, kind, CounterText.BYTES_READ, round),
                            operations * value(counts, kind, CounterText.READ_TIME, round),
                            operations * value(counts, kind, CounterText.WRITES, round),
                            operations * value(counts, kind, CounterText.BYTES_WRITTEN, round),
                            operations * value(counts, kind, CounterText.WRITE_TIME, round)));
        }
        return runs;
    }

    /** One figure of them by round; without the rounds that do not tell it. */
    static Map<Integer, Double> of(Replicates replicates, String kind, ToDoubleFunction<FileRun> figure) {
        Map<Integer, Double> figures = new TreeMap<>();
        of(replicates, kind).forEach((round, run) -> {
            double value = figure.applyAsDouble(run);
            if (Double.isFinite(value)) {
                figures.put(round, value);
            }
        });
        return figures;
    }

    /** A result file of JMH does not tell them; a single shot is one. */
    private static double operations(Replicates replicates, int round) {
        Long operations = replicates.counts().operations().get(round);
        if (operations != null) {
            return operations;
        }
        return replicates.mode().equals(MetricUnit.SINGLE_SHOT) ? 1 : Double.NaN;
    }

    private static double value(Counts counts, String kind, String name, int round) {
        return counts.rounds(kind + "." + name).getOrDefault(round, Double.NaN);
    }

    /** Milliseconds, as the published figures have it: the 1 keeps a file that was never read from dividing by 0. */
    double stallPerRead() {
        return readStall / (1 + reads);
    }

    /** The same of writes. */
    double stallPerWrite() {
        return writeStall / (1 + writes);
    }
}
