package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.RatioResult;
import org.rowmark.report.model.ReportModel;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.stats.Comparison;

/** Another baseline, chosen in the page: the rows are those that Java makes for it. */
@ExtendWith(BrowserExtension.class)
class BaselineInBrowserTest {
    private static final String SELECT = ".tools select";
    private static final List<String> COLUMNS = List.of("postgresql", "mariadb", "mariadb-huge-pages", "h2");

    /** The logarithms in the page are rounded to twelve digits behind the point. */
    private static final Percentage CLOSE = Percentage.withPercentage(1e-7);

    /** Rows as lists of what is seen and drawn, without the links to rows and what only Java looks for in rounds. */
    private static final String ROWS = """
            const known = /drift|control|two groups|disagree|resembles|depends on/;
            const seen = node => {
              if (node.nodeType === Node.TEXT_NODE) {
                return node.data.trim() ? [node.data.trim()] : [];
              }
              if (node.matches('a.here') || node.matches('small.warning') && known.test(node.textContent)) {
                return [];
              }
              const attributes = [...node.attributes].map(each => each.name + '=' + each.value).sort();
              return [node.localName + ' ' + attributes.join(' '), ...[...node.childNodes].flatMap(seen)];
            };
            return [...document.querySelectorAll('table.comparison tr')].flatMap(seen);
            """;

    static Stream<RunRecord> runs() {
        RunRecord complete = Demos.complete();
        return Stream.of(
                complete,
                Demos.interrupted(),
                Demos.running(),
                Demos.fetchSizes(),
                Demos.named("n"),
                moved(complete, (cell, round) -> Duration.ofDays(cell), 0),
                moved(complete, (cell, round) -> Duration.ofDays(cell % 4 == 1 ? round / 6 * 9 : cell), 1),
                moved(complete, (cell, round) -> Duration.ZERO, 5));
    }

    /**
     * The same values at other times.
     *
     * @param by cell and round to how much later they were measured
     * @param serverStarts how often the servers were started, 0 for not at all
     */
    private static RunRecord moved(RunRecord run, BiFunction<Integer, Integer, Duration> by, int serverStarts) {
        List<Sample> samples = run.samples().stream()
                .map(sample -> {
                    Duration later = by.apply(sample.cell(), sample.round());
                    return new Sample(
                            sample.round(),
                            sample.cell(),
                            sample.warmup(),
                            sample.iteration(),
                            sample.start().plus(later),
                            sample.end().plus(later),
                            sample.mode(),
                            sample.score(),
                            sample.unit(),
                            sample.operations(),
                            sample.secondary(),
                            sample.histogram());
                })
                .toList();
        List<CellOutcome> outcomes = run.outcomes().stream()
                .map(outcome -> {
                    Duration later = by.apply(outcome.cell(), outcome.round());
                    int start = serverStarts == 0 ? 0 : 1 + outcome.round() % serverStarts;
                    return new CellOutcome(
                            outcome.round(),
                            outcome.cell(),
                            outcome.outcome(),
                            outcome.reason(),
                            outcome.start().plus(later),
                            outcome.end().plus(later),
                            start);
                })
                .toList();
        return new RunRecord(run.manifest(), samples, outcomes);
    }

    @ParameterizedTest
    @MethodSource("runs")
    void rows_are_those_of_a_report_made_for_the_baseline(RunRecord run, Browser browser) {
        List<String> columns = Demos.model(List.of(run)).views().get(0).table().columns();
        String report = html(run, Optional.empty());
        for (int column = 0; column < columns.size(); column++) {
            browser.open(html(run, Optional.of(columns.get(column))));
            List<?> wanted = (List<?>) browser.run(ROWS);

            browser.open(report);
            browser.choose(SELECT, column);

            assertThat(browser.run(ROWS))
                    .asInstanceOf(LIST)
                    .as(columns.get(column))
                    .containsExactlyElementsOf(wanted);
        }
    }

    @Test
    void numbers_are_those_of_java(Browser browser) {
        RunRecord run = Demos.complete();
        for (int column = 0; column < COLUMNS.size(); column++) {
            ComparisonTable table =
                    model(run, Optional.of(COLUMNS.get(column))).views().get(0).table();
            browser.open(html(run, Optional.empty())).choose(SELECT, column);

            List<Map<String, String>> rows = Clipboard.of(browser).csv();

            assertThat(rows).hasSameSizeAs(table.rows());
            for (int i = 0; i < rows.size(); i++) {
                assertSame(rows.get(i), table.rows().get(i));
            }
        }
    }

    @Test
    void the_original_baseline_brings_back_the_original_rows(Browser browser) {
        browser.open(html(Demos.complete(), Optional.empty()));
        Object before = browser.run(ROWS);
        browser.run("window.row = document.getElementById('c1-r0-1')");

        browser.choose(SELECT, COLUMNS.indexOf("h2"));
        Object other = browser.run(ROWS);
        String note = browser.find(".tools .note").getText();
        browser.choose(SELECT, COLUMNS.indexOf("postgresql"));

        assertThat(other).isNotEqualTo(before);
        assertThat(note).contains("This table is against h2", "rest of the page is against postgresql");
        assertThat(browser.run(ROWS)).isEqualTo(before);
        assertThat(browser.run("return window.row === document.getElementById('c1-r0-1')"))
                .isEqualTo(true);
        assertThat(browser.find(".tools .note").isDisplayed()).isFalse();
        assertThat(browser.hash()).isEmpty();
    }

    @Test
    void nothing_complains_and_no_barrier_appears(Browser browser) {
        browser.open(html(Demos.complete(), Optional.empty()), "#b=h2&theme=dark&sort=verdict");

        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.barriers()).isEmpty();
    }

    private static void assertSame(Map<String, String> shown, CaseRatio row) {
        assertThat(shown.get("column")).isEqualTo(row.b().column());
        assertThat(shown.get("baseline")).isEqualTo(row.a().column());
        if (row.result().isEmpty()) {
            assertThat(shown.get("ratio")).isEmpty();
            assertThat(shown.get("notes")).isEqualTo(row.problem());
            return;
        }
        RatioResult result = row.result().get();
        Comparison comparison = result.comparison();
        assertThat(number(shown, "ratio")).isCloseTo(comparison.ratio(), CLOSE);
        assertThat(number(shown, "ratio_low")).isCloseTo(comparison.low(), CLOSE);
        assertThat(number(shown, "ratio_high")).isCloseTo(comparison.high(), CLOSE);
        assertThat(number(shown, "p")).isCloseTo(comparison.p(), CLOSE);
        assertThat(number(shown, "p_holm")).isCloseTo(result.adjustedP(), CLOSE);
        assertThat(number(shown, "detectable_effect"))
                .isCloseTo(comparison.detectableEffect().orElseThrow(), CLOSE);
        assertThat(number(shown, "rounds")).isEqualTo(comparison.n());
        assertThat("? " + shown.get("verdict"))
                .endsWith(row.result().get().label(0.03).text().substring(1));
    }

    private static double number(Map<String, String> row, String name) {
        return Double.parseDouble(row.get(name));
    }

    private static ReportModel model(RunRecord run, Optional<String> baseline) {
        return Demos.model(
                List.of(run), new ReportOptions(Optional.empty(), Optional.empty(), Optional.empty(), baseline));
    }

    private static String html(RunRecord run, Optional<String> baseline) {
        return HtmlReport.of(model(run, baseline));
    }
}
