package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
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
    /** Units of time by their seconds. */
    private static final NavigableMap<Double, String> UNITS =
            new TreeMap<>(Map.of(1.0, "s", 60.0, "min", 3600.0, "h", 86_400.0, "d"));

    /**
     * Returns round places inside an axis, ascending by value. On a log axis they are 1, 2, 5 times powers of ten, fewer
     * where there are many, and even steps where the ends are less than a factor of {@value #EVEN} apart. 1 is among them
     * wherever a log axis contains it: even steps are at most 1 there, so that it is a multiple of them.
     */
    static List<Tick> of(Axis axis) {
        double width = axis.values().high() - axis.values().low();
        if (!axis.isLog()) {
            int most = (int) Math.max(2, Math.abs(axis.to() - axis.from()) / LEAST_DISTANCE);
            return even(axis, step(width, most), Double.POSITIVE_INFINITY);
        }
        double greatest = axis.contains(1) ? 1 : axis.values().high();
        return axis.values().high() / axis.values().low() < EVEN
                ? even(axis, Math.min(greatest, step(width, MOST_LOG)), greatest)
                : decades(axis);
    }

    /** Returns the ticks of a log axis of ratios, whose main one is 1. */
    static List<Tick> ofRatios(Axis axis) {
        return of(axis).stream()
                .map(tick -> new Tick(tick.at, tick.label + "×", tick.label.equals("1")))
                .toList();
    }

    /** Returns the ticks of an axis of seconds since a start, in the largest unit of which it has two or more. */
    static List<Tick> ofTime(Axis time) {
        int most = (int) Math.max(3, (time.to() - time.from()) / LEAST_TIME_DISTANCE);
        double unit = UNITS.floorKey(Math.max(1, time.values().high() / 2));
        double step = step(time.values().high() / unit, most);
        String name = " " + UNITS.get(unit);
        return multiples(
                time, unit * step, seconds -> seconds == 0 ? "0" : PlotText.multiple(seconds / unit, step) + name);
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
        return firstWithRoom(
                axis,
                Stream.concat(Stream.of(decades(axis, 1, 1, 2, 5), decades(axis, 1, 1, 3)), sparse)
                        .filter(ticks -> ticks.size() <= MOST_LOG));
    }

    private static List<Tick> decades(Axis axis, int stride, int... mantissas) {
        List<Tick> ticks = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(axis.values().low()) / stride) * stride;
        for (int exponent = first; exponent <= Math.log10(axis.values().high()); exponent += stride) {
            for (int mantissa : mantissas) {
                // from text, for Math.pow(10, -5) times 5 is not the double next to 5e-5
                double value = Double.parseDouble(mantissa + "e" + exponent);
                if (axis.contains(value)) {
                    ticks.add(new Tick(axis.at(value), PlotText.chosen(value), false));
                }
            }
        }
        return ticks;
    }

    /** Returns the first of ever fewer ticks whose labels have room, or the last that are two or more. */
    private static List<Tick> firstWithRoom(Axis axis, Stream<List<Tick>> everFewer) {
        Iterator<List<Tick>> rest = everFewer.iterator();
        List<Tick> fewer = rest.next();
        List<Tick> ticks = fewer;
        while (fewer.size() > 1 && !haveRoom(axis, fewer) && rest.hasNext()) {
            fewer = rest.next();
            ticks = fewer.size() > 1 ? fewer : ticks;
        }
        return ticks;
    }

    /** Returns whether all labels have room beside or above each other. */
    private static boolean haveRoom(Axis axis, List<Tick> ticks) {
        return axis.isHorizontal()
                ? withRoom(ticks, axis.isLog() ? LOG_GAP : GAP).size() == ticks.size()
                : IntStream.range(1, ticks.size()).allMatch(i -> ticks.get(i - 1).at - ticks.get(i).at >= LINE);
    }

    private static List<Tick> multiples(Axis axis, double step, DoubleFunction<String> label) {
        double first = Math.ceil(axis.values().low() / step - 1e-9);
        double last = Math.floor(axis.values().high() / step + 1e-9);
        return DoubleStream.iterate(first, i -> i <= last, i -> i + 1)
                .limit(100)
                .mapToObj(i -> new Tick(axis.at(i * step), label.apply(i * step), false))
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
}
