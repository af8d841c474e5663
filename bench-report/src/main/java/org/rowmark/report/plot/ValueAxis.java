package org.rowmark.report.plot;

/** Chooses the axis of a metric. */
final class ValueAxis {
    /** From this factor on, small values could not be told apart on a linear axis. */
    private static final double LOG_FROM = 20;

    /** A linear axis starts at 0 where the least value is below this part of the greatest. */
    private static final double NEAR_ZERO = 0.4;

    private ValueAxis() {}

    /** Of values in a line or cloud: by dots, so that 0 is on it only where it is near. */
    static Axis of(Range values, double from, double to) {
        if (values.low() > 0 && values.factor() >= LOG_FROM) {
            return LogAxis.of(values.paddedLog(), from, to);
        }
        Range padded = values.padded();
        boolean fromZero = values.low() >= 0 && values.low() < NEAR_ZERO * values.high();
        return LinearAxis.of(fromZero ? new Range(0, padded.high()) : padded, from, to);
    }
}
