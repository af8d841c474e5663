package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.RunRecord;

class ControlTest {
    @Test
    void shows_the_range_of_a_control_that_held() {
        RunRecord run = rounds(round -> round != 2);
        assertThat(of(run).orElseThrow().moved()).isEmpty();
        assertThat(of(run).map(Control::text))
                .hasValueSatisfying(text -> assertThat(text)
                        .matches(
                                "The control \\(restore .* way=gbak-service on firebird-Super\\) held within ±[12]\\d?\\.?\\d*"
                                        + " % in 4 rounds"));
        assertThat(Demos.view(run, ReportOptions.NONE).badges())
                .noneMatch(badge -> badge.text().contains("control"));
    }

    @Test
    void shows_rounds_and_amounts_of_a_control_that_moved() {
        RunRecord run = RestoreDemo.run();
        assertThat(of(run).orElseThrow().text())
                .endsWith(" moved in round 2 (+18.9 %, outside its band -3.75 % to +3.9 %)");
        assertThat(Demos.view(run, ReportOptions.NONE).badges())
                .contains(new Badge("the control moved in round 2", true));
        ReportModel model = Demos.model(Demos.view(run, ReportOptions.NONE));
        assertThat(List.of(Rendered.html(model), MarkdownReport.of(model), Rendered.json(model)))
                .allSatisfy(report -> assertThat(report).contains("moved in round 2 (+"));
    }

    @Test
    void shows_no_range_after_one_round_and_nothing_without_a_control() {
        assertThat(of(rounds(round -> round == 1)).orElseThrow().text())
                .endsWith("was measured in 1 round, too few to check it");
        assertThat(of(Demos.complete())).isEmpty();
    }

    private static RunRecord rounds(IntPredicate chosen) {
        RunRecord run = RestoreDemo.run();
        return SamplesInMemory.record(
                run.manifest(),
                run.samples().stream()
                        .filter(sample -> chosen.test(sample.round()))
                        .toList(),
                run.outcomes().stream()
                        .filter(outcome -> chosen.test(outcome.round()))
                        .toList());
    }

    private static Optional<Control> of(RunRecord run) {
        return Control.of(run, RunCells.of(run));
    }
}
