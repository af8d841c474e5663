package org.rowmark.report.plot;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

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

    /** Round numbers of seconds and of minutes; below 1 s and above 1 d 1, 2, 5 go on. */
    private static final int[] ROUND = {1, 2, 5, 10, 15, 30};

    private static final int[] ROUND_HOURS = {1, 2, 3, 6, 12, 24};

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
        if (least < 0.5) {
            return Axis.step(high, most);
        }
        return IntStream.of(1, MINUTE, HOUR)
                .flatMap(
                        unit -> IntStream.of(unit == HOUR ? ROUND_HOURS : ROUND).map(count -> count * unit))
                .filter(step -> step >= least)
                .mapToDouble(step -> step)
                .findFirst()
                .orElseGet(() -> DAY * Axis.step(high / DAY, most));
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
