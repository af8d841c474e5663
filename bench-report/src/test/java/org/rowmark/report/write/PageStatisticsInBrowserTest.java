package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.rowmark.report.compare.VerdictLabel;
import org.rowmark.report.format.Numbers;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Holm;
import org.rowmark.stats.Verdict;

/** The page's script computes what Java computes. */
@ExtendWith(BrowserExtension.class)
class PageStatisticsInBrowserTest {
    private static final String SCRIPT =
            PageScript.file("numbers") + PageScript.file("distributions") + PageScript.file("comparison");

    /** {@link Verdict.Word}s are printed with them. */
    private static final double MARGIN = 0.03;

    private static final Percentage CLOSE = Percentage.withPercentage(1e-7);

    private final Random random = new Random(4);

    @Test
    void paired_and_unpaired_comparisons_are_those_of_java(Browser browser) {
        for (int i = 0; i < 200; i++) {
            Map<Integer, Double> a = values(2 + random.nextInt(20), 0);
            Map<Integer, Double> b = values(2 + random.nextInt(20), 0.1 * random.nextGaussian());
            Better better = random.nextBoolean() ? Better.HIGHER : Better.LOWER;
            boolean isPaired = random.nextBoolean();

            Comparison java = isPaired ? Comparison.paired(a, b, better) : Comparison.unpaired(a, b, better);
            Map<?, ?> script = compared(browser, cell(a, isPaired ? 0 : 1e6), cell(b, 5), better);

            assertThat(script.get("n")).isEqualTo((long) java.n());
            assertThat(number(script, "ratio")).isCloseTo(java.ratio(), CLOSE);
            assertThat(number(script, "low")).isCloseTo(java.low(), CLOSE);
            assertThat(number(script, "high")).isCloseTo(java.high(), CLOSE);
            assertThat(number(script, "p")).isCloseTo(java.p(), CLOSE);
            assertThat(number(script, "sd")).isCloseTo(java.sd(), CLOSE);
            assertThat(number(script, "df")).isCloseTo(java.df(), CLOSE);
            assertThat(number(script, "effect"))
                    .isCloseTo(java.detectableEffect().orElseThrow(), CLOSE);
        }
    }

    @Test
    void verdicts_are_those_of_java(Browser browser) {
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            Map<Integer, Double> a = values(3 + random.nextInt(12), 0);
            Map<Integer, Double> b = values(14, 0.05 * random.nextGaussian());
            Comparison comparison = Comparison.paired(a, b, Better.HIGHER);
            double adjusted = Math.min(1, comparison.p() * (1 + random.nextInt(10)));

            VerdictLabel java = VerdictLabel.of(Verdict.of(comparison, adjusted, MARGIN), MARGIN);
            Object script = browser.run(
                    SCRIPT
                            + "const words = verdict(compare(arguments[0], arguments[1], 'higher', 0.03), arguments[2], 0.03);"
                            + "return words.style + ' ' + words.shape + ' ' + words.word + ' ' + words.detail",
                    cell(a, 0),
                    cell(b, 5),
                    adjusted);

            assertThat(script).isEqualTo(String.join(" ", java.style(), java.shape(), java.word(), java.detail()));
            seen.merge(java.shape(), 1, Integer::sum);
        }
        assertThat(seen.keySet()).contains("▲", "△", "▼", "▽", "=", "?", "");
    }

    @Test
    void equal_ratios_in_all_rounds_have_no_variation(Browser browser) {
        Map<Integer, Double> a = Map.of(1, 2.0, 2, 3.0, 3, 5.0);
        Map<?, ?> twice = compared(browser, cell(a, 0), cell(Map.of(1, 4.0, 2, 6.0, 3, 10.0), 5), Better.HIGHER);
        Map<?, ?> once = compared(browser, cell(a, 0), cell(a, 5), Better.HIGHER);

        assertThat(number(twice, "p")).isZero();
        assertThat(number(twice, "sd")).isZero();
        assertThat(number(twice, "low")).isEqualTo(number(twice, "ratio"));
        assertThat(number(once, "p")).isEqualTo(1);
    }

    @Test
    void holm_is_that_of_java(Browser browser) {
        for (int i = 0; i < 50; i++) {
            List<Object> p = new ArrayList<>();
            double[] values = new double[1 + random.nextInt(12)];
            for (int j = 0; j < values.length; j++) {
                values[j] = random.nextInt(4) == 0 ? Double.NaN : Math.pow(random.nextDouble(), 3);
                p.add(Double.isNaN(values[j]) ? "none" : (Object) values[j]);
            }
            List<?> script = (List<?>) browser.run(SCRIPT + "return holm(arguments[0].map(Number)).map(String)", p);
            double[] java = Holm.adjust(values);
            for (int j = 0; j < java.length; j++) {
                assertThat(Double.parseDouble((String) script.get(j))).isEqualTo(java[j], within(1e-15));
            }
        }
    }

    @Test
    void numbers_are_printed_as_java_prints_them(Browser browser) {
        List<Double> values =
                new ArrayList<>(List.of(0.0, 1.0, 0.9996, 9.995, 999.5, 1234.0, 1.5e13, 1.23e-7, 2.5, 0.125));
        for (int i = 0; i < 2000; i++) {
            values.add(random.nextGaussian() * Math.pow(10, random.nextInt(24) - 9));
        }
        Object script = browser.run(SCRIPT + "return arguments[0].map(score)", values);

        assertThat(script).isEqualTo(values.stream().map(Numbers::score).toList());
    }

    @Test
    void comparisons_know_in_which_order_things_were_measured(Browser browser) {
        Map<Integer, Double> values = values(6, 0);
        Map<String, Object> visitedTwice = new HashMap<>(cell(values, 0));
        visitedTwice.put("starts", List.of(0, 10, 20, 900, 910, 920));

        assertThat(compared(browser, cell(values, 0), cell(values, 5), Better.HIGHER)
                        .get("isApart"))
                .isEqualTo(false);
        assertThat(compared(browser, cell(values, 0), cell(values, 1e6), Better.HIGHER)
                        .get("isApart"))
                .isEqualTo(true);
        assertThat(compared(browser, visitedTwice, cell(values, 100), Better.HIGHER)
                        .get("isApart"))
                .isEqualTo(false);
    }

    private static Map<?, ?> compared(Browser browser, Map<?, ?> a, Map<?, ?> b, Better better) {
        String body = "const made = compare(arguments[0], arguments[1], arguments[2], 0.03);"
                + "return {...made, effect: detectableEffect(made)}";
        return (Map<?, ?>) browser.run(SCRIPT + body, a, b, better == Better.HIGHER ? "higher" : "lower");
    }

    private Map<Integer, Double> values(int rounds, double shift) {
        Map<Integer, Double> values = new TreeMap<>();
        for (int round = 1; round <= rounds; round++) {
            values.put(round, 1000 * Math.exp(shift + 0.04 * random.nextGaussian()));
        }
        return values;
    }

    /** A round begins every 100 seconds. */
    private static Map<String, Object> cell(Map<Integer, Double> values, double after) {
        TreeMap<Integer, Double> sorted = new TreeMap<>(values);
        return Map.of(
                "rounds", List.copyOf(sorted.keySet()),
                "logs", sorted.values().stream().map(Math::log).toList(),
                "starts",
                        sorted.keySet().stream()
                                .map(round -> 100 * round + after)
                                .toList(),
                "unit", "fork");
    }

    private static double number(Map<?, ?> script, String name) {
        return ((Number) script.get(name)).doubleValue();
    }
}
