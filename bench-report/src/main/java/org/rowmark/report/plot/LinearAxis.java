package org.rowmark.report.plot;

import java.util.List;

/**
 * Equal differences at equal distances.
 *
 * @param low value at {@code from}
 * @param high value at {@code to}, more than {@code low}
 * @param from in units of the drawing
 * @param to less than {@code from} on an axis that goes upwards
 */
record LinearAxis(double low, double high, double from, double to) implements Axis {
    private static final double LEAST_DISTANCE = 30;
    private static final double GAP = 16;

    LinearAxis {
        if (!(low < high)) {
            throw new IllegalArgumentException("no axis from " + low + " to " + high);
        }
    }

    static LinearAxis of(Range range, double from, double to) {
        return new LinearAxis(range.low(), range.high(), from, to);
    }

    @Override
    public double at(double value) {
        double inside = Math.max(low, Math.min(high, value));
        return from + (inside - low) / (high - low) * (to - from);
    }

    @Override
    public boolean contains(double value) {
        return value >= low && value <= high;
    }

    @Override
    public List<Tick> ticks() {
        double step = Axis.step(high - low, (int) Math.max(2, Math.abs(to - from) / LEAST_DISTANCE));
        return evenTicks(low, high, step, Double.MAX_VALUE, ticks -> Tick.haveRoom(ticks, to > from, GAP));
    }
}
