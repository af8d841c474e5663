package org.rowmark.report.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;

/** The ticks of an axis of seconds since a start: round seconds, minutes, hours or days. */
final class TimeTicks {
    private static final double LEAST_DISTANCE = 76;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;

    /** Round lengths of time from a second to a day; below and above them are 1, 2, 5 times powers of ten. */
    private static final double[] STEPS = {
        1, 2, 5, 10, 15, 30,
        60, 120, 300, 600, 900, 1800,
        3600, 7200, 10_800, 21_600, 43_200, 86_400
    };

    private TimeTicks() {}

    static List<Tick> of(LinearAxis time) {
        double step = step(time.high(), (int) Math.max(3, (time.to() - time.from()) / LEAST_DISTANCE));
        return time.multiples(step, seconds -> label(seconds, step));
    }

    private static double step(double high, int most) {
        double least = high / most;
        return least < STEPS[0] / 2
                ? Axis.step(high, most)
                : DoubleStream.of(STEPS)
                        .filter(step -> step >= least)
                        .findFirst()
                        .orElseGet(() -> DAY * Axis.step(high / DAY, most));
    }

    private static String label(double seconds, double step) {
        long whole = Math.round(seconds);
        if (seconds == 0) {
            return "0";
        }
        if (step < 1) {
            return Digits.multiple(seconds, step) + " s";
        }
        if (step >= DAY) {
            return Digits.multiple(seconds / DAY, step / DAY) + " d";
        }
        if (whole >= HOUR && whole % MINUTE == 0) {
            return label(whole, HOUR, MINUTE, " h");
        }
        return whole < MINUTE ? whole + " s" : label(whole, MINUTE, 1, " min");
    }

    /** Returns {@code 2 min} or {@code 1:30 min}. */
    private static String label(long seconds, int unit, int part, String symbol) {
        return seconds % unit == 0
                ? seconds / unit + symbol
                : String.format(Locale.ROOT, "%d:%02d%s", seconds / unit, seconds % unit / part, symbol);
    }
}
