package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.stats.Verdict.Word;

/** Whether runs that end as soon as all rows are clear keep what they promise. Every test prints what it found. */
@Tag("slow")
class LooksSimulationTest {
    private static final int RUNS = 4000;

    /** Runs where 5 % are nearly reached: five times as many. */
    private static final int MANY = 20_000;

    private static final double MOST_FALSE = 0.05;
    private static final double LEAST_COVERAGE = 0.94;
    private static final double MARGIN = MeasurementMethod.DEFAULT_MARGIN;

    static Stream<Arguments> rigs() {
        return Stream.of(Looks.upTo(7), Looks.ALL)
                .flatMap(looks -> Arrays.stream(Noise.values())
                        .flatMap(noise -> Arrays.stream(Drift.values()).map(drift -> arguments(looks, noise, drift))));
    }

    @ParameterizedTest
    @MethodSource("rigs")
    void a_row_that_ends_with_its_word_errs_in_five_percent_whatever_the_machine_does(
            Looks looks, Noise noise, Drift drift) {
        Random random = new Random(31L * (noise.name() + drift.name()).hashCode());
        int different = 0;
        int covered = 0;
        for (int run = 0; run < MANY; run++) {
            Row equal = new Row(SimulationTest.logRatios(noise, drift, looks.last(), 0, random));
            Row better = new Row(SimulationTest.logRatios(noise, drift, looks.last(), Math.log(1.1), random));
            different += isDifferent(equal.end(looks)) ? 1 : 0;
            Comparison stopped = better.end(looks);
            covered += stopped.low() <= 1.1 && 1.1 <= stopped.high() ? 1 : 0;
        }
        System.out.printf(
                "%s, %s %s: false words %.4f, coverage %.4f%n",
                looks, noise, drift, different / (double) MANY, covered / (double) MANY);
        assertThat(different / (double) MANY).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(covered / (double) MANY).isGreaterThanOrEqualTo(LEAST_COVERAGE);
    }

    /** Each row is left with its word; the table is judged by Holm after every round. */
    @ParameterizedTest
    @CsvSource({"1, 80, 0.13", "15, 80, 0.13", "50, 80, 0.13", "1, 10, 0.08", "15, 10, 0.08", "50, 10, 0.08"})
    void a_table_of_equal_rows_has_a_false_word_in_five_percent(int rows, int last, double leastFixed) {
        double atLooks = falseTables(rows, new Looks(last), true);
        double fixed = falseTables(rows, new Looks(last), false);
        System.out.printf(
                "%d equal rows, looks up to %d: a false word in %.4f of tables, by the fixed t %.4f%n",
                rows, last, atLooks, fixed);
        assertThat(atLooks).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(fixed).isGreaterThan(leastFixed);
    }

