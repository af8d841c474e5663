package org.rowmark.report.plot;

/**
 * A mapping of values to places in a drawing: equal differences at equal distances, on a log axis equal ratios.
 *
 * @param values with a width, on a log axis all more than 0
 * @param from place of the low value
 * @param to place of the high value, less than {@code from} on an axis that goes upwards
 */
record Axis(boolean isLog, Range values, double from, double to) {
    /** Greatest over least value from which an axis is logarithmic: small values would coincide. */
    private static final double LOG_FROM = 20;

    /** Least over greatest value below which a linear axis starts at 0. */
    private static final double NEAR_ZERO = 0.4;

    /** Returns the axis of values from 0 with some room above the greatest, which is at most {@code most}. */
    static Axis fromZero(double greatest, double most, double from, double to) {
        double high = greatest > 0 ? Math.min(most, Math.min(Range.MOST, greatest * 1.04)) : 1;
        return new Axis(false, new Range(0, high), from, to);
    }

    /** Returns the axis of values: from 0 where they are near it, logarithmic where they span much. */
    static Axis fitting(Range values, double from, double to) {
        if (values.spans(LOG_FROM)) {
            return new Axis(true, values.paddedLog(), from, to);
        }
        Range padded = values.padded();
        boolean isFromZero = values.low() >= 0 && values.low() < NEAR_ZERO * values.high();
        return new Axis(false, isFromZero ? new Range(0, padded.high()) : padded, from, to);
    }

    /** Returns the place of a value; for one beyond an end, that of the end. */
    double at(double value) {
        double low = values.low();
        double high = values.high();
        double inside = Math.max(low, Math.min(high, value));
        double fraction = isLog
                ? (Math.log(inside) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (inside - low) / (high - low);
        return from + fraction * (to - from);
    }

    boolean contains(double value) {
        return value >= values.low() && value <= values.high();
    }

    boolean isHorizontal() {
        return from < to;
    }
}
