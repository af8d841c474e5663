package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.Shown;
import org.rowmark.report.model.View;
import org.rowmark.result.PublishedFigures;
import org.rowmark.result.PublishedFigures.Finding;

class FindingsTest {
    private static final List<Findings.FindingRow> ROWS =
            Findings.of(RestoreDemo.view().results()).get(0).rows();

    @Test
    void every_published_finding_has_a_mark_in_the_order_of_its_table() {
        assertThat(ROWS)
                .extracting(row -> row.name() + ": " + row.mark().word().label().word() + "; " + row.detail())
                .containsExactly(
                        "tcp over services api: does not; same direction, ours 7.57×",
                        "local over services api: cannot be checked here; this run has no way=gbak-local",
                        "cache size effect: cannot be checked here; this run has no buffers=20000",
                        "classic over superserver: holds here; ",
                        "page size larger data phase: does not; other direction, faster",
                        "page size larger index phase: holds here; faster",
                        "fastest server: cannot be checked here; one server was measured");
    }

    @Test
    void the_ratio_is_the_mean_over_all_pairs_that_are_alike_in_the_rest() {
        Findings.FindingRow tcp = ROWS.get(0);
        // two settings of indexes, two page sizes, two server modes
        assertThat(tcp.extent()).isEqualTo("8 pairs, 5 rounds");
        double full = (40 + 2.8) / (4 + 2.8);
        double without = 40.53 / 4.53;
        assertThat(tcp.ours().orElseThrow().comparison().ratio()).isBetween(full, without);
        // the ratio of the phase alone, without what the score has besides
        Findings.FindingRow index = ROWS.get(5);
        assertThat(index.extent()).isEqualTo("4 pairs, 5 rounds");
        assertThat(index.ours().orElseThrow().comparison().ratio()).isBetween(0.79, 0.81);
    }

    @Test
    void targets_that_differ_in_a_named_setting_are_a_pair_and_pairs_with_too_few_rounds_are_left_out() {
        assertThat(ROWS.get(3).extent()).isEqualTo("11 of 12 pairs, 5 rounds");
    }

    @Test
    void a_finding_on_targets_leaves_their_settings_free() {
        assertThat(row(Map.of("target", "firebird-Classic"), Map.of("target", "firebird-Super"), "1.0")
                        .extent())
                .isEqualTo("11 of 12 pairs, 5 rounds");
    }

    @Test
    void a_finding_without_an_answer_has_a_reason() {
        assertThat(reason(Map.of("way", "gbak-tcp", "indexes", "some"), Map.of("way", "gbak-service"), "", "2"))
                .isEqualTo("this run has no indexes=some");
        assertThat(reason(Map.of("way", "gbak-tcp"), Map.of("way", "gbak-tcp"), "", "2"))
                .isEqualTo("no two cells of this run differ in nothing but way");
        assertThat(reason(Map.of("way", "api-service"), Map.of("way", "gbak-service"), "phase.data", "2"))
                .isEqualTo("no pair of its cells reports phase.data");
        assertThat(reason(Map.of(), Map.of(), "", "2")).isEqualTo("the study does not name the cells it is about");
        assertThat(reason(Map.of("way", "gbak-tcp"), Map.of("way", "gbak-service"), "", "Firebird 2.1"))
                .isEqualTo("Firebird 2.1 is neither a ratio nor a direction");
    }

    @Test
    void a_row_without_a_question_and_a_question_without_a_row_are_shown_too() {
        PublishedFigures figures = new PublishedFigures(
                "f.csv",
                "Some",
                Optional.empty(),
                List.of(new Finding("b", "", Map.of("way", "gbak-tcp"), Map.of("way", "gbak-service"), "")));
        assertThat(of(figures, "finding,value,unit,scope\na,2,ratio,\n"))
                .extracting(row -> row.name() + ": " + row.detail())
                .containsExactly(
                        "a: the study does not name the cells it is about",
                        "b: the published figures have no row of this name");
    }

    @Test
    void the_table_names_the_scale_and_compares_ratios() {
        View view = RestoreDemo.view();
        Section section = Shown.section(view, "Published findings beside ours");
        assertThat(section.text())
                .isEqualTo("Measured here at scale 0.06 of the published size. Only ratios are compared, because the"
                        + " published sizes and machines were others.");
        Section table = (Section) section.contents().get(0);
        assertThat(table.heading()).isEqualTo("Restore of a 1.5 GB backup, 2009");
        assertThat(table.text()).isEqualTo("7 findings; holds here: 2, does not: 2, cannot be checked here: 3.");
    }

    private static String reason(Map<String, String> over, Map<String, String> under, String metric, String value) {
        Findings.FindingRow row = row(over, under, metric, value);
        assertThat(row.mark().word()).isEqualTo(FindingMark.Word.CANNOT);
        return row.detail();
    }

    private static Findings.FindingRow row(Map<String, String> over, Map<String, String> under, String value) {
        return row(over, under, "", value);
    }

    private static Findings.FindingRow row(
            Map<String, String> over, Map<String, String> under, String metric, String value) {
        PublishedFigures figures = new PublishedFigures(
                "f.csv", "Some", Optional.empty(), List.of(new Finding("a", metric, over, under, "")));
        return of(figures, "finding,value,unit,scope\na," + value + ",ratio,\n").get(0);
    }

    private static List<Findings.FindingRow> of(PublishedFigures figures, String csv) {
        View view = Demos.view(RestoreDemo.run(), List.of(Publication.parse(figures, csv)), ReportOptions.NONE);
        return Findings.of(view.results()).get(0).rows();
    }
}
