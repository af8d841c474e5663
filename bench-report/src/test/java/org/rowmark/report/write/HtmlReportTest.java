package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.select.Elements;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.report.Demos;
import org.rowmark.report.GeneratedRun;
import org.rowmark.report.section.DataTable;
import org.rowmark.result.RunRecord;

class HtmlReportTest {
    static final String VERDICT_WORDS = "(?is).*\\b(faster|slower|same within|unclear|size unsure)\\b.*";

    private final Document complete = parse(Demos.complete());

    @Test
    void answers_come_first() {
        Element answers = complete.selectFirst(".answers");
        assertThat(answers.selectFirst(".answer").text())
                .startsWith("▲ mariadb is faster than postgresql over 2 workloads 1.07× (1.06–1.08)");
        assertThat(answers.selectFirst(".tally").text()).isEqualTo("2 ▲ faster 1 = same within ±3 % 1 ? unclear");
        assertThat(complete.select("h1").text()).isEqualTo("Does MariaDB keep up with PostgreSQL on this machine?");
        assertThat(complete.selectFirst("section").hasClass("answers")).isTrue();
    }

    @Test
    void the_table_holds_every_target_also_those_without_a_value() {
        assertThat(complete.select("table.comparison")).hasSize(1);
        assertThat(complete.select("table.comparison tbody tr")).hasSize(12);
        assertThat(complete.select("td.trouble").eachText())
                .containsExactly(
                        "✕ failed: verification: 1048576 bytes expected, 1048320 read",
                        "✕ skipped: h2 has no full-text index that the dialect knows");
        assertThat(complete.select(".badge.warning").eachText())
                .contains("! 1 of 16 cells incomplete", "! 1 of 16 cells failed", "! 1 of 16 cells skipped");
    }

    @Test
    void rows_are_as_wide_as_their_header() {
        for (RunRecord run : List.of(Demos.complete(), Demos.interrupted(), Demos.running(), Demos.named("x"))) {
            for (Element table : parse(run).select("table.comparison")) {
                int columns = table.select("thead th").size();
                assertThat(table.select("tbody tr"))
                        .allSatisfy(row -> assertThat(row.children().stream()
                                        .mapToInt(cell ->
                                                Integer.parseInt(cell.hasAttr("colspan") ? cell.attr("colspan") : "1"))
                                        .sum())
                                .isEqualTo(columns));
            }
        }
    }

    @Test
    void a_table_shows_its_first_rows_and_where_the_others_are() {
        Document large = parse(GeneratedRun.of(201, 4, 1));
        Elements rows = large.select("table.comparison tbody tr");

        assertThat(rows).hasSize(PageComparison.MOST_ROWS);
        assertThat(rows.last().id()).isEqualTo("c1-r166-2");
        assertThat(large.select(".compared .left-out").text())
                .isEqualTo("The first 500 of 603 rows. All of them are in comparison.csv, beside this page.");
        assertThat(complete.select(".left-out")).isEmpty();

        Document wide = parse(GeneratedRun.of(501, 2, 1));
        assertThat(wide.select("table:has(td.heat) tbody tr")).hasSize(DataTable.MOST_ROWS);
        assertThat(wide.select("table.raw").size()).isLessThan(DataTable.MOST_ROWS);
        assertThat(wide.text())
                .contains(
                        "The first 200 of 501 rows; the file of JSON beside this page has all of them.",
                        "471 more are not drawn; their numbers are in the tables and in comparison.json.");
    }

    @Test
    void remarks_are_in_words_in_their_row() {
        assertThat(complete.select("#c1-r1-2 .mark > bdi").eachText())
                .hasSize(3)
                .contains("the runs fall into two groups: look at the single rounds (2.1 %)");
        assertThat(complete.select("table.comparison").text()).doesNotContainPattern("⚠\\ufe0e \\d");
    }

    @Test
    void a_column_that_is_no_common_word_is_explained_above_the_table() {
        assertThat(complete.select("table.comparison thead th").eachText()).contains("Detectable");
        assertThat(complete.select(".compared .operation").text())
                .contains("Detectable is the smallest difference that so many rounds find four times out of five");
    }

    @Test
    void the_baseline_is_shown_once_for_each_line() {
        assertThat(complete.select("table.comparison tr:not(.again) > .baseline")
                        .eachText())
                .containsExactly("1,810ops/s181,000 rows/s", "40,300ops/s", "3.37ms/op3.21 ms/MB", "206ops/s");
    }

    @Test
    void a_verdict_is_a_word_and_a_shape() {
        assertThat(complete.select("td.verdict > span:not(.quiet)").eachText())
                .contains("▲ faster", "△ faster", "▼ slower", "= same within ±3 %", "? unclear");
    }

    @Test
    void the_file_needs_nothing_beside_it() {
        assertThat(complete.select("script[src], link, img, iframe, object, embed, [src], [href], [style]:not(svg)"))
                .isEmpty();
        assertThat(complete.selectFirst("meta[http-equiv=Content-Security-Policy]")
                        .attr("content"))
                .isEqualTo("default-src 'none'; style-src 'unsafe-inline'; script-src '" + HtmlReport.HASH + "'");
        assertThat(complete.select("script:not([type])")).hasSize(1);
        assertThat(complete.select("style").html()).doesNotContain("url(", "@import");
        assertThat(complete.outerHtml()).doesNotContain("http://", "https://");
    }

