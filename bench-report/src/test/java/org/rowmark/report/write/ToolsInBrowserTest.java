package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.rowmark.report.Demos;

/** What a reader can do with the comparison table. */
@ExtendWith(BrowserExtension.class)
class ToolsInBrowserTest {
    private static final String REPORT = Rendered.html(Demos.model(List.of(Demos.complete())));
    private static final String FILTER = ".tools input[type=search]";
    private static final String RATIOS = "table.comparison tbody .ratio";
    private static final String ROWS = "table.comparison tbody tr";
    private static final String IDS =
            "return [...document.querySelectorAll('table.comparison tbody tr')].map(row => row.id)";
    private static final String THEME = ".theme select";
    private static final String GROUND = "return getComputedStyle(document.body).backgroundColor";
    private static final String LIGHT = "rgb(253, 253, 251)";
    private static final String DARK = "rgb(20, 23, 26)";

    @Test
    void a_click_on_a_heading_sorts_a_second_one_reverses_a_third_one_restores(Browser browser) {
        browser.open(REPORT);
        Object plan = browser.run(IDS);

        browser.click("Ratio");
        List<String> up = browser.texts(RATIOS);
        Object order = browser.run("return document.querySelector('[aria-sort]').getAttribute('aria-sort')");
        browser.click("Ratio");
        List<String> down = browser.texts(RATIOS);
        browser.click("Ratio");

        assertThat(up).startsWith("0.712×", "1.01×").endsWith("1.28×", "32.5×").hasSize(10);
        assertThat(order).isEqualTo("ascending");
        assertThat(down).startsWith("32.5×", "1.28×").endsWith("1.01×", "0.712×");
        assertThat(browser.run(IDS)).isEqualTo(plan);
        assertThat(browser.run("return document.querySelectorAll('[aria-sort]').length"))
                .isEqualTo(0L);
    }

    @Test
    void rows_without_a_ratio_are_last_either_way_and_equal_ones_keep_their_order(Browser browser) {
        browser.open(REPORT, "#sort=ratio");
        List<?> up = (List<?>) browser.run(IDS);
        browser.open(REPORT, "#sort=ratio&desc=1");
        List<?> down = (List<?>) browser.run(IDS);
        browser.open(REPORT, "#sort=rounds&desc=1");
        List<?> byRounds = (List<?>) browser.run(IDS);

        assertThat(up.subList(10, 12)).asString().isEqualTo("[c1-r2-3, c1-r3-3]");
        assertThat(down.subList(10, 12)).asString().isEqualTo("[c1-r2-3, c1-r3-3]");
        assertThat(byRounds)
                .asString()
                .isEqualTo("[c1-r0-1, c1-r0-2, c1-r0-3, c1-r1-1, c1-r1-3, c1-r2-1, c1-r2-2, c1-r3-1, c1-r3-2, c1-r1-2,"
                        + " c1-r2-3, c1-r3-3]");
    }

    @Test
    void the_filter_keeps_rows_with_all_its_words_and_reports_how_many(Browser browser) {
        browser.open(REPORT);
        browser.find(FILTER).sendKeys("HUGE blob");

        assertThat(browser.run(IDS)).asString().isEqualTo("[c1-r2-2]");
        assertThat(browser.texts(".status")).containsExactly("1 of 12 rows");
        assertThat(browser.hash()).isEqualTo("#f=HUGE+blob");

        browser.press(Keys.ESCAPE);

        assertThat(browser.texts(ROWS)).hasSize(12);
        assertThat(browser.texts(".status")).containsExactly("All 12 rows");
        assertThat(browser.hash()).isEmpty();
    }

    @Test
    void only_differences_hides_what_is_the_same_or_unclear(Browser browser) {
        browser.open(REPORT);
        browser.find(".tools input[type=checkbox]").click();

        assertThat(browser.texts("table.comparison tbody td.verdict > span"))
                .hasSize(6)
                .allMatch(verdict -> verdict.contains("faster") || verdict.contains("slower"));
        assertThat(browser.texts(ROWS)).hasSize(6);
        assertThat(browser.hash()).isEqualTo("#diff=1");
    }