    private static double falseTables(int rows, Looks looks, boolean isAtLooks) {
        int runs = rows == 1 ? MANY : RUNS;
        Random random = new Random(rows);
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            Row[] table = new Row[rows];
            Arrays.setAll(table, row -> Row.normal(0.06, 0, random));
            wrong += hasFalseWord(table, looks, isAtLooks) ? 1 : 0;
        }
        return wrong / (double) runs;
    }

    private static boolean hasFalseWord(Row[] table, Looks looks, boolean isAtLooks) {
        Comparison[] now = new Comparison[table.length];
        boolean[] isLeft = new boolean[table.length];
        for (int look : looks.all()) {
            for (int row = 0; row < table.length; row++) {
                now[row] = isLeft[row]
                        ? now[row]
                        : table[row].at(look, Optional.of(looks).filter(any -> isAtLooks));
            }
            double[] adjusted =
                    Holm.adjust(Arrays.stream(now).mapToDouble(Comparison::p).toArray());
            for (int row = 0; row < table.length; row++) {
                Word word = Verdict.word(now[row], adjusted[row], MARGIN);
                if (word != Word.UNCLEAR && word != Word.SAME) {
                    return true;
                }
                isLeft[row] = word == Word.SAME;
            }
        }
        return false;
    }

    @ParameterizedTest
    @CsvSource({"0.03, 0.05", "0.1, 0.05", "0.1, 0.1", "0.1, 0.3", "0.3, 0.1", "0.3, 0.3"})
    void words_come_as_soon_as_they_can_be_had(double sd, double effect) {
        Random random = new Random(Math.round(1000 * (sd + effect)));
        double rounds = 0;
        int[] words = new int[3];
        int[] fixed = new int[3];
        List<Integer> ends = List.of(5, 10, 20);
        for (int run = 0; run < RUNS; run++) {
            Row row = Row.normal(sd, Math.log1p(effect), random);
            for (int i = 0; i < 3; i++) {
                words[i] += isDifferent(row.end(new Looks(ends.get(i)))) ? 1 : 0;
                fixed[i] += isDifferent(row.at(ends.get(i), Optional.empty())) ? 1 : 0;
            }
            rounds += row.end(new Looks(20)).n();
        }
        System.out.printf(
                "sd %.2f, effect %.2f: after 5, 10, 20 rounds %.2f %.2f %.2f, fixed %.2f %.2f %.2f; %.1f rounds of 20%n",
                sd,
                effect,
                rate(words[0]),
                rate(words[1]),
                rate(words[2]),
                rate(fixed[0]),
                rate(fixed[1]),
                rate(fixed[2]),
                rounds / RUNS);
        assertThat(rate(words[2])).isGreaterThan(rate(fixed[1]) - 0.02);
    }

    @Test
    void a_difference_of_exactly_the_margin_is_rarely_called_the_same_at_any_look() {
        Random random = new Random(3);
        int same = 0;
        for (int run = 0; run < RUNS; run++) {
            Comparison end = Row.normal(0.02, Math.log1p(MARGIN), random).end(Looks.ALL);
            same += Verdict.word(end, end.p(), MARGIN) == Word.SAME ? 1 : 0;
        }
        System.out.printf("difference of the margin: same at any look %.4f%n", rate(same));
        assertThat(rate(same)).isLessThan(0.035);
    }

    @ParameterizedTest
    @CsvSource({"0.02, 0.02", "0.05, 0.02", "0.08, 0.03"})
    void a_run_that_ends_with_a_narrow_interval_covers_the_truth(double sd, double target) {
        Random random = new Random(77);
        int covered = 0;
        double rounds = 0;
        for (int run = 0; run < RUNS; run++) {
            Row row = Row.normal(sd, 0, random);
            Comparison end = Looks.ALL.all().stream()
                    .map(look -> row.at(look, Optional.of(Looks.ALL)))
                    .filter(at -> at.halfWidth() <= target || at.n() == Looks.ALL.last())
                    .findFirst()
                    .orElseThrow();
            covered += end.low() <= 1 && 1 <= end.high() ? 1 : 0;
            rounds += end.n();
        }
        System.out.printf(
                "precision %.2f, sd %.2f: coverage %.4f, rounds %.1f%n", target, sd, rate(covered), rounds / RUNS);
        assertThat(rate(covered)).isGreaterThanOrEqualTo(LEAST_COVERAGE);
    }

    /** A row, as long as it can be measured. */
    private static final class Row {
        private final double[] logRatios;

        Row(Map<Integer, Double> logRatios) {
            this.logRatios = Comparison.values(logRatios);
        }

        static Row normal(double sd, double mean, Random random) {
            return new Row(SimulationTest.normal(Looks.ALL.last(), sd, mean, random));
        }

        Comparison at(int rounds, Optional<Looks> looks) {
            double[] first = Arrays.copyOf(logRatios, rounds);
            double error = Interval.sd(first) / Math.sqrt(rounds);
            Design design = new Design(Design.Order.INTERLEAVED, Design.Unit.FORK, looks);
            return Comparison.estimate(Interval.mean(first), error, rounds, rounds - 1, design);
        }

        /** Returns the row at the look at which it has a word, or at the last one. */
        Comparison end(Looks looks) {
            Comparison now = at(Looks.first(), Optional.of(looks));
            for (int look : looks.all()) {
                if (Verdict.word(now, now.p(), MARGIN) != Word.UNCLEAR) {
                    break;
                }
                now = at(look, Optional.of(looks));
            }
            return now;
        }
    }

    private static boolean isDifferent(Comparison end) {
        return end.p() < StudentT.ALPHA;
    }

    private static double rate(int count) {
        return count / (double) RUNS;
    }
}
