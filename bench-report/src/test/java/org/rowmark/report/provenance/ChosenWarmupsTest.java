package org.rowmark.report.provenance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rowmark.report.Demos;
import org.rowmark.report.ReportOptions;
import org.rowmark.report.SamplesInMemory;
import org.rowmark.report.format.Fact;
import org.rowmark.report.model.Badge;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.RunRecord;

/** The warm-up iterations that a run has chosen, in its report. */
class ChosenWarmupsTest {
    private static final ChosenWarmups NOT_YET = new ChosenWarmups("point-select", 2, 20, false);
    private static final ChosenWarmups FOUR = new ChosenWarmups("point-select", 3, 4, true);

    @Test
    void are_stated_with_the_round_from_which_they_were_used() {
        assertThat(warmUp(run(NOT_YET, FOUR))).contains("; point-select 4 from round 3 on, never counted");
        assertThat(warmUp(run())).doesNotContain("from round");
    }

    @Test
    void a_badge_names_workloads_that_were_not_warm_to_the_end() {
        Badge cold = Badge.warning("point-select not warm after 20 warm-up iterations");

        assertThat(badges(run(NOT_YET))).contains(cold);
        assertThat(badges(run(NOT_YET, FOUR))).doesNotContain(cold);
        assertThat(badges(run())).doesNotContain(cold);
    }

    private static List<Badge> badges(RunRecord run) {
        return Demos.view(run, ReportOptions.NONE).badges();
    }

    private static String warmUp(RunRecord run) {
        return Provenance.of(run, List.of(), "").procedure().stream()
                .filter(fact -> fact.name().equals("Warm-up"))
                .map(Fact::value)
                .findFirst()
                .orElseThrow();
    }

    private static RunRecord run(ChosenWarmups... chosen) {
        RunRecord demo = Demos.complete();
        Manifest manifest = demo.manifest();
        for (ChosenWarmups choice : chosen) {
            manifest = manifest.with(choice);
        }
        return SamplesInMemory.record(manifest, demo.samples().stream().toList(), demo.outcomes());
    }
}
