package org.rowmark.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.CaseRatio;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.model.Answer;
import org.rowmark.report.model.View;
import org.rowmark.result.PlannedCell;

class ReferenceTest {
    @Test
    void a_reference_is_in_no_mean_and_no_count() {
        View view = view(ReportOptions.NONE, true);
        GeometricMeanRow mean = GeometricMeanRow.of(view.table()).get(1);

        assertThat(mean.lines()).extracting(Case::title).containsExactly("insert size=1", "select size=1");
        assertThat(mean.leftOut()).isEmpty();
        assertThat(mean.comparison().ratio()).isCloseTo(1.0, within(0.05));
        assertThat(view.answers()).singleElement().satisfies(answer -> {
            assertThat(answer.sentence().text()).contains("over 2 workloads");
            assertThat(answer.tally().stream().mapToLong(Answer.Tally::count).sum())
                    .isEqualTo(2);
            assertThat(answer.rows()).hasSize(2);
            assertThat(answer.meanText()).isEqualTo("geometric mean over insert, select, without ping");
        });
    }

    @Test
    void a_reference_is_in_no_family_of_tests_with_others() {
        List<CaseRatio> rows = view(ReportOptions.NONE, true).table().rows();

        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).adjustedP())
                .isEqualTo(2 * rows.get(0).comparison().p());
        assertThat(rows.get(2).adjustedP()).isEqualTo(rows.get(2).comparison().p());
        assertThat(rows.get(2).notes()).containsExactly("left out of means and counts");
    }

    @Test
    void a_mean_over_workloads_is_without_references() {
        View view = view(
                new ReportOptions(Optional.empty(), List.of("size"), Optional.empty(), Optional.empty(), false), true);

        assertThat(view.table().rows().get(0).comparison().ratio()).isCloseTo(1.0, within(0.05));
        assertThat(view.table().mixedText()).isEqualTo("mixes workload=insert, select");
    }

    @Test
    void where_all_are_references_they_are_the_question() {
        View view = view(ReportOptions.NONE, false);

        assertThat(view.answers())
                .singleElement()
                .satisfies(answer -> assertThat(answer.sentence().text()).startsWith("derby is slower than h2"));
        assertThat(view.table().rows().get(0).notes()).isEmpty();
    }

    private static View view(ReportOptions options, boolean withOthers) {
        DemoRun run = new DemoRun(10).target("h2", "").target("derby", "");
        if (withOthers) {
            run.cell(cell(1, "h2", "insert", false), Level.throughput(100, 0.02))
                    .cell(cell(2, "derby", "insert", false), Level.throughput(120, 0.02))
                    .cell(cell(3, "h2", "select", false), Level.throughput(120, 0.02))
                    .cell(cell(4, "derby", "select", false), Level.throughput(100, 0.02));
        }
        run.cell(cell(5, "h2", "ping", true), Level.throughput(1000, 0.02))
                .cell(cell(6, "derby", "ping", true), Level.throughput(100, 0.02));
        return Reports.view(run.build(), List.of(), options);
    }

    private static PlannedCell cell(int number, String target, String workload, boolean isReference) {
        return new PlannedCell(number, target, workload, "", Map.of("size", "1"), "", isReference, false);
    }
}
