package org.rowmark.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.stats.Verdict.Word;

/** How often the words come up where they should and where they should not: tables, effects, stopped runs, real data. */
@Tag("slow")
class PowerSimulationTest {
    private static final int RUNS = 4000;
    /** {@code binom.ppf(.999, 4000, .05) / 4000}. */
    private static final double MOST_FALSE = 0.061;

    @Test
    void fifty_equal_rows_show_a_word_in_five_percent_of_the_tables() {
        Random random = new Random(50);
        int wrong = 0;
        int raw = 0;
        for (int table = 0; table < RUNS; table++) {
            Comparison[] rows = new Comparison[50];
            Arrays.setAll(rows, row -> normal(random, 10, 0.03, 0));
            double[] p = Arrays.stream(rows).mapToDouble(Comparison::p).toArray();
            wrong += anyWord(rows, Holm.adjust(p)) ? 1 : 0;
            raw += anyWord(rows, p) ? 1 : 0;
        }
        System.out.printf("50 rows: with a word %.4f, without Holm %.4f%n", rate(wrong), rate(raw));
        assertThat(rate(wrong)).isLessThanOrEqualTo(0.05);
        assertThat(rate(raw)).isGreaterThan(0.5);
    }

    /** A difference of exactly δ must not pass for none: each end of the interval errs in 2.5 %. */
    @Test
    void a_difference_of_exactly_the_margin_is_rarely_called_the_same() {
        Map<Word, Integer> words = words(new Random(3), 10, 0.01, Math.log1p(MeasurementMethod.DEFAULT_MARGIN));
        System.out.printf("difference of the margin: same %.4f%n", rate(words.getOrDefault(Word.SAME, 0)));
        assertThat(rate(words.getOrDefault(Word.SAME, 0))).isBetween(0.01, 0.035);
    }

    /** Ten rounds, 2 % noise per arm and none, 5 % and ten: which words result. */
    @Test
    void words_come_as_often_as_the_noise_allows() {
        Map<Word, Integer> equal = words(new Random(1), 10, 0.02 * Math.sqrt(2), 0);
        Map<Word, Integer> better = words(new Random(2), 10, 0.05 * Math.sqrt(2), Math.log(1.1));
        System.out.println("no difference " + equal + ", ten percent " + better);
        assertThat(rate(equal.getOrDefault(Word.SAME, 0))).isCloseTo(0.67, within(0.05));
        assertThat(rate(equal.getOrDefault(Word.FASTER, 0) + equal.getOrDefault(Word.SLOWER, 0)))
                .isLessThan(0.001);
        assertThat(better).doesNotContainKeys(Word.SLOWER, Word.SLOWER_SIZE_UNSURE, Word.SAME);
        assertThat(rate(better.get(Word.FASTER))).isCloseTo(0.74, within(0.05));
    }

    /** A real machine, and a bad one: rounds of one configuration, made into A and B by chance. */
    @ParameterizedTest
    @CsvSource({
        "select, 5",
        "select, 10",
        "select, 20",
        "select, 60",
        "update, 5",
        "update, 10",
        "update, 20",
        "update, 60"
    })
    void a_real_configuration_against_itself_differs_in_five_percent(String benchmark, int rounds) throws IOException {
        List<Double> record = new ArrayList<>(record(benchmark));
        Random random = new Random(rounds);
        int differ = 0;
        int words = 0;
        for (int run = 0; run < RUNS; run++) {
            Collections.shuffle(record, random);
            Map<Integer, Double> d = new TreeMap<>();
            for (int round = 0; round < rounds; round++) {
                d.put(round, Math.log(record.get(2 * round) / record.get(2 * round + 1)));
            }
            Comparison comparison = Comparison.ofLogRatios(d);
            differ += comparison.p() < StudentT.ALPHA ? 1 : 0;
            words += isWord(comparison, comparison.p()) ? 1 : 0;
        }
        System.out.printf(
                "real %s, %d of %d rounds: differ %.4f, words %.4f%n",
                benchmark, 2 * rounds, record.size(), rate(differ), rate(words));
        assertThat(rate(words)).isLessThanOrEqualTo(MOST_FALSE);
        assertThat(rate(differ)).isLessThanOrEqualTo(MOST_FALSE);
    }

    /** Means of the five iterations of each round; lines are round, benchmark, time and scores. */
    private static List<Double> record(String benchmark) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                PowerSimulationTest.class.getResourceAsStream("aa-postgresql.txt"), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .map(line -> line.split(" ", -1))
                    .filter(fields -> fields[1].equals(benchmark))
                    .map(fields -> Arrays.stream(fields)
                            .skip(3)
                            .mapToDouble(Double::parseDouble)
                            .average()
                            .orElseThrow())
                    .toList();
        }
    }

    private static Map<Word, Integer> words(Random random, int rounds, double sd, double mean) {
        Map<Word, Integer> words = new EnumMap<>(Word.class);
        for (int run = 0; run < RUNS; run++) {
            Comparison comparison = normal(random, rounds, sd, mean);
            words.merge(
                    Verdict.of(comparison, comparison.p(), MeasurementMethod.DEFAULT_MARGIN)
                            .word(),
                    1,
                    Integer::sum);
        }
        return words;
    }

    private static Comparison normal(Random random, int rounds, double sd, double mean) {
        return Comparison.ofLogRatios(SimulationTest.normal(rounds, sd, mean, random));
    }

    private static boolean anyWord(Comparison[] rows, double[] p) {
        for (int row = 0; row < rows.length; row++) {
            if (isWord(rows[row], p[row])) {
                return true;
            }
        }
        return false;
    }

    private static boolean isWord(Comparison comparison, double p) {
        Word word = Verdict.of(comparison, p, MeasurementMethod.DEFAULT_MARGIN).word();
        return word != Word.SAME && word != Word.UNCLEAR;
    }

    private static double rate(int count) {
        return count / (double) RUNS;
    }
}
