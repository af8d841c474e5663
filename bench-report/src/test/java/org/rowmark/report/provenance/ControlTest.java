package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.RestoreDemo;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.model.Badge;
import org.rowmark.report.model.ReportModel;
import org.rowmark.report.write.MarkdownReport;
import org.rowmark.report.write.Rendered;
import org.rowmark.result.ControlCell;
import org.rowmark.result.ControlCell.Repeat;
import org.rowmark.result.RunRecord;

class ControlTest {
    private static final Repeat SECOND = new Repeat(2, 1.21, 0.94, 1.06, 6);
    private static final Repeat FOURTH = new Repeat(4, 0.9, 0.95, 1.05, 0);

    @Test
    void shows_the_range_of_a_control_that_held() {
        RunRecord run = run(List.of());
        // round 2 is 1.2 times the others, but for noise
        assertThat(Control.of(run).map(Control::text))
                .hasValueSatisfying(text -> assertThat(text)
                        .matches(
                                "The control \\(restore .* way=gbak-service on firebird-Super\\) held within ±[12]\\d\\.?\\d"
                                        + " % in 5 rounds"));
        assertThat(Control.badge(run.manifest())).isEmpty();
        assertThat(Demos.view(run, ReportOptions.NONE).badges())
                .noneMatch(badge -> badge.text().contains("control"));
    }

    @Test
    void shows_rounds_and_amounts_of_a_control_that_moved() {
        RunRecord run = run(List.of(SECOND, FOURTH));
        assertThat(Control.of(run).orElseThrow().text())
                .endsWith(
                        " moved in rounds 2 and 4 (+21 %, outside its band -6 % to +6 %; -10 %, outside its band -5 % to +5"
                                + " %): 1 round was added (at most 3); all values are kept");
        assertThat(Demos.view(run, ReportOptions.NONE).badges())
                .contains(new Badge("the control moved in rounds 2 and 4, 1 round was added (at most 3)", true));
    }

    @Test
    void shows_no_range_after_one_round_and_nothing_without_a_control() {
        RunRecord run = run(List.of());
        RunRecord first = SamplesInMemory.record(
                run.manifest(),
                run.samples().stream().filter(sample -> sample.round() == 1).toList(),
                run.outcomes().stream().filter(outcome -> outcome.round() == 1).toList());
        assertThat(Control.of(first).orElseThrow().text()).endsWith("was measured in 1 round, too few to check it");
        assertThat(Control.of(Demos.complete())).isEmpty();
    }

    @Test
    void the_control_is_in_every_format() {
        ReportModel model = Demos.model(RestoreDemo.view());
        String expected =
                "moved in round 2 (+21 %, outside its band -6 % to +6 %): 1 round was added (at most 3); all values"
                        + " are kept";
        assertThat(List.of(Rendered.html(model), MarkdownReport.of(model), Rendered.json(model)))
                .allSatisfy(report -> assertThat(report).contains(expected));
    }

    private static RunRecord run(List<Repeat> repeats) {
        return RestoreDemo.run(Optional.of(new ControlCell(RestoreDemo.CONTROL, 3, repeats)));
    }
}
