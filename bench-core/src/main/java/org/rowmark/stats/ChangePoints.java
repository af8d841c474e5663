package org.rowmark.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.math3.stat.descriptive.moment.SecondMoment;
import org.rowmark.stats.Comparison.Better;

/**
 * A finder of the places at which series change their level: E-divisive (Matteson and James, JASA 109, 2014; used on
 * benchmarks by Daly et al., ICPE 2020), on logarithms.
 *
 * <p>A segment is split where the energy distance of the values before and behind a place is the greatest. Where that is
 * not significant, it is split around the values that differ most from all others, as a change that was taken back hides
 * from the former. The parts are searched again. The p of a split is the part of random orders of the same values with a distance as great, as soon
 * as enough of them are (Besag and Clifford, Biometrika 78, 1991). It is exact for any distribution of the noise, as long
 * as neighbouring values resemble each other no more than distant ones.
 *
 * <p>A split counts if p, times the number of series, times the length of the whole series over that of the segment, and
 * over {@value #SHARE} for a place or the rest of 1 for two, is at most {@value #ALPHA} (Bonferroni; Meinshausen, Biometrika
 * 95, 2008). So if no series changes, the probability of any
 * change point in any of them is at most that, and the further splits of a series together add as little.
 *
 * <p>Then the weakest change points leave one by one (Fleming et al., ICPE 2023): those whose interval contains 1 now that
 * their neighbours are known, and those within the margin.
 *
 * @param series how many are searched
 * @param margin δ: smaller changes do not matter
 */
public record ChangePoints(int series, double margin) {
    /** The probability of any change point where nothing changes. */
    public static final double ALPHA = 0.05;

    /** Fewer values have no order that is rare enough. */
    public static final int LEAST_VALUES = 8;

    /** The part of the error for single places. */
    private static final double SHARE = 0.8;

    /** A single value is no level. */
    private static final int LEAST_SEGMENT = 2;

    private static final int LEAST_ORDERS = 1999;

    /** The random orders of which one would have a p at the level. */
    private static final double ORDERS_PER_LEVEL = 20;

    /** Where none of so many has a distance as great, more would change no decision in two hundred. */
    private static final double CLEAR_PER_LEVEL = 4;

    /** The orders with a distance as great after which p is known well enough. */
    private static final int ENOUGH = 20;

    /** The factor by which a simulated p is hardly ever too high. */
    private static final double SIMULATED = 1.3;

    /** Sums in another order differ by less. */
    private static final double ROUNDING = 1e-9;

    /**
     * A change of level.
     *
     * @param at place of the first value of the new level, from 0
     * @param before geometric mean of the old level
     * @param after geometric mean of the new level
     * @param ratio of both, more than 1 where the new level is better, with the 95 % t interval of a given place; its
     *     variance is that around all levels of the series
     * @param p of the split, adjusted
     */
    public record ChangePoint(int at, double before, double after, Interval ratio, double p) {}

    /**
     * Values that differ from all others.
     *
     * @param to the end, which is that of the segment for a change at one place
     */
    private record Split(int from, int to, double distance) {}

    /** Returns the least number of values in which as many series can show a change. */
    public static int leastValues(int series) {
        return IntStream.iterate(LEAST_VALUES, n -> n + 1)
                .filter(n -> SIMULATED * leastP(n) * series / SHARE <= ALPHA)
                .findFirst()
                .orElseThrow();
    }

    /** Returns the p of the two rarest orders, with all small values in one half. */
    private static double leastP(int values) {
        double p = 2;
        for (int i = 1; i <= values / 2; i++) {
            p *= i / (double) (values - values / 2 + i);
        }
        return p;
    }

    /**
     * Returns the change points of a series, ascending.
     *
     * @param values all finite and positive
     */
    public List<ChangePoint> find(double[] values, Better better) {
        double[] logs = Arrays.stream(values).map(Math::log).toArray();
        TreeMap<Integer, Double> places = new TreeMap<>();
        split(logs, 0, logs.length, places);
        while (true) {
            List<ChangePoint> changes = changes(logs, better, places);
            Optional<ChangePoint> weakest =
                    changes.stream().filter(this::isWeak).min(Comparator.comparingDouble(ChangePoints::size));
            if (weakest.isEmpty()) {
                return changes;
            }
            places.remove(weakest.get().at());
        }
    }

    private boolean isWeak(ChangePoint change) {
        boolean isUnclear = change.ratio().low() <= 1 && change.ratio().high() >= 1;
        return isUnclear || size(change) < Math.log1p(margin);
    }

    private static double size(ChangePoint change) {
        return Math.abs(Math.log(change.ratio().mean()));
    }

