package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Targets;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.PlannedCell;
import org.rowmark.workload.Workloads;

class FactorialDesignTest {
    @TempDir
    Path temp;

    @Test
    void a_star_varies_each_factor_alone_around_the_control() throws IOException {
        Plan plan = plan(DesignChoice.STAR);

        assertThat(plan.cells())
                .extracting(PlannedCell::parameters, PlannedCell::target)
                .containsExactly(
                        row("well", "h2-off"), row("hang", "h2-off"), row("hang", "h2-full"), row("halt", "h2-off"));
        assertThat(plan.design())
                .hasValue("star: 4 of 6 cells, each factor varied alone around answers how=hang CACHE_TYPE=off");
    }

    @Test
    void a_full_design_has_every_combination_and_states_what_a_star_would_have() throws IOException {
        Plan plan = plan(DesignChoice.FULL);

        assertThat(plan.cells()).hasSize(6);
        assertThat(plan.design()).hasValue("full: every combination, 6 cells; a star would have 4");
    }

    @Test
    void no_design_is_named_where_there_is_nothing_to_combine() throws IOException {
        RunOptions one = RunOptions.NONE
                .with(RunOption.STUDY, study().toString())
                .parameters(Map.of("how", List.of("well")))
                .with(RunOption.DESIGN, DesignChoice.STAR);

        assertThat(Plan.of(RunRequest.resolve(one, Workloads.all(), Targets.builtIn()))
                        .design())
                .isEmpty();
    }

    private static org.assertj.core.groups.Tuple row(String how, String target) {
        return org.assertj.core.groups.Tuple.tuple(Map.of("how", how), target);
    }

    private Plan plan(DesignChoice design) throws IOException {
        RunOptions options =
                RunOptions.NONE.with(RunOption.STUDY, study().toString()).with(RunOption.DESIGN, design);
        return Requests.plan(options);
    }

    private Path study() throws IOException {
        return Files.writeString(temp.resolve("star.yaml"), """
                question: "Which answers come?"
                workloads: { answers: { how: [well, hang, halt] } }
                targets: [h2]
                vary: { CACHE_TYPE: ["off", full] }
                control: { workload: answers, parameters: { how: hang } }
                """);
    }
}
