package org.rowmark.report.cells;

import java.util.Arrays;
import java.util.stream.DoubleStream;

/** Units of time for latencies. */
public enum TimeUnits {
    NANOSECONDS("ns", 1),
    MICROSECONDS("µs", 1e3),
    MILLISECONDS("ms", 1e6),
    SECONDS("s", 1e9);

    private final String symbol;
    private final double nanos;

    TimeUnits(String symbol, double nanos) {
        this.symbol = symbol;
        this.nanos = nanos;
    }

    public String symbol() {
        return symbol;
    }

    public double nanos() {
        return nanos;
    }

    /** Returns the largest unit in which the least value is 1 or more; all values of a line share it. */
    public static TimeUnits fitting(DoubleStream nanos) {
        double least = nanos.min().orElse(0);
        return Arrays.stream(values())
                .filter(unit -> least >= unit.nanos)
                .reduce(NANOSECONDS, (smaller, larger) -> larger);
    }
}
