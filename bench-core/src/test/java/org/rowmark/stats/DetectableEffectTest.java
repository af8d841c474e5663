package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Expected values are those of SciPy 1.17.1: the power is {@code nct.sf(c, df, l) + nct.cdf(-c, df, l)} with {@code c =
 * t.ppf(.975, df)}, the effect {@code expm1(l * sd / sqrt(n))} with l where {@code brentq} finds that power to be 0.8.
 */
class DetectableEffectTest {
    @ParameterizedTest
    @CsvSource({
        "0, 4, 0.05",
        "1, 4, 0.1222491520733127",
        "3, 9, 0.7611566204263244",
        "2.5, 7.3, 0.5817717185259657",
        "4, 59, 0.9758160855270749",
    })
    void the_power_equals_scipy(double lambda, double df, double power) {
        double critical = StudentT.twoSidedQuantile(StudentT.ALPHA, df);
        assertThat(DetectableEffect.power(lambda, df, critical)).isCloseTo(power, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "3, 0.1772746840638573",
        "5, 0.0877374971243247",
        "8, 0.059504910977726005",
        "10, 0.05106093525492874",
        "20, 0.03357336311200059",
        "30, 0.02681500241825073",
        "60, 0.018555264412642877",
    })
    void the_effect_that_pairs_find_equals_scipy(int pairs, double effect) {
        assertThat(DetectableEffect.ofPairs(0.05, pairs)).isCloseTo(effect, within(1e-9));
    }

    /** SciPy as above, rounded to a hundredth of a percent; two arms of n with {@code 2n - 2} degrees of freedom. */
    @ParameterizedTest
    @CsvSource({
        "0.01, 3.12, 2.05, 1.33, 0.91, 0.74",
        "0.02, 6.33, 4.13, 2.69, 1.83, 1.48",
        "0.05, 16.6, 10.65, 6.85, 4.65, 3.75",
        "0.10, 35.95, 22.44, 14.17, 9.52, 7.63",
    })
    void the_effects_that_unpaired_arms_find_equal_scipy(
            double sd, double three, double five, double ten, double twenty, double thirty) {
        assertPercent(sd, 3, three);
        assertPercent(sd, 5, five);
        assertPercent(sd, 10, ten);
        assertPercent(sd, 20, twenty);
        assertPercent(sd, 30, thirty);
    }

    /** The noise is such that the effect is just the detectable one: 80 %, give or take three standard errors. */
    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"0.05, 5", "0.05, 10", "0.05, 20", "0.10, 5", "0.10, 10", "0.10, 20", "0.20, 5", "0.20, 10", "0.20, 20"
    })
    void a_detectable_effect_is_found_four_times_out_of_five(double effect, int rounds) {
        double perSd = Math.log1p(DetectableEffect.ofPairs(1, rounds));
        double sd = Math.log1p(effect) / perSd;
        assertThat(DetectableEffect.ofPairs(sd, rounds)).isCloseTo(effect, within(1e-9));
        Random random = new Random(rounds + Math.round(1000 * effect));
        int found = 0;
        for (int run = 0; run < 4000; run++) {
            Comparison row = row(rounds, sd, Math.log1p(effect), random);
            found += row.p() < StudentT.ALPHA && row.ratio() > 1 ? 1 : 0;
        }
        assertThat(found / 4000.0).isCloseTo(DetectableEffect.POWER, within(0.021));
    }

    @Test
    void the_effect_of_a_row_that_is_looked_at_is_of_the_looks_boundary() {
        Comparison fixed = row(10, 0.08, 0, new Random(3));
        Comparison atLooks = fixed.of(new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(Looks.ALL)));

        assertThat(DetectableEffect.of(atLooks).orElseThrow())
                .isGreaterThan(1.2 * DetectableEffect.of(fixed).orElseThrow());
        assertThat(DetectableEffect.of(row(1, 0.08, 0, new Random(3)))).isEmpty();
    }

    private static Comparison row(int rounds, double sd, double mean, Random random) {
        return Comparison.ofLogRatios(
                ComparisonTest.byRound(DoubleStream.generate(() -> mean + sd * random.nextGaussian())
                        .limit(rounds)
                        .toArray()));
    }

    private static void assertPercent(double sd, int n, double percent) {
        double effect = DetectableEffect.of(sd * Math.sqrt(2), n, 2 * n - 2, StudentT.ALPHA);
        assertThat(100 * effect).isCloseTo(percent, within(0.0051));
    }
}
