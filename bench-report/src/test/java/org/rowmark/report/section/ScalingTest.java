package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.Shown;
import org.rowmark.report.ThreadsDemo;
import org.rowmark.report.format.Fact;
import org.rowmark.report.model.View;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Throughput by threads. */
class ScalingTest {
    private static final String HEADING = "Scaling by threads";
    private static final List<Integer> FOUR = List.of(1, 2, 4, 8);
    private static final List<Integer> SIX = List.of(1, 2, 4, 8, 16, 32);

    @Test
    void the_rate_is_a_curve_by_threads_with_its_knee() {
        Figure figure = Shown.figures(view(FOUR, 1), "By parameter").get(0);

        assertThat(figure.title()).isEqualTo("mix by threads");
        assertThat(figure.numbers().rows())
                .extracting(row -> row.get(0).text() + " " + row.get(1).text())
                .containsExactly(
                        "postgresql 1", "postgresql 2", "postgresql 4", "postgresql 8", "h2 1", "h2 2", "h2 4", "h2 8");
        assertThat(figure.drawing().apply("c1")).contains("no knee inside the swept range");
        assertThat(view(FOUR, 1).conditions()).startsWith("1 to 8 threads");
    }

    @Test
    void the_cpu_time_of_server_and_client_is_beside_it_and_a_client_that_limits_it_is_marked() {
        List<List<TableCell>> rows = Shown.tables(view(FOUR, 1), HEADING).get(0).rows();

        assertThat(Shown.texts(rows.get(0)).subList(3, 6)).containsExactly("0.400 ms", "0.300 ms", "40");
        assertThat(rows.get(3).get(5).line()).isEqualTo("91 (client-bound)");
        assertThat(rows.get(4).get(3).text())
                .as("server of an embedded database")
                .isEqualTo("–");
    }

    @Test
    void from_five_numbers_on_the_law_is_fitted_with_its_peak_and_what_it_predicts_one_doubling_on() {
        View view = view(SIX, 1);
        JsonNode law = json(view).at("/scaling/0/law");

        assertThat(law.at("/sigma/mean").asDouble()).isCloseTo(ThreadsDemo.SIGMA, within(0.01));
        assertThat(law.at("/kappa/mean").asDouble()).isCloseTo(ThreadsDemo.KAPPA, within(0.001));
        assertThat(law.at("/peak/mean").asDouble()).isCloseTo(Math.sqrt(0.9 / 0.01), within(0.5));
        assertThat(law.at("/doubled").asDouble()).isEqualTo(64);
        assertThat(law.at("/isPoor").asBoolean()).isFalse();
        assertThat(facts(view).get(0).name()).isEqualTo("mix postgresql");
        assertThat(facts(view).get(0).value())
                .containsPattern("Highest at 9\\.\\d+ threads \\(9\\.\\d+–9\\.\\d+\\): [\\d,]+ ops/s\\.")
                .containsPattern("64 threads would do [\\d,]+ ops/s \\([\\d,]+–[\\d,]+\\)\\.")
                .doesNotContain("Poor");
        assertThat(Shown.figures(view, HEADING)).hasSize(1);
        assertThat(MarkdownReport.of(Demos.model(view))).contains("mix postgresql: λ ");
    }

    @Test
    void a_fit_that_a_point_does_not_follow_is_called_poor() {
        View view = view(SIX, 0.5);

        assertThat(facts(view).get(0).value()).containsPattern("Poor fit: at \\d+ threads the mean is [+-]\\d");
        assertThat(json(view).at("/scaling/0/law/isPoor").asBoolean()).isTrue();
    }

    @Test
    void the_law_of_three_rounds_has_no_intervals() {
        View view = Demos.view(ThreadsDemo.run(SIX, 1, 3), ReportOptions.NONE);

        assertThat(facts(view).get(0).value())
                .containsPattern("^λ [\\d,]+, σ 0\\.\\d+, κ 0\\.\\d+, R² ")
                .containsPattern("Highest at 9\\.\\d+ threads: ")
                .doesNotContain("NaN");
        assertThat(json(view).at("/scaling/0/law/peak/low").isNull()).isTrue();
    }

    @Test
    void four_numbers_have_no_law() {
        View view = view(FOUR, 1);

        assertThat(facts(view)).isEmpty();
        assertThat(Shown.figures(view, HEADING)).isEmpty();
        assertThat(json(view).at("/scaling"))
                .hasSize(2)
                .allSatisfy(curve -> assertThat(curve.at("/law").isNull()).isTrue());
    }

    private static View view(List<Integer> threads, double last) {
        return Demos.view(ThreadsDemo.run(threads, last), ReportOptions.NONE);
    }

    private static List<Fact> facts(View view) {
        return Shown.section(view, HEADING)
                .all(Content.Facts.class)
                .flatMap(content -> content.facts().stream())
                .toList();
    }

    private static JsonNode json(View view) {
        return JsonMapper.shared().readTree(Rendered.json(Demos.model(view))).at("/comparisons/0");
    }
}
