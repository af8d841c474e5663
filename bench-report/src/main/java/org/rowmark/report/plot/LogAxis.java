package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;

/**
 * Equal ratios at equal distances. Ticks are 1, 2, 5 times powers of ten, fewer where there are many, and even steps
 * where the ends are less than a factor of {@value #EVEN} apart; 1 is among them wherever the axis contains it.
 * {@code low} is more than 0 and less than {@code high}.
 */
record LogAxis(double low, double high, double from, double to) implements Axis {
    private static final double EVEN = 5;
    private static final int MOST = 14;

    /** Wide enough for the mark of a ratio. */
    private static final double GAP = 13;

    private static final double[] ONE = {1};
    private static final double[][] MANTISSAS = {{1, 2, 5}, {1, 3}, ONE};

    LogAxis {
        if (!(low > 0 && low < high)) {
            throw new IllegalArgumentException("no log axis from " + low + " to " + high);
        }
    }

    static LogAxis of(Range range, double from, double to) {
        return new LogAxis(range.low(), range.high(), from, to);
    }

    @Override
    public double fraction(double value) {
        double start = Math.log(low);
        return (Math.log(value) - start) / (Math.log(high) - start);
    }

    /** Returns ticks inside. Even steps are at most 1 where the axis contains 1, so that it is a multiple of them. */
    @Override
    public List<Tick> ticks() {
        double greatest = contains(1) ? 1 : high;
        return high / low < EVEN
                ? evenTicks(Math.min(greatest, Axis.step(high - low, MOST)), greatest, GAP)
                : decadeTicks();
    }

    private List<Tick> decadeTicks() {
        for (double[] mantissas : MANTISSAS) {
            List<Tick> ticks = decadeTicks(mantissas, 1);
            if (ticks.size() <= MOST && haveRoom(ticks)) {
                return ticks;
            }
        }
        int stride = (int) Math.ceil((Math.log10(high) - Math.log10(low)) / MOST);
        List<Tick> ticks = decadeTicks(ONE, stride);
        List<Tick> fewer = decadeTicks(ONE, stride + 1);
        while (!haveRoom(ticks) && fewer.size() >= 2) {
            stride++;
            ticks = fewer;
            fewer = decadeTicks(ONE, stride + 1);
        }
        return ticks;
    }

    private boolean haveRoom(List<Tick> ticks) {
        return Tick.haveRoom(ticks, to > from, GAP);
    }

    private List<Tick> decadeTicks(double[] mantissas, int stride) {
        List<Tick> ticks = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(low) / stride) * stride;
        for (int exponent = first; exponent <= Math.log10(high); exponent += stride) {
            for (double mantissa : mantissas) {
                // from text, for Math.pow(10, -5) times 5 is not the double next to 5e-5
                double value = Double.parseDouble(mantissa + "e" + exponent);
                if (contains(value)) {
                    ticks.add(new Tick(at(value), Digits.plain(value), false));
                }
            }
        }
        return ticks;
    }

    /** Returns the ticks of an axis of ratios, whose main one is 1. */
    List<Tick> ratioTicks() {
        return ticks().stream()
                .map(tick ->
                        new Tick(tick.at(), tick.label() + "×", tick.label().equals("1")))
                .toList();
    }
}
