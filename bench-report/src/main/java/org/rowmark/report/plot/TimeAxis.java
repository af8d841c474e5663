package org.rowmark.report.plot;

import java.util.List;
import java.util.Locale;

/**
 * Time since a start. Ticks are at round seconds, minutes, hours or days.
 *
 * @param high seconds at {@code to}; 0 is at {@code from}
 * @param from in units of the drawing
 * @param to more than {@code from}
 */
record TimeAxis(double high, double from, double to) implements Axis {
    private static final double LEAST_DISTANCE = 76;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;

    /** Round lengths of time in seconds, below and above which 1, 2, 5 go on. */
    private static final int[] STEPS = {
        1,
        2,
        5,
        10,
        15,
        30,
        MINUTE,
        2 * MINUTE,
        5 * MINUTE,
        10 * MINUTE,
        15 * MINUTE,
        30 * MINUTE,
        HOUR,
        2 * HOUR,
        3 * HOUR,
        6 * HOUR,
        12 * HOUR,
        DAY
    };

    TimeAxis {
        if (!(high > 0)) {
            throw new IllegalArgumentException("no time axis of " + high + " s");
        }
    }

    @Override
    public double at(double seconds) {
        return from + Math.max(0, Math.min(high, seconds)) / high * (to - from);
    }

    @Override
    public boolean contains(double seconds) {
        return seconds >= 0 && seconds <= high;
    }

    @Override
    public List<Tick> ticks() {
        double step = step();
        return Axis.multiples(0, high, step).stream()
                .map(seconds -> new Tick(at(seconds), label(seconds, step), false))
                .toList();
    }

    private double step() {
        int most = (int) Math.max(3, (to - from) / LEAST_DISTANCE);
        double least = high / most;
        if (least < STEPS[0] / 2.0) {
            return Axis.step(high, most);
        }
        for (int step : STEPS) {
            if (step >= least) {
                return step;
            }
        }
        return DAY * Axis.step(high / DAY, most);
    }

    private static String label(double seconds, double step) {
        if (seconds == 0) {
            return "0";
        }
        if (step < 1) {
            return Digits.multiple(seconds, step) + " s";
        }
        long whole = Math.round(seconds);
        if (step >= DAY) {
            return Digits.multiple(seconds / DAY, step / DAY) + " d";
        }
        if (whole % HOUR == 0) {
            return whole / HOUR + " h";
        }
        if (whole % MINUTE == 0) {
            return whole < HOUR
                    ? whole / MINUTE + " min"
                    : String.format(Locale.ROOT, "%d:%02d h", whole / HOUR, whole % HOUR / MINUTE);
        }
        return whole < MINUTE
                ? whole + " s"
                : String.format(Locale.ROOT, "%d:%02d min", whole / MINUTE, whole % MINUTE);
    }
}
