package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report as a reader's browser shows it. */
@ExtendWith(BrowserExtension.class)
class ReportInBrowserTest {
    private static final String REPORT = HtmlReport.of(ReportModel.of(List.of(Demos.complete())));

    @Test
    void it_asks_for_nothing_and_complains_of_nothing(Browser browser) {
        browser.open(REPORT);

        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return document.title"))
                .isEqualTo("Does MariaDB keep up with PostgreSQL on this machine?");
    }

    @ParameterizedTest
    @CsvSource({"light, 1600", "light, 400", "dark, 1600", "dark, 400"})
    void axe_finds_no_barrier(String scheme, int width, Browser browser) {
        browser.width(width);
        if (scheme.equals("dark")) {
            browser.dark();
        }
        browser.open(REPORT);

        assertThat(browser.barriers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"400", "1600"})
    void the_page_does_not_scroll_sideways(int width, Browser browser) {
        browser.width(width).open(REPORT);

        assertThat(browser.overhang()).isZero();
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
