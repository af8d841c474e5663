package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A labelled place on an axis.
 *
 * @param at in units of the drawing
 * @param isMain whether it is the reference of the others, such as a ratio of 1
 */
record Tick(double at, String label, boolean isMain) {
    private static final double LINE = 22;
    private static final double GAP = 16;

    /** Wide enough for the mark of a ratio. */
    private static final double LOG_GAP = 13;

    private static final double LEAST_DISTANCE = 30;
    private static final int MOST_LOG = 14;

    /** The ratio of the ends of a log axis below which its ticks are even steps. */
    private static final double EVEN = 5;

    private static final double LEAST_TIME_DISTANCE = 76;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;

    /** Round lengths of time from a second to a day; below and above them are 1, 2, 5 times powers of ten. */
    private static final double[] TIME_STEPS = {
        1, 2, 5, 10, 15, 30,
        60, 120, 300, 600, 900, 1800,
        3600, 7200, 10_800, 21_600, 43_200, 86_400
    };

    /**
     * Returns round places inside an axis, ascending by value. On a log axis they are 1, 2, 5 times powers of ten, fewer
     * where there are many, and even steps where the ends are less than a factor of {@value #EVEN} apart. 1 is among them
     * wherever a log axis contains it: even steps are at most 1 there, so that it is a multiple of them.
     */
    static List<Tick> of(Axis axis) {
        double width = axis.high() - axis.low();
        if (!axis.isLog()) {
            int most = (int) Math.max(2, Math.abs(axis.to() - axis.from()) / LEAST_DISTANCE);
            return even(axis, step(width, most), Double.POSITIVE_INFINITY);
        }
        double greatest = axis.contains(1) ? 1 : axis.high();
        return axis.high() / axis.low() < EVEN
                ? even(axis, Math.min(greatest, step(width, MOST_LOG)), greatest)
                : decades(axis);
    }

    /** Returns the ticks of a log axis of ratios, whose main one is 1. */
    static List<Tick> ofRatios(Axis axis) {
        return of(axis).stream()
                .map(tick -> new Tick(tick.at, tick.label + "×", tick.label.equals("1")))
                .toList();
    }

    /** Returns the ticks of an axis of seconds since a start: round seconds, minutes, hours or days. */
    static List<Tick> ofTime(Axis time) {
        int most = (int) Math.max(3, (time.to() - time.from()) / LEAST_TIME_DISTANCE);
        double least = time.high() / most;
        double step = least < TIME_STEPS[0] / 2
                ? step(time.high(), most)
                : DoubleStream.of(TIME_STEPS)
                        .filter(round -> round >= least)
                        .findFirst()
                        .orElseGet(() -> DAY * step(time.high() / DAY, most));
        return multiples(time, step, seconds -> timeLabel(seconds, step));
    }

    /** Returns the ticks whose labels have room beside each other on a horizontal axis, main ones first. */
    static List<Tick> withRoom(List<Tick> ticks, double gap) {
        List<Tick> kept = new ArrayList<>();
        ticks.stream()
                .sorted(Comparator.comparing((Tick tick) -> !tick.isMain()))
                .filter(tick -> kept.stream()
                        .allMatch(other -> Math.abs(tick.at - other.at)
                                >= (PlotText.width(tick.label) + PlotText.width(other.label)) / 2 + gap))
                .forEach(kept::add);
        kept.sort(Comparator.comparingDouble(Tick::at));
        return kept;
    }

    /** Returns ticks in the smallest round steps from {@code least} to {@code greatest} whose labels have room. */
    private static List<Tick> even(Axis axis, double least, double greatest) {
        return firstWithRoom(
                axis,
                DoubleStream.iterate(least, step -> step <= greatest, step -> step(1.01 * step, 1))
                        .mapToObj(step -> multiples(axis, step, value -> PlotText.multiple(value, step))));
    }

