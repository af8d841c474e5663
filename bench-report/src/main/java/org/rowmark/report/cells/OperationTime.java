package org.rowmark.report.cells;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.result.jmh.JmhResult;

/** The time of one operation by round, in nanoseconds, where one thread does one operation after the other. */
public final class OperationTime {
    private static final String OPERATIONS = "ops";
    private static final String OPERATION = "op";
    private static final String ROWS = "rows";

    /** The beginning of an operation in words that is about a single row. */
    private static final String ONE_ROW = "one row ";

    private OperationTime() {}

    /** Returns the time, whatever the mode; empty in an open loop, whose threads wait between operations. */
    public static Map<Integer, Double> nanos(CellValues values) {
        if (!values.named(NamedMetrics.OFFERED).isEmpty()) {
            return Map.of();
        }
        if (values.isPass()) {
            return Means.scaled(NamedMetrics.seconds(values), TimeUnits.SECONDS.nanos());
        }
        return nanos(values.unit(), OPERATIONS, OPERATION, values.score()).orElse(Map.of());
    }

    /** Returns the time by the rows of an operation; empty where its rows are not known. */
    public static Map<Integer, Double> perRow(Cell cell) {
        CellValues values = cell.values();
        Map<Integer, Double> counted = Means.quotient(nanos(values), values.named(NamedMetrics.ROWS));
        if (!counted.isEmpty()) {
            return counted;
        }
        return values.secondary().entrySet().stream()
                .flatMap(metric -> nanos(metric.getKey(), ROWS, ROWS, metric.getValue()).stream())
                .findFirst()
                .orElseGet(() -> cell.operation().startsWith(ONE_ROW) ? nanos(values) : Map.of());
    }

    /**
     * Returns the time of one thing.
     *
     * @param unit for example {@code ops/s} or {@code ms/op}
     * @param things as a rate has them
     * @param thing as a time has it
     * @return empty for another unit
     */
    private static Optional<Map<Integer, Double>> nanos(
            String unit, String things, String thing, Map<Integer, Double> values) {
        int slash = unit.indexOf('/');
        String over = unit.substring(0, Math.max(0, slash));
        String under = unit.substring(slash + 1);
        if (over.equals(things) && JmhResult.NANOS.containsKey(under)) {
            Map<Integer, Double> nanos = new TreeMap<>(values);
            nanos.values().removeIf(rate -> !(rate > 0));
            nanos.replaceAll((round, rate) -> JmhResult.NANOS.get(under) / rate);
            return Optional.of(nanos);
        }
        return under.equals(thing) && JmhResult.NANOS.containsKey(over)
                ? Optional.of(Means.scaled(values, JmhResult.NANOS.get(over)))
                : Optional.empty();
    }
}