    @Test
    void what_is_copied_is_what_is_seen(Browser browser) {
        browser.open(REPORT, "#b=mariadb&f=blob&sort=ratio");
        Clipboard clipboard = Clipboard.of(browser);
        String markdown = clipboard.markdown();
        List<Map<String, String>> csv = clipboard.csv();

        assertThat(markdown.lines())
                .hasSize(5)
                .startsWith(
                        "| Workload | target | mariadb | Score | Ratio | Verdict | Rounds | Detectable |",
                        "| --- | --- | ---: | ---: | ---: | --- | ---: | ---: |");
        assertThat(markdown.lines().skip(2).map(line -> line.replaceAll("^\\| [^|]* \\| ([^|]*) \\|.*", "$1")))
                .containsExactly("postgresql", "mariadb-huge-pages", "h2");
        assertThat(markdown)
                .contains("| blob-read size=1048576 | postgresql | 2.67 ms/op 2.54 ms/MB |")
                .contains("| 0.792× (0.768–0.817) | ▼ slower | 10 |", "| ? unclear; about 9 more rounds, 2 min 42 s |")
                .contains("✕ failed: verification: 1048576 bytes expected, 1048320 read |  |");
        assertThat(csv.stream().map(row -> row.get("column")))
                .containsExactly("postgresql", "mariadb-huge-pages", "h2");
        assertThat(browser.texts(".status")).containsExactly("Copied");
    }

    @Test
    void a_spreadsheet_and_a_forum_take_names_for_text(Browser browser) {
        String name = "=1+1,\"a\" | <b>@all</b>";
        browser.open(Rendered.html(Demos.model(List.of(Demos.named(name)))));
        Clipboard clipboard = Clipboard.of(browser);

        assertThat(clipboard.csv().get(0))
                .containsEntry("baseline", "'" + name)
                .containsEntry("column", "'" + name + "2");
        assertThat(clipboard.markdown()).contains("=1+1,\"a\" \\| &#60;b&#62;&#64;all&#60;/b&#62;2");
    }

    @Test
    void where_a_page_may_not_copy_the_text_is_there_to_be_copied(Browser browser) {
        browser.open(REPORT, "#f=full-text");
        browser.run("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))");
        browser.click("Copy as CSV");

        assertThat(browser.texts(".status")).containsExactly("Press Ctrl+C to copy");
        assertThat((String) browser.run("return getSelection().toString()"))
                .startsWith("question,workload,batchSize,rewrite,size,metric,unit,better,column,baseline,")
                .contains(",full-text,,,,score,ops/s,higher,mariadb,postgresql,206.137989747,");
        assertThat(browser.complaints()).isEmpty();
    }

    @Tag("slow")
    @Test
    void the_text_that_is_there_to_be_copied_is_no_barrier(Browser browser) {
        where_a_page_may_not_copy_the_text_is_there_to_be_copied(browser);

        assertThat(browser.barriers()).isEmpty();
    }

    @Test
    void a_link_brings_back_what_was_chosen(Browser browser) {
        browser.open(REPORT);
        browser.choose(".tools select", 1).click("Verdict").click("Verdict");
        browser.find(FILTER).sendKeys("by key");
        browser.choose(THEME, 2);
        String hash = browser.hash();
        Object shown = browser.run(IDS);

        browser.open(REPORT, hash);

        assertThat(hash).isEqualTo("#b=mariadb&sort=verdict&desc=1&f=by+key&theme=dark");
        assertThat(browser.run(IDS)).isEqualTo(shown);
        assertThat(shown).asString().isEqualTo("[c1-r1-3, c1-r1-0, c1-r1-2]");
        assertThat(browser.run(GROUND)).isEqualTo(DARK);
    }

    @Test
    void another_link_on_the_same_page_opens_what_it_names(Browser browser) {
        browser.open(REPORT, "#f=full");
        Object first = browser.run(IDS);
        browser.go("#diff=1");
        Object second = browser.run(IDS);
        browser.back();

        assertThat(first).asString().isEqualTo("[c1-r3-1, c1-r3-2, c1-r3-3]");
        assertThat((List<?>) second).hasSize(6);
        assertThat(browser.run(IDS)).isEqualTo(first);
    }

