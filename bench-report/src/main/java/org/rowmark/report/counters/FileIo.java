package org.rowmark.report.counters;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.report.cells.CellValues;
import org.rowmark.report.cells.Means;
import org.rowmark.result.CounterName;

/**
 * The reads and writes of the files of one kind, or of one file, by round over all operations measured in it. Without
 * the rounds in which it is not known.
 *
 * @param kind one of {@link #KINDS}
 * @param file empty for all files of the kind
 */
public record FileIo(CellValues values, String kind, String file) {
    public static final List<String> KINDS = List.of("data", "log", "temp");

    private static final List<String> TRAFFIC =
            List.of(CounterText.READS, CounterText.WRITES, CounterText.BYTES_READ, CounterText.BYTES_WRITTEN);

    public FileIo(CellValues values, String kind) {
        this(values, kind, "");
    }

    /** Returns the rounds in which anything but a size is known. */
    public SortedSet<Integer> rounds() {
        return TRAFFIC.stream()
                .flatMap(name -> perOperation(name).keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether anything was read or written: zeros are in the counters already. */
    public boolean isUsed() {
        return TRAFFIC.stream().anyMatch(name -> total(name).values().stream().anyMatch(value -> value > 0));
    }

    /** Returns a counter of the files; a size is that at the end. */
    public Map<Integer, Double> total(String name) {
        Map<Integer, Double> totals = new TreeMap<>(perOperation(name));
        if (!name.equals(CounterText.SIZE)) {
            totals.replaceAll((round, value) -> value * operations(round));
        }
        totals.values().removeIf(value -> !Double.isFinite(value));
        return totals;
    }

    /**
     * Returns milliseconds per read, defined as in published figures: the 1 avoids a division by 0 for a file that was
     * never read.
     */
    public Map<Integer, Double> stallPerRead() {
        return stalls(CounterText.READ_TIME, CounterText.READS);
    }

    /** Returns the same for writes. */
    public Map<Integer, Double> stallPerWrite() {
        return stalls(CounterText.WRITE_TIME, CounterText.WRITES);
    }

    private Map<Integer, Double> stalls(String time, String count) {
        return Means.joined(total(time), total(count), (millis, number) -> millis / (1 + number));
    }

    private Map<Integer, Double> perOperation(String name) {
        return values.counts().rounds(new CounterName(kind, name, file).metric());
    }

    /** Returns the number of operations in a round. A result file of JMH does not have it; a single shot is one. */
    private double operations(int round) {
        Long operations = values.counts().operations().get(round);
        if (operations != null) {
            return operations;
        }
        return values.isSingleShot() ? 1 : Double.NaN;
    }
}
