package org.rowmark.rates;

import java.io.IOException;
import java.util.OptionalDouble;
import org.apache.commons.lang3.function.FailableDoublePredicate;

/** A search for the edge between rates that hold and rates that do not, by trials. */
public final class RateBracket {
    /** The ratio of the rates on both sides at which a search ends. */
    private static final double FINE = 1.05;

    /** The step of the first search. */
    private static final double WIDE = 2;

    /** The step of a round, which begins near the edge. */
    private static final double NARROW = 1.2;

    /** The steps up, and those down before they are wide ones. */
    private static final int MOST_STEPS = 12;

    private RateBracket() {}

    /** Brackets the edge, doubling or halving from half of the throughput of a closed loop, and bisects. */
    public static OptionalDouble find(double closedLoop, double least, FailableDoublePredicate<IOException> trial)
            throws IOException {
        return from(closedLoop / 2, WIDE, least, trial);
    }

    /**
     * Looks for the edge once more, from where it was found, in smaller steps. It may be anywhere: a single trial that
     * failed by chance, or held, must not bound what follows.
     *
     * @return empty if no rate holds, the least one neither
     */
    public static OptionalDouble again(double edge, double least, FailableDoublePredicate<IOException> trial)
            throws IOException {
        return from(edge, NARROW, least, trial);
    }

    private static OptionalDouble from(
            double start, double factor, double least, FailableDoublePredicate<IOException> trial) throws IOException {
        double low = 0;
        double high = Double.POSITIVE_INFINITY;
        double rate = Math.max(least, start);
        for (int step = 1; low == 0 || (Double.isInfinite(high) && step <= MOST_STEPS); step++) {
            if (trial.test(rate)) {
                low = rate;
                rate *= factor;
            } else if (rate > least) {
                high = rate;
                rate = Math.max(least, rate / (step < MOST_STEPS ? factor : WIDE));
            } else {
                return OptionalDouble.empty();
            }
        }
        while (Double.isFinite(high) && high / low > FINE) {
            double middle = Math.sqrt(low * high);
            if (trial.test(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return OptionalDouble.of(Double.isFinite(high) ? Math.sqrt(low * high) : low);
    }
}
