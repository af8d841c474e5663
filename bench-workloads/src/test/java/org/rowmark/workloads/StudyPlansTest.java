package org.rowmark.workloads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rowmark.db.Targets;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workloads;

/** The plans of the studies that come with Rowmark, on their own targets. */
class StudyPlansTest {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Target SQL_SERVER =
            Target.external("sqlserver", "sqlserver", "jdbc:sqlserver://localhost:1433;databaseName=bench");

    static List<Path> studies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/main/resources/studies"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("studies")
    void take_ten_minutes_at_most_at_scale_quick(Path study) {
        Plan plan = Plan.of(request(study(study.toString()).withText(RunOption.SCALE, "quick")));

        assertThat(plan.estimate()).isBetween(Duration.ofSeconds(1), LONGEST);
    }

    @Test
    void a_study_is_a_star_below_its_published_size_and_full_at_it() {
        RunOptions restore = study("restore");

        assertThat(request(restore).what().design()).isEqualTo(DesignChoice.STAR);
        assertThat(request(restore.withText(RunOption.SCALE, "0.99")).what().design())
                .isEqualTo(DesignChoice.STAR);
        assertThat(request(restore.withText(RunOption.SCALE, "1")).what().design())
                .isEqualTo(DesignChoice.FULL);
    }

    @Test
    void what_is_no_study_or_has_no_published_size_is_full() {
        RunOptions own = RunOptions.NONE.workloads(List.of("restore")).targets(List.of("firebird"));

        assertThat(request(own).what().design()).isEqualTo(DesignChoice.FULL);
        assertThat(request(study("server-mode")).what().design()).isEqualTo(DesignChoice.FULL);
    }

    @Test
    void the_restore_study_states_the_cells_of_both_designs() {
        Plan star = Plan.of(request(study("restore")));
        Plan full = Plan.of(request(study("restore").with(RunOption.DESIGN, DesignChoice.FULL)));

        assertThat(star.cells()).hasSize(10);
        assertThat(star.design()).hasValueSatisfying(words -> assertThat(words).startsWith("star: 10 of 90 cells, "));
        assertThat(full.cells()).hasSize(90);
        assertThat(full.design()).hasValue("full: every combination, 90 cells; a star would have 10");
    }

    @Test
    void rows_cross_no_boundary_where_a_database_in_the_fork_returns_references() {
        RunOptions reads =
                RunOptions.NONE.workloads(List.of("cursor-fetch", "wide-rows")).parameter("fetchSize=1");
        Plan embedded = Plan.of(request(reads.targets(List.of("h2", "hsqldb", "derby", "sqlite"))));
        Plan behindTcp = Plan.of(request(reads.targets(List.of("h2-tcp"))));

        assertThat(embedded.cells().stream().filter(cell -> !cell.caveat().isEmpty()))
                .allSatisfy(cell -> assertThat(cell.caveat()).startsWith("rows do not cross a boundary"))
                .allMatch(PlannedCell::isReference)
                .extracting(cell -> cell.workload() + " " + cell.target())
                .containsExactlyInAnyOrder(
                        "cursor-fetch h2", "cursor-fetch hsqldb", "wide-rows h2", "wide-rows hsqldb");
        assertThat(behindTcp.cells())
                .isNotEmpty()
                .noneMatch(cell -> cell.isReference() || !cell.caveat().isEmpty());
    }

    private static RunOptions study(String name) {
        return RunOptions.NONE.with(RunOption.STUDY, name);
    }

    private static RunRequest request(RunOptions options) {
        return RunRequest.resolve(
                options, Workloads.all(), Targets.builtIn().with(Map.of("sqlserver", () -> SQL_SERVER)));
    }
}
