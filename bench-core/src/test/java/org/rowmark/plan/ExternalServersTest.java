package org.rowmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.run.Bench;
import org.rowmark.run.workloads.Answers;
import org.rowmark.run.workloads.Talk;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Servers that others may use. */
class ExternalServersTest {
    private static final Target THEIRS = Target.external("theirs", "postgresql", "jdbc:postgresql://db1/x");
    private static final Target SET = THEIRS.withSettings(Map.of("work_mem", "64MB"));

    @Test
    void allows_a_workload_that_only_reads_on_a_production_target() {
        assertThat(request(Talk.class, THEIRS.asProduction(), options -> options)
                        .what()
                        .targets()
                        .get(0)
                        .isProduction())
                .isTrue();
    }

    @Test
    void refuses_a_workload_that_does_not_on_a_production_target() {
        assertThatThrownBy(() -> request(Answers.class, THEIRS.asProduction(), options -> options))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'theirs': production: true allows workloads that only read (talk), and answers"
                        + " does not");
    }

    @Test
    void refuses_settings_of_a_production_target_and_those_that_vary() {
        assertThatThrownBy(() -> request(Talk.class, SET.asProduction(), options -> options))
                .hasMessageContaining("its settings (work_mem) would be changed");
        assertThatThrownBy(() -> request(
                        Talk.class,
                        THEIRS.asProduction(),
                        options -> options.withText(RunOption.VARY, "work_mem=1MB,2MB")))
                .hasMessageContaining("its settings (work_mem) would be changed");
    }

    @Test
    void has_a_question_before_settings_of_a_server_that_runs_already_are_changed() {
        String what = "settings of external servers would be changed, and put back after each round"
                + " (target 'theirs': work_mem)";
        List<String> questions = new ArrayList<>();

        ExternalServers.requireConsent(List.of(THEIRS, SET), false, question -> questions.add(question));

        assertThat(questions).containsExactly(what + "; continue?");
        assertThatThrownBy(() -> ExternalServers.requireConsent(List.of(SET), false, question -> false))
                .isInstanceOf(UsageException.class)
                .hasMessage(what + "; allow it with --yes");
    }

    @Test
    void has_no_question_without_settings_or_after_a_yes() {
        assertThatCode(() -> ExternalServers.requireConsent(List.of(THEIRS), false, ExternalServersTest::unexpected))
                .doesNotThrowAnyException();
        assertThatCode(() -> ExternalServers.requireConsent(List.of(SET), true, ExternalServersTest::unexpected))
                .doesNotThrowAnyException();
    }

    @Test
    void refuses_settings_of_a_production_target_after_a_yes_too() {
        assertThatThrownBy(() -> ExternalServers.requireConsent(
                        List.of(THEIRS, SET.asProduction()), true, ExternalServersTest::unexpected))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'theirs': production: true allows no changes, and its settings (work_mem) would be"
                        + " changed; leave them out");
    }

    private static boolean unexpected(String question) {
        throw new AssertionError(question);
    }

    private static RunRequest request(Class<?> workload, Target target, UnaryOperator<RunOptions> more) {
        Workloads workloads = Workloads.all();
        RunOptions options = more.apply(Bench.options(workloads.of(workload), "-p", "target=theirs"));
        return RunRequest.resolve(options, workloads, Targets.builtIn().with(Map.of("theirs", () -> target)));
    }
}
