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
        boolean isHorizontal = to > from;
        double step = Axis.step(high - low, (int) Math.max(2, Math.abs(to - from) / LEAST_DISTANCE));
        List<Tick> ticks = multiples(step);
        while (!Tick.haveRoom(ticks, isHorizontal, GAP)) {
            step = Axis.step(1.01 * step, 1);
            List<Tick> fewer = multiples(step);
            if (fewer.size() < 2) {
                break;
            }
            ticks = fewer;
        }
        return ticks;
    }

    private List<Tick> multiples(double step) {
        return Axis.multiples(low, high, step).stream()
                .map(value -> new Tick(at(value), Digits.multiple(value, step), false))
                .toList();
    }
}
