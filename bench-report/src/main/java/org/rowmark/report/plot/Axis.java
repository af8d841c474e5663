package org.rowmark.report.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/** A mapping of the values from {@code low} to {@code high} to places in a drawing. */
sealed interface Axis permits LinearAxis, LogAxis {
    /** Greatest over least value from which an axis of values is logarithmic. */
    double LOG_FROM = 20;

    /** Least over greatest value below which a linear axis of values starts at 0. */
    double NEAR_ZERO = 0.4;

    double low();

    double high();

    /** Returns the place of the low value. */
    double from();

    /** Returns the place of the high value, less than {@link #from} on an axis that goes upwards. */
    double to();

    /** Returns the distance of a value from the low end, as a fraction of the axis. */
    double fraction(double value);

    /** Returns round places inside, ascending by value. */
    List<Tick> ticks();

    /** Returns the place of a value; for one beyond an end, that of the end. */
    default double at(double value) {
        return from() + fraction(Math.max(low(), Math.min(high(), value))) * (to() - from());
    }

    default boolean contains(double value) {
        return value >= low() && value <= high();
    }

    /**
     * Returns the axis of a metric drawn as a line or cloud: log where small values would otherwise coincide, from 0
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

    /** Returns ticks in the smallest round steps from {@code least} to {@code greatest} whose labels have room. */
    default List<Tick> evenTicks(double least, double greatest, double gap) {
        double step = least;
        List<Tick> ticks = multiples(step);
        while (!Tick.haveRoom(ticks, to() > from(), gap)) {
            step = Axis.step(1.01 * step, 1);
            List<Tick> fewer = multiples(step);
            if (step > greatest || fewer.size() < 2) {
                break;
            }
            ticks = fewer;
        }
        return ticks;
    }

    private List<Tick> multiples(double step) {
        return multiples(step, value -> Digits.multiple(value, step));
    }

    /** Returns a tick at each multiple of {@code step}. */
    default List<Tick> multiples(double step, DoubleFunction<String> label) {
        List<Tick> ticks = new ArrayList<>();
        double last = Math.floor(high() / step + 1e-9);
        for (double i = Math.ceil(low() / step - 1e-9); i <= last && ticks.size() < 100; i++) {
            double value = Math.max(low(), Math.min(high(), i * step));
            ticks.add(new Tick(at(value), label.apply(value), false));
        }
        return ticks;
    }

    /**
     * Returns the smallest of 1, 2, 5 times a power of ten that cuts {@code width} into at most {@code most} pieces.
     */
    static double step(double width, int most) {
        double power = Math.pow(10, Math.floor(Math.log10(width / most)));
        for (double mantissa : new double[] {1, 2, 5}) {
            if (mantissa * power * most >= width * (1 - 1e-9)) {
                return mantissa * power;
            }
        }
        return 10 * power;
    }
}