    /** @param places of the splits, each with its adjusted p */
    private void split(double[] logs, int from, int to, TreeMap<Integer, Double> places) {
        if (to - from < LEAST_VALUES) {
            return;
        }
        double[] segment = Arrays.copyOfRange(logs, from, to);
        double tests = series * (double) logs.length / segment.length;
        for (boolean isInside : List.of(false, true)) {
            double p = p(segment, isInside, tests / (isInside ? 1 - SHARE : SHARE));
            if (p <= ALPHA) {
                Split split = best(segment, isInside);
                int start = from + split.from;
                int end = from + split.to;
                places.put(start, p);
                split(logs, from, start, places);
                split(logs, start, end, places);
                if (isInside) {
                    places.put(end, p);
                    split(logs, end, to, places);
                }
                return;
            }
        }
    }

    /** Returns the adjusted p of the best split. */
    private static double p(double[] segment, boolean isInside, double tests) {
        int most = orders(ORDERS_PER_LEVEL * tests / ALPHA);
        int clear = orders(CLEAR_PER_LEVEL * tests / ALPHA);
        double distance = best(segment, isInside).distance;
        double least = distance - ROUNDING * Math.abs(distance);
        SplittableRandom random = new SplittableRandom(segment.length);
        double[] shuffled = segment.clone();
        int asGreat = 0;
        for (int orders = 1; orders <= most; orders++) {
            shuffle(shuffled, random);
            asGreat += best(shuffled, isInside).distance >= least ? 1 : 0;
            if (asGreat == ENOUGH) {
                return Math.min(1, tests * asGreat / orders);
            }
            if (asGreat == 0 && orders == clear) {
                return tests / (1 + clear);
            }
        }
        return Math.min(1, tests * (1 + asGreat) / (1 + most));
    }

    private static int orders(double wanted) {
        return (int) Math.max(LEAST_ORDERS, Math.ceil(wanted));
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    /**
     * Returns the n values, of a length of n + m, that differ most from the m others by
     * {@code nm / (n + m) * (2 E|X - Y| - E|X - X'| - E|Y - Y'|)}.
     *
     * @param isInside whether others are before and behind them, and not only before
     */
    private static Split best(double[] values, boolean isInside) {
        int length = values.length;
        double[] toAll = new double[length + 1]; // sums of distances between so many first values and all
        for (int i = 0; i < length; i++) {
            toAll[i + 1] = toAll[i];
            for (double other : values) {
                toAll[i + 1] += Math.abs(values[i] - other);
            }
        }
        double all = toAll[length] / 2;
        Split best = new Split(0, length, Double.NEGATIVE_INFINITY);
        double[] untilNow = new double[length]; // between the values from each place on
        for (int to = 1; to <= length; to++) {
            double toLast = 0;
            for (int from = to - 2; from >= 0; from--) {
                toLast += Math.abs(values[to - 1] - values[from]);
                untilNow[from] += toLast;
            }
            boolean isEnd = isInside ? to <= length - LEAST_SEGMENT : to == length;
            for (int from = LEAST_SEGMENT; isEnd && from <= to - LEAST_SEGMENT; from++) {
                double between = toAll[to] - toAll[from] - 2 * untilNow[from];
                int n = to - from;
                double others = all - between - untilNow[from];
                double distance = distance(n, length - n, untilNow[from], others, between);
                if (distance > best.distance) {
                    best = new Split(from, to, distance);
                }
            }
        }
        return best;
    }

    /** @param within, others, between sums of distances */
    private static double distance(int n, int m, double within, double others, double between) {
        return 2 * (between - m * within / (n - 1) - n * others / (m - 1)) / (n + m);
    }

    private static List<ChangePoint> changes(double[] logs, Better better, TreeMap<Integer, Double> places) {
        List<Integer> ends = new ArrayList<>(places.keySet());
        ends.add(logs.length);
        List<double[]> levels = new ArrayList<>();
        int from = 0;
        for (int end : ends) {
            levels.add(Arrays.copyOfRange(logs, from, end));
            from = end;
        }
        int df = logs.length - levels.size();
        double squares =
                levels.stream().mapToDouble(new SecondMoment()::evaluate).sum();
        List<ChangePoint> changes = new ArrayList<>();
        places.forEach((at, p) -> {
            double[] before = levels.get(changes.size());
            double[] after = levels.get(changes.size() + 1);
            double difference = Interval.mean(after) - Interval.mean(before);
            double error = Math.sqrt(squares / df * (1.0 / before.length + 1.0 / after.length));
            Interval log = Interval.of(
                    better == Better.HIGHER ? difference : -difference, error, df, before.length + after.length);
            changes.add(new ChangePoint(
                    at,
                    Math.exp(Interval.mean(before)),
                    Math.exp(Interval.mean(after)),
                    new Interval(Math.exp(log.mean()), Math.exp(log.low()), Math.exp(log.high()), log.n()),
                    p));
        });
        return changes;
    }
}
