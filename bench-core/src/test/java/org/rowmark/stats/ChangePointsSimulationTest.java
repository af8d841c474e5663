package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.stats.ChangePoints.ChangePoint;
import org.rowmark.stats.Comparison.Better;

/**
 * How often series that hold their level get a change point, how often a change is found, and how far from its place.
 * Values have noise with a standard deviation of 5 %, except heavy tails: 3 % times Student's t with three degrees of
 * freedom, and one value of fifty is half as fast. Every test prints what it found: docs/evidence/change-points.md.
 */
@Tag("slow")
class ChangePointsSimulationTest {
    private static final int RUNS = 1000;
    private static final double MARGIN = 0.03;

    /** So small that no change point leaves for it. */
    private static final double NO_MARGIN = 1e-9;

    /** 99.9 % point of a binomial with 1000 trials of 5 %: {@code binom.ppf(.999, 1000, .05) / 1000}. */
    private static final double MOST_FALSE = 0.073;

    /** Of 250 trials. */
    private static final double MOST_FALSE_OF_FEW = 0.1;

    /** The noise of a value, given that of the value before. */
    private enum Noise {
        NORMAL {
            @Override
            double next(Random random, double before) {
                return 0.05 * random.nextGaussian();
            }
        },
        HEAVY {
            @Override
            double next(Random random, double before) {
                double squares = IntStream.range(0, 3)
                        .mapToDouble(i -> Math.pow(random.nextGaussian(), 2))
                        .sum();
                double t = random.nextGaussian() / Math.sqrt(squares / 3);
                return 0.03 * t - (random.nextInt(50) == 0 ? Math.log(2) : 0);
            }
        },
        /** Resembles the one before, correlation 0.5. */
        DEPENDENT {
            @Override
            double next(Random random, double before) {
                return 0.5 * before + 0.05 * Math.sqrt(0.75) * random.nextGaussian();
            }
        };

        abstract double next(Random random, double before);
    }

    @ParameterizedTest
    @CsvSource({
        "NORMAL, 10, 1", "NORMAL, 20, 1", "NORMAL, 50, 1", "NORMAL, 20, 20", "NORMAL, 50, 20",
        "HEAVY, 10, 1", "HEAVY, 20, 1", "HEAVY, 50, 1", "HEAVY, 20, 20", "HEAVY, 50, 20"
    })
    void series_that_hold_their_level_have_a_change_point_in_at_most_five_percent(Noise noise, int n, int series) {
        int runs = series == 1 ? RUNS : RUNS / 4;
        double found = withoutChange(noise, n, series, NO_MARGIN, runs);

        System.out.printf(
                "no change, %s, %d values, %d series: %.1f %%; %.1f %% with a margin of 3 %%%n",
                noise, n, series, 100 * found, 100 * withoutChange(noise, n, series, MARGIN, runs));
        assertThat(found).isLessThanOrEqualTo(series == 1 ? MOST_FALSE : MOST_FALSE_OF_FEW);
    }

    /** What does not hold. */
    @ParameterizedTest
    @CsvSource({"20", "50"})
    void values_that_resemble_the_ones_before_have_change_points_more_often(int n) {
        double found = withoutChange(Noise.DEPENDENT, n, 1, MARGIN, RUNS);

        System.out.printf("no change, correlation 0.5, %d values: %.1f %%%n", n, 100 * found);
        assertThat(found).isGreaterThan(MOST_FALSE);
    }

    /** @param behind values with the new level */
    @ParameterizedTest
    @CsvSource({"NORMAL, 20, 10", "NORMAL, 20, 3", "NORMAL, 50, 25", "NORMAL, 50, 5", "HEAVY, 20, 10", "HEAVY, 50, 5"})
    void changes_are_found_near_their_place(Noise noise, int n, int behind) {
        for (double change : List.of(0.05, 0.1, 0.3)) {
            print(noise, n, behind, change, 1);
            Found found = print(noise, n, behind, change, 20);
            if (change == 0.3 && behind >= 5) {
                assertThat(found.found).isGreaterThan(0.9);
                assertThat(found.near).isGreaterThan(0.9);
            }
        }
    }

    private static double withoutChange(Noise noise, int n, int series, double margin, int runs) {
        ChangePoints points = new ChangePoints(series, margin);
        Random random = new Random(31);
        return part(
                runs,
                run -> IntStream.range(0, series)
                                .filter(row -> !points.find(values(noise, n, 0, 0, random), Better.HIGHER)
                                        .isEmpty())
                                .findAny()
                                .isPresent()
                        ? 1
                        : 0);
    }

    /**
     * Parts of the runs: with any change point; of these with one at the right place, with one at most two values off,
     * and with more than one; and intervals of the nearest that hold the true ratio.
     */
    private record Found(double found, double exact, double near, double several, double covered) {}

    private static Found print(Noise noise, int n, int behind, double change, int series) {
        ChangePoints points = new ChangePoints(series, MARGIN);
        Random random = new Random(37);
        int place = n - behind;
        int runs = series == 1 ? RUNS : RUNS / 5;
        double truth = Math.log1p(-change);
        double[] sums = new double[5];
        for (int run = 0; run < runs; run++) {
            List<ChangePoint> all = points.find(values(noise, n, place, truth, random), Better.HIGHER);
            ToDoubleFunction<ChangePoint> off = found -> Math.abs(found.at() - place);
            all.stream()
                    .min((one, other) -> Double.compare(off.applyAsDouble(one), off.applyAsDouble(other)))
                    .ifPresent(nearest -> {
                        sums[0]++;
                        sums[1] += nearest.at() == place ? 1 : 0;
                        sums[2] += off.applyAsDouble(nearest) <= 2 ? 1 : 0;
                        sums[3] += all.size() > 1 ? 1 : 0;
                        double ratio = Math.exp(truth);
                        sums[4] += nearest.ratio().low() <= ratio
                                        && ratio <= nearest.ratio().high()
                                ? 1
                                : 0;
                    });
        }
        Found found =
                new Found(sums[0] / runs, sums[1] / sums[0], sums[2] / sums[0], sums[3] / sums[0], sums[4] / sums[0]);
        System.out.printf(
                "%.0f %% slower, %s, the last %d of %d values, one of %d series: found %.1f %%, of these at the place"
                        + " %.0f %%, within two %.0f %%, several %.1f %%, interval covers %.0f %%%n",
                100 * change,
                noise,
                behind,
                n,
                series,
                100 * found.found,
                100 * found.exact,
                100 * found.near,
                100 * found.several,
                100 * found.covered);
        return found;
    }

    /** @param change of the logarithm from a place on */
    private static double[] values(Noise noise, int n, int place, double change, Random random) {
        double[] values = new double[n];
        double last = noise.next(random, 0);
        for (int i = 0; i < n; i++) {
            last = noise.next(random, last);
            values[i] = 1000 * Math.exp(last + (i >= place ? change : 0));
        }
        return values;
    }

    private static double part(int runs, ToDoubleFunction<Integer> of) {
        return IntStream.range(0, runs).boxed().mapToDouble(of).sum() / runs;
    }
}
