package org.rowmark.report.plot;

import java.util.DoubleSummaryStatistics;
import java.util.stream.DoubleStream;

/** The range of some values, which are limited to ±1e300. */
record Range(double low, double high) {
    /** Beyond these a difference of two values would not be finite. */
    static final double MOST = 1e300;

    /** Nearer to 0 than this, values are 0. */
    private static final double LEAST = 1e-300;

    private static final double LARGEST = 1e305;

    /** Returns the range of the finite values; from 0 to 1 where there is none. */
    static Range of(DoubleStream values) {
        DoubleSummaryStatistics finite = values.filter(Double::isFinite)
                .map(value -> Math.abs(value) < LEAST ? 0 : Math.max(-MOST, Math.min(MOST, value)))
                .summaryStatistics();
        return finite.getCount() == 0 ? new Range(0, 1) : new Range(finite.getMin(), finite.getMax());
    }

    /** Returns the range of the finite values above 0; from 1 to 10 where there is none. */
    static Range ofPositive(DoubleStream values) {
        Range range = of(values.filter(value -> value >= LEAST));
        return range.low > 0 ? range : new Range(1, 10);
    }

    /** Returns the range with a margin at both ends, and with a width if it had none. */
    Range padded() {
        double greatest = Math.max(Math.abs(low), Math.abs(high));
        double air = (high - low) * 0.06;
        if (air <= greatest * 1e-9) {
            air = high == 0 ? 1 : greatest * 0.05;
        }
        return new Range(low - air, high + air);
    }

    /** Returns the range with some air at both ends, on a log axis; all above 0. */
    Range paddedLog() {
        double air = Math.max(0.02, (Math.log(high) - Math.log(low)) * 0.06);
        return new Range(Math.max(Double.MIN_NORMAL, low * Math.exp(-air)), Math.min(LARGEST, high * Math.exp(air)));
    }

    /** Returns the range extended towards another one, at most by a factor of two at either end; all above 0. */
    Range reaching(Range other) {
        return new Range(Math.min(low, Math.max(other.low, low / 2)), Math.max(high, Math.min(other.high, high * 2)));
    }

    /** Returns whether all of it is above 0 and its ends are at least a factor apart. */
    boolean spans(double factor) {
        return low > 0 && high / low >= factor;
    }
}
