package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProspectTest {
    private static final int RUNS = 20_000;
    private static final double MARGIN = 0.03;
    private static final Design AT_LOOKS =
            new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, Optional.of(Looks.ALL));

    /** Draws the truth from its distribution given ten rounds, and the rounds to come from the truth. */
    @ParameterizedTest
    @CsvSource({"0, 0.02, 20, 1", "0.02, 0.05, 40, 1", "0.05, 0.1, 28, 1", "0.05, 0.1, 28, 12", "0, 0.3, 80, 1"})
    void a_row_gets_its_word_as_often_as_predicted(double mean, double sd, int pairs, int tests) {
        Comparison row = Comparison.estimate(mean, sd / Math.sqrt(10), 10, 9, AT_LOOKS);
        Random random = new Random(5);
        double found = 0;
        for (int run = 0; run < RUNS; run++) {
            double sigma = sd * Math.sqrt(9 / squares(9, random));
            double truth = mean + sigma / Math.sqrt(10) * random.nextGaussian();
            double later = truth + sigma / Math.sqrt(pairs - 10.0) * random.nextGaussian();
            double m = (10 * mean + (pairs - 10) * later) / pairs;
            Comparison then = Comparison.estimate(m, sd / Math.sqrt(pairs), pairs, pairs - 1, AT_LOOKS);
            Verdict.Word word = Verdict.word(then, Math.min(1, tests * then.p()), MARGIN);
            found += word == Verdict.Word.UNCLEAR ? 0 : 1;
        }
        assertThat(Prospect.ofWord(row, Looks.ALL, tests, MARGIN, pairs)).isCloseTo(found / RUNS, within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"0.05, 0.05, 14", "0.05, 0.03, 28", "0.05, 0.02, 28", "0.2, 0.02, 80"})
    void an_interval_becomes_as_narrow_as_often_as_predicted(double sd, double target, int pairs) {
        Comparison row = Comparison.estimate(0, sd / Math.sqrt(10), 10, 9, AT_LOOKS);
        Random random = new Random(6);
        double found = 0;
        for (int run = 0; run < RUNS; run++) {
            double sigma = sd * Math.sqrt(9 / squares(9, random));
            double variance = (9 * sd * sd + sigma * sigma * squares(pairs - 10, random)) / (pairs - 1);
            Comparison then = Comparison.estimate(0, Math.sqrt(variance / pairs), pairs, pairs - 1, AT_LOOKS);
            found += then.halfWidth() <= target ? 1 : 0;
        }
        assertThat(Prospect.ofWidth(row, Looks.ALL, target, pairs)).isCloseTo(found / RUNS, within(0.02));
    }

    private static double squares(int df, Random random) {
        double sum = 0;
        for (int i = 0; i < df; i++) {
            double z = random.nextGaussian();
            sum += z * z;
        }
        return sum;
    }
}
