package org.rowmark.report.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.LinkDemo;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.Shown;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.section.Figure;
import org.rowmark.report.section.ServerCounters;

/**
 * The reports of {@link Demos#complete()} and {@link RestoreDemo} as they were last looked at by a person. After a wanted change: {@code mvn
 * verify -pl bench-report -am -Drowmark.golden=update}, look at the difference, commit it.
 */
public class GoldenTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");
    private static final boolean UPDATE = "update".equals(System.getProperty("rowmark.golden"));

    private final ReportModel model = Demos.model(List.of(Demos.complete()));

    @Test
    void html_is_as_last_seen() throws IOException {
        assertGolden("report.html", html(model));
    }

    @Test
    void markdown_is_as_last_seen() throws IOException {
        assertGolden("report.md", MarkdownReport.of(model));
    }

    @Test
    void csv_is_as_last_seen() throws IOException {
        assertGolden("comparison.csv", CsvReport.of(model, Integer.MAX_VALUE));
    }

    @Test
    void words_for_the_terminal_are_as_last_seen() throws IOException {
        assertGolden("verdicts.txt", TextReport.of(model));
    }

    @Test
    void a_restore_run_is_as_last_seen() throws IOException {
        assertGolden("restore.md", MarkdownReport.of(Demos.model(RestoreDemo.view())));
    }

    @Test
    void a_run_that_fills_pages_is_as_last_seen() throws IOException {
        assertGolden("page-fill.md", MarkdownReport.of(Demos.model(PageFillDemo.view())));
    }

    @Test
    void a_run_over_several_links_is_as_last_seen() throws IOException {
        ReportModel links = Demos.model(List.of(LinkDemo.run()));
        assertGolden("links.md", sections(MarkdownReport.of(links), "Where the time goes", "Time by round-trip time"));
        for (String heading : List.of("Where the time goes", "Time by round-trip time")) {
            List<Figure> figures = Shown.figures(links.views().get(0), heading);
            String id = heading.startsWith("W") ? "time-shares" : "round-trips";
            assertGolden("plots/" + id + ".svg", figures.get(0).drawing().apply(id));
        }
    }

    private static String sections(String markdown, String... headings) {
        StringBuilder all = new StringBuilder();
        for (String heading : headings) {
            int start = markdown.indexOf("## " + heading);
            all.append(markdown, start, markdown.indexOf("\n## ", start) + 1);
        }
        return all.toString();
    }

    @Test
    void counters_of_single_files_are_as_last_seen() throws IOException {
        ReportModel fill = Demos.model(PageFillDemo.view(PageFillDemo.runWithFiles()));
        String markdown = MarkdownReport.of(fill);
        assertGolden("page-fill-files.md", sections(markdown, ServerCounters.HEADING));
    }

    @Test
    void another_locale_and_time_zone_give_the_same_bytes() throws IOException {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Kathmandu"));
            ReportModel again = Demos.model(List.of(Demos.complete()));
            assertThat(Rendered.html(again)).isEqualTo(Rendered.html(model));
            assertThat(MarkdownReport.of(again)).isEqualTo(MarkdownReport.of(model));
            assertThat(CsvReport.of(again, Integer.MAX_VALUE)).isEqualTo(CsvReport.of(model, Integer.MAX_VALUE));
            assertThat(Rendered.json(again)).isEqualTo(Rendered.json(model));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    /** Without style sheet, script and drawings, and without other baselines, which BaselineInBrowserTest compares. */
    private static String html(ReportModel model) {
        return Rendered.html(model)
                .replaceAll("(?s)  <template.*?</template>\n", "")
                .replaceAll("(?s)(<svg[^>]*>.*?</desc>).*?</svg>", "$1…</svg>")
                .replaceAll("(?s)<(style|script)>.*?</\\1>", "<$1>…</$1>")
                .replaceFirst("script-src '[^']*'", "script-src '…'");
    }

    public static void assertGolden(String name, String actual) throws IOException {
        Path golden = GOLDEN.resolve(name);
        if (UPDATE) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }
}
