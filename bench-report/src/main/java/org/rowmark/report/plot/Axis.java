package org.rowmark.report.plot;

/**
 * A mapping of the values from {@code low} to {@code high} to places in a drawing: equal differences at equal distances,
 * on a log axis equal ratios.
 *
 * @param low less than {@code high}, on a log axis more than 0
 * @param from place of the low value
 * @param to place of the high value, less than {@code from} on an axis that goes upwards
 */
record Axis(boolean isLog, double low, double high, double from, double to) {
    /** Greatest over least value from which an axis is logarithmic: small values would coincide. */
    private static final double LOG_FROM = 20;

    /** Least over greatest value below which a linear axis starts at 0. */
    private static final double NEAR_ZERO = 0.4;

    static Axis linear(Range range, double from, double to) {
        return new Axis(false, range.low(), range.high(), from, to);
    }

    static Axis log(Range range, double from, double to) {
        return new Axis(true, range.low(), range.high(), from, to);
    }

    /** Returns the axis of values from 0 with some room above the greatest, which is at most {@code most}. */
    static Axis fromZero(double greatest, double most, double from, double to) {
        double high = greatest > 0 ? Math.min(most, Math.min(Range.MOST, greatest * 1.04)) : 1;
        return linear(new Range(0, high), from, to);
    }

    /** Returns the axis of values: from 0 where they are near it, logarithmic where they span much. */
    static Axis fitting(Range values, double from, double to) {
        if (values.spans(LOG_FROM)) {
            return log(values.paddedLog(), from, to);
        }
        Range padded = values.padded();
        boolean isFromZero = values.low() >= 0 && values.low() < NEAR_ZERO * values.high();
        return linear(isFromZero ? new Range(0, padded.high()) : padded, from, to);
    }

    /** Returns the place of a value; for one beyond an end, that of the end. */
    double at(double value) {
        double inside = Math.max(low, Math.min(high, value));
        double fraction = isLog
                ? (Math.log(inside) - Math.log(low)) / (Math.log(high) - Math.log(low))
                : (inside - low) / (high - low);
        return from + fraction * (to - from);
    }

    boolean contains(double value) {
        return value >= low && value <= high;
    }

    boolean isHorizontal() {
        return from < to;
    }
}
