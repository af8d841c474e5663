package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** From values to places in a drawing. */
sealed interface Axis permits LinearAxis, LogAxis, TimeAxis {
    /** Greatest over least value from which an axis of values is logarithmic. */
    double LOG_FROM = 20;

    /** Least over greatest value below which a linear axis of values starts at 0. */
    double NEAR_ZERO = 0.4;

    /** Where a value lies; a value off the axis lies at the end that it is beyond. */
    double at(double value);

    /** Whether a value lies between the ends. */
    boolean contains(double value);

    /** Round places inside, ascending by value. */
    List<Tick> ticks();

    /**
     * The axis of a metric drawn as a line or cloud: log where small values could not be told apart otherwise, from 0
     * where 0 is near.
     */
    static Axis ofValues(Range values, double from, double to) {
        if (values.low() > 0 && values.factor() >= LOG_FROM) {
            return LogAxis.of(values.paddedLog(), from, to);
        }
        Range padded = values.padded();
        boolean fromZero = values.low() >= 0 && values.low() < NEAR_ZERO * values.high();
        return LinearAxis.of(fromZero ? new Range(0, padded.high()) : padded, from, to);
    }

    /** The smallest of 1, 2, 5 times a power of ten that cuts {@code width} into at most {@code most} pieces. */
    static double step(double width, int most) {
        double power = Math.pow(10, Math.floor(Math.log10(width / most)));
        for (double mantissa : new double[] {1, 2, 5}) {
            if (mantissa * power * most >= width * (1 - 1e-9)) {
                return mantissa * power;
            }
        }
        return 10 * power;
    }

    /**
     * Multiples of the smallest round step, from {@code step} up to {@code largest}, whose labels have room; at least two
     * where {@code step} gives two.
     */
    default List<Tick> evenTicks(double low, double high, double step, double largest, Predicate<List<Tick>> haveRoom) {
        List<Tick> ticks = ticks(low, high, step);
        double next = step;
        while (!haveRoom.test(ticks)) {
            next = step(1.01 * next, 1);
            List<Tick> fewer = ticks(low, high, next);
            if (next > largest || fewer.size() < 2) {
                break;
            }
            ticks = fewer;
        }
        return ticks;
    }

    private List<Tick> ticks(double low, double high, double step) {
        return multiples(low, high, step).stream()
                .map(value -> new Tick(at(value), Digits.multiple(value, step), false))
                .toList();
    }

    /** Multiples of {@code step} from {@code low} to {@code high}, both included. */
    static List<Double> multiples(double low, double high, double step) {
        List<Double> multiples = new ArrayList<>();
        double first = Math.ceil(low / step - 1e-9);
        double last = Math.floor(high / step + 1e-9);
        for (double i = first; i <= last && multiples.size() < 100; i++) {
            multiples.add(Math.max(low, Math.min(high, i * step)));
        }
        return multiples;
    }
}
