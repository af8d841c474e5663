package org.rowmark.overhead;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.commons.lang3.function.FailableDoubleSupplier;
import org.rowmark.stats.CentralTendency;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;

/** The values of two sides by round, and the ratio of the first to the second. */
final class PairedValues {
    private final String name;
    private final String first;
    private final String second;
    private final String unit;
    private final Map<Integer, Double> ofFirst = new TreeMap<>();
    private final Map<Integer, Double> ofSecond = new TreeMap<>();

    PairedValues(String name, String first, String second, String unit) {
        this.name = name;
        this.first = first;
        this.second = second;
        this.unit = unit;
    }

    void putFirst(int round, double value) {
        ofFirst.put(round, value);
    }

    void putSecond(int round, double value) {
        ofSecond.put(round, value);
    }

    void print(int round) {
        double a = ofFirst.get(round);
        double b = ofSecond.get(round);
        System.out.printf(
                Locale.ROOT,
                "%s, round %2d: %s %.3f, %s %.3f %s, ratio %.4f%n",
                name,
                round,
                first,
                a,
                second,
                b,
                unit,
                a / b);
    }

    /** Prints the medians over the rounds, their ratio, and the ratio paired by round. */
    void print() {
        double a = median(ofFirst.values());
        double b = median(ofSecond.values());
        System.out.printf(
                Locale.ROOT,
                "%s, median of rounds: %s %.3f, %s %.3f %s, ratio %.4f%n",
                name,
                first,
                a,
                second,
                b,
                unit,
                a / b);
        Comparison paired = Comparison.paired(ofSecond, ofFirst, Better.HIGHER); // HIGHER: first/second
        System.out.printf(
                Locale.ROOT,
                "%s, paired ratio %s/%s %.4f, 95%% interval %.4f to %.4f, %d rounds%n",
                name,
                first,
                second,
                paired.ratio(),
                paired.low(),
                paired.high(),
                paired.n());
    }

    /** Measures both sides in each round, the first before the second in half of them, by the seed; prints all values. */
    void measure(
            int rounds,
            long seed,
            FailableDoubleSupplier<Exception> firstSide,
            FailableDoubleSupplier<Exception> secondSide)
            throws Exception {
        List<Boolean> firstBegins = firstBegins(rounds, seed);
        for (int round = 1; round <= rounds; round++) {
            boolean begins = firstBegins.get(round - 1);
            double before = begins ? firstSide.getAsDouble() : Double.NaN;
            putSecond(round, secondSide.getAsDouble());
            putFirst(round, begins ? before : firstSide.getAsDouble());
            print(round);
        }
        print();
    }

    /** Returns by round whether the first side has its turn before the second: in half of the rounds, by the seed. */
    static List<Boolean> firstBegins(int rounds, long seed) {
        List<Boolean> order = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            order.add(i % 2 == 0);
        }
        Collections.shuffle(order, new Random(seed));
        return order;
    }

    static double median(Collection<Double> values) {
        return CentralTendency.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
