package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.result.RunRecord;

class MarkdownReportTest {
    @Test
    void fewer_than_five_rounds_get_no_verdict_word_anywhere() {
        assertThat(write(Demos.interrupted())).doesNotMatch(HtmlReportTest.VERDICT_WORDS);
        assertThat(write(Demos.running())).doesNotMatch(HtmlReportTest.VERDICT_WORDS);
    }

    @Test
    void answers_come_before_the_tables() {
        assertThat(write(Demos.complete()))
                .containsSubsequence(
                        "- ▲ mariadb is faster than postgresql over 2 workloads: 1.07× (1.06–1.08)",
                        "  - select-by-key: = mariadb is the same as postgresql within ±3 %: 1.01× (0.999–1.02)",
                        "| workload | target |",
                        "## How it was measured");
    }

    @Test
    void a_report_without_answers_has_no_empty_line_for_them() {
        assertThat(MarkdownReport.of(Demos.model(PageFillDemo.viewOf("postgresql", "random"))))
                .doesNotContain("\n\n\n");
    }

    @Test
    void hostile_names_stay_text_and_keep_the_tables_whole() {
        String hostile = write(Demos.named("a|b\n# c `d` <script> @team [x](y) *z* \\| \u202E```"));
        String plain = write(Demos.named("plain"));
        assertThat(borders(hostile)).isEqualTo(borders(plain));
        assertThat(hostile.replaceAll("(?s)````+text.*", ""))
                .doesNotContain("<script", "@team", "\u202E")
                .contains("&#60;script&#62; &#64;team \\[x\\](y)");
        assertThat(hostile).contains("````text\n").endsWith("````\n");
    }

    /** Unescaped borders per line of a table. */
    private static List<Long> borders(String markdown) {
        return markdown.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.replaceAll("\\\\.", "")
                        .chars()
                        .filter(c -> c == '|')
                        .count())
                .toList();
    }

    private static String write(RunRecord run) {
        return MarkdownReport.of(Demos.model(List.of(run)));
    }
}
