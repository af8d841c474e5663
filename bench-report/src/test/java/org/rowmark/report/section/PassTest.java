package org.rowmark.report.section;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rowmark.report.DemoRun;
import org.rowmark.report.Demos;
import org.rowmark.report.Level;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.Shown;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.model.View;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** Passes over queries, whose score is the geometric mean of the times of the queries. */
class PassTest {
    private static final int ROUNDS = 10;

    /** Returns passes over a long query, the same on both targets, and a short one that takes half the time on one. */
    private static View view(double longer, double shorter) {
        return view(longer, shorter, Map.of());
    }

    /** @param ofFast further metrics of the second target */
    private static View view(double longer, double shorter, Map<String, Sample.Metric> ofFast) {
        DemoRun plan = new DemoRun(ROUNDS).target("slow", "").target("fast", "").protocol("trimmed-mean");
        for (int cell = 1; cell <= 2; cell++) {
            String target = cell == 1 ? "slow" : "fast";
            plan.cell(new PlannedCell(cell, target, "order-queries", "queries", Map.of()), Level.time(1, 0));
        }
        RunRecord planned = plan.build();
        Random random = new Random(7);
        List<Sample> samples = new ArrayList<>();
        for (CellOutcome outcome : planned.outcomes()) {
            double first = longer * Math.exp(0.002 * random.nextGaussian());
            double second = shorter / outcome.cell() * Math.exp(0.002 * random.nextGaussian());
            Map<String, Sample.Metric> metrics = new TreeMap<>(outcome.cell() == 2 ? ofFast : Map.of());
            metrics.put("phase.1-long", new Sample.Metric(first, "s"));
            metrics.put("phase.2-short", new Sample.Metric(second, "s"));
            metrics.put("pass", new Sample.Metric(first + second, "s/pass"));
            samples.add(new Sample(
                    outcome.round(),
                    outcome.cell(),
                    false,
                    1,
                    outcome.start().plusSeconds(1),
                    outcome.start().plusSeconds(2),
                    "ss",
                    Math.sqrt(first * second),
                    "s/query",
                    1,
                    metrics,
                    "",
                    0,
                    Map.of()));
        }
        return Demos.view(
                SamplesInMemory.record(planned.manifest(), samples, planned.outcomes()), List.of(), ReportOptions.NONE);
    }

    @Test
    void a_short_query_counts_as_much_in_the_verdict_as_a_long_one() {
        CaseRatio row = view(2, 0.2).table().rows().get(0);

        assertThat(row.comparison().ratio()).isCloseTo(Math.sqrt(2), within(0.01));
        assertThat(row.word()).map(Enum::name).contains("FASTER");
    }

    @Test
    void the_sum_stands_beside_the_score() {
        View view = view(2, 0.2);

        assertThat(Means.mean(view.table()
                                .rows()
                                .get(0)
                                .a()
                                .cell()
                                .values()
                                .secondary()
                                .get("s/pass"))
                        .mean())
                .isCloseTo(2.2, within(0.02));
        assertThat(Rendered.html(Demos.model(view)))
                .containsPattern("<bdi>s/query</bdi></small><small><bdi>2\\.\\d+ s/pass</bdi>");
    }

    @Test
    void the_total_of_its_phases_is_that_of_the_sums() {
        DataTable table = Shown.tables(view(2, 0.02), "Phases compared").get(0);

        assertThat(table.rows().stream().map(row -> row.get(0).text()))
                .extracting(title -> title.replaceFirst(".*phase=", ""))
                .containsExactly("1-long", "2-short", "total");
        assertThat(table.rows().stream().map(row -> row.get(5).text()))
                .containsExactly("= same within ±3 %", "▲ faster", "= same within ±3 %");
        Phases phases = Phases.of(view(2, 0.2).table()).get(0);
        assertThat(phases.parts().get(0).whole().mean()).isCloseTo(2.2, within(0.02));
        assertThat(phases.parts().get(0).other().mean()).isCloseTo(0, within(1e-9));
    }

    @Test
    void passes_over_other_queries_have_a_verdict_neither_by_score_nor_by_sum() {
        View view = view(2, 0.2, Map.of("left-out.3-other", new Sample.Metric(1, "count")));

        assertThat(view.table().hasVerdicts()).isFalse();
        assertThat(Shown.tables(view, "Phases compared").get(0).rows().stream()
                        .map(row -> row.get(5).text()))
                .containsExactly("= same within ±3 %", "▲ faster", "–");
    }

    @Test
    void a_row_states_that_half_of_its_queries_are_short() {
        assertThat(problems(view(2, 0.04)))
                .containsOnly("half of its queries take less than 50 ms: choose a larger --scale");
        assertThat(problems(view(2, 0.2))).containsOnly("");
        assertThat(view(2, 0.04).table().rows().get(0).hasVerdict()).isTrue();
    }

    private static List<String> problems(View view) {
        CaseRatio row = view.table().rows().get(0);
        return List.of(row.a().cell(), row.b().cell()).stream()
                .map(Cell::problem)
                .toList();
    }
}
