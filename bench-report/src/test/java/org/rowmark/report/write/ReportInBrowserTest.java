package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.report.Demos;
import org.rowmark.report.GeneratedRun;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.model.ReportModel;
import org.rowmark.result.RunRecord;

/** The report as a reader's browser shows it. */
@ExtendWith(BrowserExtension.class)
class ReportInBrowserTest {
    private static final String REPORT = Rendered.html(Demos.model(List.of(Demos.complete())));

    /** A page of every kind. */
    static Stream<List<RunRecord>> pages() {
        return Stream.of(
                List.of(Demos.complete()),
                List.of(Demos.interrupted(), Demos.running()),
                List.of(Demos.fetchSizes()),
                List.of(Demos.timed()),
                List.of(PageFillDemo.run(), PageFillDemo.on("win-1", "Windows Server 2022")),
                List.of(GeneratedRun.of(3, 1, 2)));
    }

    static Stream<List<RunRecord>> allPages() {
        return Stream.concat(
                pages(),
                Stream.of(
                        List.of(RestoreDemo.run()),
                        List.of(LinkDemo.run()),
                        List.of(PageFillDemo.runWithFiles()),
                        List.of(Demos.named("a-name-without-a-place-to-break-".repeat(3)))));
    }

    @ParameterizedTest
    @MethodSource("allPages")
    void unfolded_on_a_narrow_screen_it_scrolls_nowhere_sideways_requests_nothing_and_logs_nothing(
            List<RunRecord> runs, Browser browser) {
        ReportModel model = Demos.model(runs);
        browser.width(Browser.NARROW).open(Rendered.html(model));
        browser.run("document.querySelectorAll('details').forEach(each => { each.open = true; })");

        assertThat(browser.overhang()).isZero();
        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return document.title")).isEqualTo(model.title());
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("pages")
    void axe_finds_no_barrier_and_nothing_scrolls_sideways(List<RunRecord> runs, Browser browser) {
        String report = Rendered.html(Demos.model(runs));
        browser.open(report);
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.overhang()).isZero();

        browser.width(Browser.NARROW).dark().open(report);
        assertThat(browser.barriers()).isEmpty();
        assertThat(browser.overhang()).isZero();
    }

    /** ToolsInBrowserTest has it in the dark. */
    @Test
    void axe_finds_no_barrier(Browser browser) {
        browser.width(Browser.NARROW).open(REPORT);

        assertThat(browser.barriers()).isEmpty();
    }

    @Test
    void a_dark_system_gets_a_dark_page(Browser browser) {
        String ground = "return getComputedStyle(document.body).backgroundColor";
        Object light = browser.open(REPORT).run(ground);
        Object dark = browser.dark().run(ground);

        assertThat(light).isEqualTo("rgb(253, 253, 251)");
        assertThat(dark).isEqualTo("rgb(20, 23, 26)");
    }

    @Test
    void print_holds_what_the_screen_folds_away(Browser browser) {
        String printed = browser.dark().open(REPORT).printed();

        assertThat(printed)
                .contains(
                        "Does MariaDB keep up with PostgreSQL on this machine?",
                        "mariadb-huge-pages",
                        "1.13×",
                        "faster")
                .contains("innodb_buffer_pool_size", "6442450944");
    }
}
