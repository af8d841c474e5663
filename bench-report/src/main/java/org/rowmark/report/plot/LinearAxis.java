package org.rowmark.report.plot;

import java.util.List;

/** Equal differences at equal distances; {@code low} is less than {@code high}. */
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
    public double fraction(double value) {
        return (value - low) / (high - low);
    }

    @Override
    public List<Tick> ticks() {
        int most = (int) Math.max(2, Math.abs(to - from) / LEAST_DISTANCE);
        return evenTicks(Axis.step(high - low, most), Double.POSITIVE_INFINITY, GAP);
    }
}
