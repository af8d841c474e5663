package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.report.Demos;
import org.rowmark.report.GeneratedRun;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.model.ReportModel;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** Another baseline, chosen in the page: the page shows what a report made for it shows. */
@ExtendWith(BrowserExtension.class)
class BaselineInBrowserTest {
    private static final String SELECT = ".tools select";
    private static final String SAME = "= same within ±300 %";
    private static final List<String> COLUMNS = List.of("postgresql", "mariadb", "mariadb-huge-pages", "h2");

    /** All that depends on the baseline, as a list of what is seen and drawn, without the links to rows. */
    private static final String PARTS = """
            const seen = node => {
              if (node.nodeType === Node.TEXT_NODE) {
                return node.data.trim() ? [node.data.trim()] : [];
              }
              if (node.matches('a.here')) {
                return [];
              }
              const attributes = [...node.attributes].map(each => each.name + '=' + each.value).sort();
              return [node.localName + ' ' + attributes.join(' '), ...[...node.childNodes].flatMap(seen)];
            };
            return [...document.querySelectorAll('[data-part]')].flatMap(seen);
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
                            sample.histogram(),
                            0,
                            Map.of());
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
        return SamplesInMemory.record(run.manifest(), samples, outcomes);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("runs")
    void all_is_as_in_a_report_made_for_the_baseline(RunRecord run, Browser browser) {
        List<String> columns = Demos.model(List.of(run)).views().get(0).table().columns();
        String report = html(run, Optional.empty());
        for (int column = 0; column < columns.size(); column++) {
            browser.open(html(run, Optional.of(columns.get(column))));
            List<?> wanted = (List<?>) browser.run(PARTS);

            browser.open(report);
            browser.choose(SELECT, column);

            assertThat(browser.run(PARTS))
                    .asInstanceOf(LIST)
                    .as(columns.get(column))
                    .containsExactlyElementsOf(wanted);
        }
    }

    @Test
    void what_is_copied_is_what_comparison_csv_has_for_the_baseline(Browser browser) {
        RunRecord run = Demos.complete();
        for (int column : List.of(0, COLUMNS.size() - 1)) {
            browser.open(html(run, Optional.empty())).choose(SELECT, column);

            assertThat(Clipboard.of(browser).copied("Copy as CSV"))
                    .isEqualTo(CsvReport.of(model(run, Optional.of(COLUMNS.get(column))), Integer.MAX_VALUE));
        }
    }

    @Test
    void every_run_has_its_own_margin(Browser browser) {
        ReportModel wide = model(Demos.fetchSizes(), Optional.empty(), Optional.of(3.0));
        ReportModel narrow = model(Demos.fetchSizes(), Optional.empty());
        browser.open(Rendered.html(
                new ReportModel(List.of(narrow.views().get(0), wide.views().get(0)))));
        String words = "table.comparison tbody td.verdict > span";

        assertThat(browser.texts(words)).containsExactly("▼ slower", "▼ slower", "▼ slower", SAME, SAME, SAME);

        browser.choose(SELECT, 1);

        assertThat(browser.texts(words)).containsExactly("▲ faster", "▲ faster", "▲ faster", SAME, SAME, SAME);
        assertThat(browser.texts(".operation").toString()).contains("band is ±3 %", "band is ±300 %");
        assertThat(browser.find("footer").getText()).contains("the shaded band is ±3 % or ±300 %,");

        browser.find(".tools input[type=checkbox]").click();

        assertThat(browser.texts(words)).hasSize(3);
    }

    @Test
    void a_large_table_names_the_command_in_the_place_of_the_select(Browser browser) {
        RunRecord run = GeneratedRun.of(PageComparison.MOST_ROWS_OF_ALL_BASELINES / 6 + 1, 3, 1);
        browser.open(html(run, Optional.empty()));

        assertThat(browser.texts(".tools label")).noneMatch(label -> label.contains("Baseline"));
        assertThat(browser.texts(".compared > .quiet"))
                .singleElement()
                .asString()
                .contains("1,000 at most; here they are 1,002", "./rowmark report … --baseline NAME");
    }

    @Test
    void the_original_baseline_brings_back_the_original_page(Browser browser) {
        browser.open(html(Demos.complete(), Optional.empty()));
        Object before = browser.run(PARTS);
        browser.run("window.row = document.getElementById('c1-r0-1')");

        browser.choose(SELECT, COLUMNS.indexOf("h2"));
        Object other = browser.run(PARTS);
        String note = browser.find(".tools .note").getText();
        browser.choose(SELECT, COLUMNS.indexOf("postgresql"));

        assertThat(other).isNotEqualTo(before);
        assertThat(note).contains("are against h2", "rest of the page is against postgresql");
        assertThat(browser.run(PARTS)).isEqualTo(before);
        assertThat(browser.run("return window.row === document.getElementById('c1-r0-1')"))
                .isEqualTo(true);
        assertThat(browser.find(".tools .note").isDisplayed()).isFalse();
        assertThat(browser.hash()).isEmpty();
    }

    @Tag("slow")
    @Test
    void nothing_complains_and_no_barrier_appears(Browser browser) {
        browser.open(html(Demos.complete(), Optional.empty()), "#b=h2&theme=dark&sort=verdict");

        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.barriers()).isEmpty();
    }

    private static ReportModel model(RunRecord run, Optional<String> baseline) {
        return model(run, baseline, Optional.empty());
    }

    private static ReportModel model(RunRecord run, Optional<String> baseline, Optional<Double> margin) {
        return Demos.model(List.of(run), new ReportOptions(margin, List.of(), Optional.empty(), baseline, false));
    }

    private static String html(RunRecord run, Optional<String> baseline) {
        return Rendered.html(model(run, baseline));
    }
}