    private static List<Tick> decades(Axis axis) {
        Stream<List<Tick>> sparse = Stream.iterate(1, stride -> stride + 1).map(stride -> decades(axis, stride, 1));
        return Stream.of(decades(axis, 1, 1, 2, 5), decades(axis, 1, 1, 3))
                .filter(ticks -> ticks.size() <= MOST_LOG && haveRoom(axis, ticks))
                .findFirst()
                .orElseGet(() -> firstWithRoom(axis, sparse.filter(ticks -> ticks.size() <= MOST_LOG)));
    }

    private static List<Tick> decades(Axis axis, int stride, int... mantissas) {
        List<Tick> ticks = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(axis.low()) / stride) * stride;
        for (int exponent = first; exponent <= Math.log10(axis.high()); exponent += stride) {
            for (int mantissa : mantissas) {
                // from text, for Math.pow(10, -5) times 5 is not the double next to 5e-5
                double value = Double.parseDouble(mantissa + "e" + exponent);
                if (axis.contains(value)) {
                    ticks.add(new Tick(axis.at(value), PlotText.rounded(value), false));
                }
            }
        }
        return ticks;
    }

    /** Returns the first of ever fewer ticks whose labels have room, or the last that are two or more. */
    private static List<Tick> firstWithRoom(Axis axis, Stream<List<Tick>> everFewer) {
        Iterator<List<Tick>> rest = everFewer.iterator();
        List<Tick> ticks = rest.next();
        while (!haveRoom(axis, ticks) && rest.hasNext()) {
            List<Tick> fewer = rest.next();
            if (fewer.size() < 2) {
                return ticks;
            }
            ticks = fewer;
        }
        return ticks;
    }

    /** Returns whether all labels have room beside or above each other. */
    private static boolean haveRoom(Axis axis, List<Tick> ticks) {
        return axis.isHorizontal()
                ? withRoom(ticks, axis.isLog() ? LOG_GAP : GAP).size() == ticks.size()
                : IntStream.range(1, ticks.size()).allMatch(i -> ticks.get(i - 1).at - ticks.get(i).at >= LINE);
    }

    /** Returns a tick at each multiple of {@code step}. */
    private static List<Tick> multiples(Axis axis, double step, DoubleFunction<String> label) {
        double first = Math.ceil(axis.low() / step - 1e-9);
        double last = Math.floor(axis.high() / step + 1e-9);
        return DoubleStream.iterate(first, i -> i <= last, i -> i + 1)
                .limit(100)
                .map(i -> Math.max(axis.low(), Math.min(axis.high(), i * step)))
                .mapToObj(value -> new Tick(axis.at(value), label.apply(value), false))
                .toList();
    }

    /** Returns the smallest of 1, 2, 5 times a power of ten that cuts {@code width} into at most {@code most} pieces. */
    private static double step(double width, int most) {
        double power = Math.pow(10, Math.floor(Math.log10(width / most)));
        return DoubleStream.of(1, 2, 5)
                .map(mantissa -> mantissa * power)
                .filter(step -> step * most >= width * (1 - 1e-9))
                .findFirst()
                .orElse(10 * power);
    }

    /** Returns {@code 30 s}, {@code 2 min}, {@code 1:30 min} or {@code 1:30 h}. */
    private static String timeLabel(double seconds, double step) {
        if (seconds == 0) {
            return "0";
        }
        if (step < 1) {
            return PlotText.multiple(seconds, step) + " s";
        }
        if (step >= DAY) {
            return PlotText.multiple(seconds / DAY, step / DAY) + " d";
        }
        long whole = Math.round(seconds);
        if (whole < MINUTE) {
            return whole + " s";
        }
        boolean isHours = whole >= HOUR && whole % MINUTE == 0;
        long parts = isHours ? whole / MINUTE : whole;
        String rest = parts % 60 == 0 ? "" : String.format(Locale.ROOT, ":%02d", parts % 60);
        return parts / 60 + rest + (isHours ? " h" : " min");
    }
}
