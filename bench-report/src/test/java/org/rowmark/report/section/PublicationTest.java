package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.PageFillDemo;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.PublishedFigures.Match;

/** Published figures beside the run's. */
class PublicationTest {
    private static final String HEADING = "Published figures";

    @Test
    void rows_of_workloads_have_the_published_ratio_and_ours() {
        DataTable table =
                table(Demos.view(Demos.timed(), List.of(publication("workload", "lower", """
                        # Measured by hand.
                        what,off_s,on_s
                        select-by-key,28.09,27.91
                        other,1,
                        """)), ReportOptions.NONE));

        assertThat(table.header()).containsExactly("what", "off_s", "on_s", "ratio", "here, with 95 % interval");
        assertThat(Shown.texts(table.rows().get(0)).get(3)).isEqualTo("1.01×");
        assertThat(Shown.texts(table.rows().get(0)).get(4)).matches("0\\.6\\d+× \\(0\\.6\\d*–0\\.\\d+\\)");
        assertThat(Shown.texts(table.rows().get(1))).containsExactly("other", "1", "", "–", "–");
    }

    @Test
    void rows_of_phases_have_the_ratios_of_phases() {
        DataTable table = table(PhaseRatiosTest.view(0, List.of(publication("phase", "lower", """
                what,off_s,on_s
                2-range,5.81,5.75
                other,153.92,152.87
                """))));

        assertThat(table.rows()).extracting(row -> row.get(3).text()).containsExactly("1.01×", "1.01×");
        assertThat(table.rows().get(0).get(4).text()).startsWith("1.25× (");
        assertThat(table.rows().get(1).get(4).text()).isEqualTo("–");
    }

    @Test
    void a_table_that_matches_nothing_is_shown_as_published_and_folded_where_it_is_long() {
        View view = PageFillDemo.view();
        List<Content> parts = Shown.section(view, HEADING).contents();

        assertThat(((Section) parts.get(0)).contents().get(0)).isInstanceOfSatisfying(Section.class, all -> {
            assertThat(all.heading()).isEqualTo("All 22 rows");
            assertThat(all.look()).isEqualTo(Section.Look.FOLDED);
        });
        assertThat(Shown.tables(view, HEADING).get(1).header()).startsWith("file", "operation", "linux_published");
        assertThat(MarkdownReport.of(Demos.model(view))).contains("| data | read | 1.34 | 3.34 | 2.5x linux |");
    }

    @Test
    void a_scaled_run_names_what_compares_with_published_figures_and_what_does_not() {
        assertThat(Shown.section(PageFillDemo.view(), HEADING).text())
                .contains("scale 0.02 of the published size", "do not compare", "per row");
    }

    private static Publication publication(String key, String better, String csv) {
        Match match = new Match(key, "what", "off_s", "on_s", better);
        return new Publication(new PublishedFigures("f.csv", "Theirs", Optional.of(match)), csv);
    }

    private static DataTable table(View view) {
        return Shown.tables(view, HEADING).get(0);
    }
}