    @Test
    void every_drawing_has_a_title_and_a_description() {
        assertThat(complete.select("svg")).hasSizeGreaterThan(10).allSatisfy(svg -> {
            assertThat(svg.attr("role")).isEqualTo("img");
            assertThat(svg.select("title").text()).isNotBlank();
            assertThat(svg.select("desc").text()).isNotBlank();
        });
        String points = complete.selectFirst("td.plot svg.better path.p").attr("d");
        assertThat(points.chars().filter(command -> command == 'h')).as(points).hasSize(10);
    }

    @Test
    void every_replicate_is_in_a_folded_table() {
        Elements rounds = complete.select("section:has(> h2:contains(Every round)) table.raw");
        assertThat(rounds.get(0).closest("details").hasAttr("open")).isFalse();
        assertThat(rounds.get(0).select("tbody tr")).hasSize(10);
        assertThat(rounds.get(1).select("tbody tr").get(9).child(3).text()).isEqualTo("–");
    }

    @Test
    void it_shows_how_and_on_what_it_was_measured() {
        String text = complete.text();
        assertThat(text)
                .contains("bench-01", "AMD EPYC", "128 GiB", "kernel 6.12.41", "OpenJDK 17.0.15+6", "ext4 on /srv")
                .contains("seed 7221", "3 iterations of 1s", "5 iterations of 2s", "HikariCP, 8 connections")
                .contains("PostgreSQL JDBC Driver 42.7.14", "jdbc:postgresql://127.0.0.1:41207/rowmark", "fsync=on")
                .contains("innodb_buffer_pool_size", "6442450944", "--rounds 10 --seed 7221");
    }

    @Test
    void fewer_than_five_rounds_get_no_verdict_word_anywhere() {
        for (RunRecord run : List.of(Demos.interrupted(), Demos.running())) {
            assertThat(parse(run).text()).doesNotMatch(VERDICT_WORDS);
            assertThat(parse(run).select(".badge.warning").eachText()).contains("! fewer than five rounds: no verdict");
        }
    }

    @Test
    void it_shows_that_a_run_is_not_over_or_was_cut_off() {
        assertThat(parse(Demos.interrupted()).select(".badge.warning").eachText())
                .contains("! run interrupted");
        assertThat(parse(Demos.interrupted()).select(".when").text())
                .isEqualTo("2026-11-20 08:00 UTC, interrupted after 37 min 17 s");
        assertThat(parse(Demos.running()).select(".badge.warning").eachText()).contains("! run still in progress");
        assertThat(parse(Demos.running()).select(".when").text())
                .isEqualTo("2026-11-20 08:00 UTC, round 2 of 10, still running");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "</script><script>alert(1)</script>",
                "\"' onmouseover='alert(1)' x=\"",
                "<img src=x onerror=alert(1)>",
                "</title></style><!--",
                "${7*7} @raw | `code` &amp; ]]>",
                "\u202Egnol \u05D0\u05D1\u05D2 \uD83D\uDE00\u0000\u001B[31m",
            })
    void hostile_names_do_nothing(String name) {
        Document hostile = parse(Demos.named(name));
        assertThat(shape(hostile)).isEqualTo(shape(parse(Demos.named("plain"))));
        assertThat(hostile.select("svg *").stream().map(Element::tagName).distinct())
                .isSubsetOf("title", "desc", "path", "text", "tspan", "g", "rect", "line", "circle");
        String ignored = "\u0000";
        assertThat(hostile.selectFirst("h1").wholeText()).isEqualTo(name.replace(ignored, ""));
    }

    @Test
    void text_has_enough_contrast_in_light_and_dark() {
        for (int scheme : List.of(2, 3)) {
            Map<String, String> colours = Pattern.compile("--([\\w-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)")
                    .matcher(HtmlReport.STYLE)
                    .results()
                    .collect(Collectors.toMap(found -> found.group(1), found -> found.group(scheme)));
            for (String ink : List.of("ink", "quiet", "better", "worse", "open", "warn-ink")) {
                assertThat(contrast(colours.get(ink), colours.get("paper")))
                        .as(ink)
                        .isGreaterThan(4.5);
                assertThat(contrast(colours.get(ink), colours.get("sheet")))
                        .as(ink)
                        .isGreaterThan(4.5);
            }
            assertThat(contrast(colours.get("warn-ink"), colours.get("warn"))).isGreaterThan(4.5);
            assertThat(contrast(colours.get("quiet"), colours.get("band"))).isGreaterThan(4.5);
        }
    }

    /** WCAG 2.2, contrast ratio. */
    private static double contrast(String one, String other) {
        double a = luminance(one) + 0.05;
        double b = luminance(other) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(String colour) {
        Matcher channels = Pattern.compile("#(..)(..)(..)").matcher(colour);
        assertThat(channels.matches()).as(colour).isTrue();
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double channel = Integer.parseInt(channels.group(i + 1), 16) / 255.0;
            sum += weights[i] * (channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    /** Elements and the names of their attributes, without what is only text. */
    private static List<String> shape(Document document) {
        return document.getAllElements().stream()
                .filter(element -> element.closest("svg") == null)
                .map(element -> element.tagName()
                        + element.attributes().asList().stream()
                                .map(attribute -> attribute.getKey())
                                .toList())
                .toList();
    }

    /** What is shown: a template holds the page of another baseline. */
    private static Document parse(RunRecord run) {
        Document page = Jsoup.parse(Rendered.html(Demos.model(List.of(run))));
        page.select("template").remove();
        return page;
    }
}