    @Test
    void every_row_has_a_link_that_leads_to_it(Browser browser) {
        browser.width(Browser.NARROW).open(REPORT, "#b=h2");
        String link = (String) browser.run("return document.querySelector('#c1-r3-1 a.here').getAttribute('href')");

        browser.open(REPORT, link);

        assertThat(link).isEqualTo("#b=h2&row=c1-r3-1");
        assertThat(browser.run("return document.querySelector('tr.here').id")).isEqualTo("c1-r3-1");
        assertThat(browser.run("const place = document.querySelector('tr.here').getBoundingClientRect();"
                        + "return place.top >= 0 && place.bottom <= innerHeight"))
                .isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#b=<img src=x onerror=window.hacked=1>&sort=__proto__&desc=2&theme=constructor&row=main",
                "#f=%3Cscript%3Ewindow.hacked%3D1%3C%2Fscript%3E&sort=toString",
                "#row=c1-r0-1%22%5D&b=%00&f=%E0%A4%A",
                "#javascript:window.hacked=1",
                "#__proto__[b]=1&constructor=2&f=(((((a%2B)%2B)%2B)%2B)%2B)%24&row=__proto__",
                "#%",
            })
    void a_hostile_link_does_nothing(String hash, Browser browser) {
        browser.open(REPORT, hash);

        assertThat(browser.run("return window.hacked || null")).isNull();
        assertThat(browser.requests()).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThat(browser.run("return document.querySelector('.tools select').value"))
                .isEqualTo("0");
        assertThat(browser.run("return document.querySelectorAll('[aria-sort], tr.here, img').length"))
                .isEqualTo(0L);
    }

    @Test
    void a_filter_from_a_link_is_short(Browser browser) {
        browser.open(REPORT, "#f=" + "a".repeat(100_000));

        assertThat(browser.run("return document.querySelector('" + FILTER + "').value.length"))
                .isEqualTo(200L);
        assertThat(browser.texts(".status")).containsExactly("0 of 12 rows");
    }

    @Test
    void colours_are_those_of_the_system_until_the_reader_chooses(Browser browser) {
        browser.dark().open(REPORT);
        Object ofSystem = browser.run(GROUND);
        Object light = browser.choose(THEME, 1).run(GROUND);
        Object dark = browser.prefer(Map.of("prefers-color-scheme", "light"))
                .choose(THEME, 2)
                .run(GROUND);
        List<String> barriers = browser.barriers();
        Object again = browser.choose(THEME, 0).run(GROUND);

        assertThat(List.of(ofSystem, light, dark, again)).containsExactly(DARK, LIGHT, DARK, LIGHT);
        assertThat(barriers).isEmpty();
    }

    @Test
    void everything_can_be_reached_and_done_by_keyboard(Browser browser) {
        browser.open(REPORT);
        long controls = (long)
                browser.run(
                        "return document.querySelectorAll('.theme select, .tools select, .tools input, .tools button, .sort').length");
        String focused = "const now = document.activeElement; return getComputedStyle(now).outlineStyle + ' '"
                + " + (now.matches('.theme *, .tools *, .sort') ? 'control' : 'other')";
        long reached = 0;
        for (int i = 0; i < controls + 1; i++) {
            browser.press(Keys.TAB);
            String now = (String) browser.run(focused);
            assertThat(now).doesNotStartWith("none");
            reached += now.endsWith("control") ? 1 : 0;
        }
        browser.run("document.querySelectorAll('.sort')[4].focus()");
        browser.press(Keys.ENTER);

        assertThat(controls).isEqualTo(14);
        assertThat(reached).isEqualTo(controls);
        assertThat(browser.hash()).isEqualTo("#sort=ratio");
        assertThat(browser.run("return document.activeElement.className")).isEqualTo("sort");
    }

    @Test
    void nothing_moves_where_the_reader_wants_no_motion(Browser browser) {
        browser.prefer(Map.of("prefers-reduced-motion", "reduce")).open(REPORT, "#row=c1-r3-1");

        assertThat(browser.run("return document.getAnimations().length")).isEqualTo(0L);
        assertThat(browser.run("return [...document.querySelectorAll('*')].filter(each => {"
                        + "const style = getComputedStyle(each); return style.scrollBehavior === 'smooth'"
                        + " || style.transitionDuration !== '0s' || style.animationName !== 'none' }).length"))
                .isEqualTo(0L);
    }

    @Test
    void print_holds_the_table_as_it_is_seen_and_no_controls(Browser browser) {
        String printed = browser.open(REPORT, "#b=h2&f=insert&theme=dark").printed();

        assertThat(printed)
                .contains("This table and the answers are against h2", "slower")
                .doesNotContain("Copy as", "Colours", "↕");
    }

    @Test
    void without_a_script_the_page_is_complete(Browser browser) {
        browser.scripts(false).open(REPORT);
        List<String> rows = browser.texts(ROWS);
        String printed = browser.printed();
        browser.scripts(true).open(REPORT);

        assertThat(rows)
                .hasSize(12)
                .isEqualTo(browser.texts(ROWS).stream()
                        .map(row -> row.replaceFirst("\nlink\\b", ""))
                        .toList());
        assertThat(printed).contains("1.13×", "mariadb-huge-pages").doesNotContain("Baseline", "Copy as");
    }
}
