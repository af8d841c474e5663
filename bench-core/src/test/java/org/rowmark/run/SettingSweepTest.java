package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.rowmark.plan.Requests.plan;
import static org.rowmark.plan.Requests.request;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workloads;

/** Server settings that vary: targets, their names, and what a user may change of a study. */
class SettingSweepTest {
    private static final Target FIREBIRD = Target.builtIn("firebird", "firebird", ServerKind.LOCAL);

    @TempDir
    Path temp;

    @Test
    void makes_a_target_of_each_value_and_names_it() {
        SettingSweep modes = vary("ServerMode=Super,SuperClassic,Classic");

        List<Target> targets = modes.of(List.of(FIREBIRD.withSettings(Map.of("DefaultDbCachePages", "100"))));

        assertThat(targets)
                .extracting(Target::name)
                .containsExactly("firebird-super", "firebird-superclassic", "firebird-classic");
        assertThat(targets.get(1).settings())
                .isEqualTo(Map.of("DefaultDbCachePages", "100", "ServerMode", "SuperClassic"));
        assertThat(modes.names()).containsExactly("ServerMode");
    }

    @Test
    void multiplies_several_settings_and_targets() {
        SettingSweep both = vary("b=1,2").with(vary("a=x,y"));

        assertThat(both.of(List.of(FIREBIRD, FIREBIRD.named("other"))))
                .extracting(Target::name)
                .containsExactly(
                        "firebird-1-x",
                        "firebird-1-y",
                        "firebird-2-x",
                        "firebird-2-y",
                        "other-1-x",
                        "other-1-y",
                        "other-2-x",
                        "other-2-y");
        assertThat(both.names()).containsExactly("a", "b");
    }

    @Test
    void sets_a_single_value_and_keeps_the_name() {
        SettingSweep one = vary("ServerMode=Super,Super");

        assertThat(one.of(List.of(FIREBIRD))).containsExactly(FIREBIRD.withSettings(Map.of("ServerMode", "Super")));
        assertThat(one.names()).isEmpty();
    }

    @Test
    void makes_names_of_values_that_are_none() {
        assertThat(vary("sync_method=fdatasync,/dev/null x").of(List.of(FIREBIRD)))
                .extracting(Target::name)
                .containsExactly("firebird-fdatasync", "firebird--dev-null-x");
    }

    @Test
    void refuses_a_target_that_sets_the_setting_itself() {
        Target classic = FIREBIRD.named("mine").withSettings(Map.of("servermode", "Classic"));

        assertThatThrownBy(() -> vary("ServerMode=Super").of(List.of(FIREBIRD, classic)))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'mine' sets servermode itself, which --vary or the study varies; choose a target"
                        + " without it");
    }

    @Test
    void refuses_two_targets_of_one_name() {
        Target other = FIREBIRD.named("firebird-a-b");

        assertThatThrownBy(() -> vary("x=a/b,a b").of(List.of(FIREBIRD))).hasMessageContaining("'firebird-a-b'");
        assertThatThrownBy(() -> vary("x=b,c").of(List.of(FIREBIRD.named("firebird-a"), other.named("firebird-a"))))
                .hasMessageContaining("two targets of this run are named 'firebird-a-b'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ServerMode", "=x", "a=", "a=x,,y", ""})
    void refuses_what_is_no_setting_with_values(String text) {
        assertThatThrownBy(() -> vary(text))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("--vary '" + text + "': give a setting and its values");
    }

    @Test
    void lets_a_user_choose_among_the_values_of_a_study_and_add_settings() throws IOException {
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study("vary: { LOCK_TIMEOUT: [100, 200, 300] }"));
        RunOptions fewer = options.with(RunOption.VARY, vary("LOCK_TIMEOUT=300,100"))
                .with(RunOption.VARY, vary("WRITE_DELAY=0"))
                .with(RunOption.SEED, 5L);

        assertThat(names(request(options))).containsExactly("h2-mem-100", "h2-mem-200", "h2-mem-300");
        assertThat(names(request(fewer))).containsExactly("h2-mem-300", "h2-mem-100");
        assertThat(request(fewer).what().baseline()).isEqualTo("h2-mem-300");
        assertThat(request(fewer).what().targets().get(0).settings())
                .isEqualTo(Map.of("LOCK_TIMEOUT", "300", "WRITE_DELAY", "0"));
        assertThat(request(fewer).what().varied()).containsExactly("LOCK_TIMEOUT");
        assertThat(request(fewer).output().command())
                .endsWith(".yaml --vary LOCK_TIMEOUT=300,100 --vary WRITE_DELAY=0 --seed 5");
    }

    @Test
    void leaves_the_setting_of_a_study_alone_where_a_run_is_another_one() {
        RunOptions answers = Bench.options(Workloads.all().of(Answers.class), "-p", "target=h2-mem");

        assertThat(names(request(answers))).containsExactly("h2-mem");
    }

    @Test
    void takes_several_settings_at_the_door_of_the_IDE() {
        RunOptions options = Bench.options(
                Workloads.all().of(Answers.class), "--vary", "LOCK_TIMEOUT=1,2", "--vary", "WRITE_DELAY=3,4");

        assertThat(names(request(options))).containsExactly("h2-1-3", "h2-1-4", "h2-2-3", "h2-2-4");
    }

    @Test
    void measures_a_target_against_itself_with_one_value_only() {
        RunOptions aa = RunOptions.NONE
                .workloads(List.of("answers"))
                .targets(List.of("h2-mem"))
                .asAa();

        assertThat(request(aa.with(RunOption.VARY, vary("LOCK_TIMEOUT=7")))
                        .what()
                        .targets())
                .allSatisfy(target -> assertThat(target.settings()).isEqualTo(Map.of("LOCK_TIMEOUT", "7")));
        assertThatThrownBy(() -> request(aa.with(RunOption.VARY, vary("LOCK_TIMEOUT=7,8"))))
                .hasMessage("aa: excludes --vary LOCK_TIMEOUT=7,8; a target is measured against itself");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vary: { x: [] }|vary: x: give at least one value",
                "vary: { x: [''] }|study varied, line 7: vary: x: give at least one value"
            })
    void refuses_a_study_that_varies_nothing(String line, String message) {
        assertThatThrownBy(() -> request(RunOptions.NONE.with(RunOption.STUDY, study(line))))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void is_in_the_record_with_the_settings_of_each_target() throws IOException {
        RunOptions options = RunOptions.NONE
                .with(RunOption.STUDY, study("vary: { LOCK_TIMEOUT: [100, 200] }"))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));

        RunRecord record =
                BenchmarkRun.run(plan(options), RunListener.NONE, FakeForks.ofOneIteration((cell, time) -> 1));

        assertThat(record.manifest().request().varied()).containsExactly("LOCK_TIMEOUT");
        assertThat(record.manifest().targets())
                .extracting(target -> target.settings().get("LOCK_TIMEOUT"))
                .containsExactly("100", "200");
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value =
                    "mariadb|innodb_flush_method=fsync,bogus|Error while setting value 'bogus' to 'innodb-flush-method'")
    void fails_the_configuration_that_the_other_product_refuses(String target, String vary, String line)
            throws IOException {
        fails_the_configuration_that_its_server_refuses_with_the_line_of_its_log(target, vary, line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = "postgresql|fsync=on,bogus|parameter \"fsync\" requires a Boolean value")
    void fails_the_configuration_that_its_server_refuses_with_the_line_of_its_log(
            String target, String vary, String line) throws IOException {
        RequiredServers.assume(Targets.builtIn().named(target));

        RunRecord record = run(target, vary);

        assertThat(record.count(Outcome.OK)).isEqualTo(1);
        assertThat(record.outcomes())
                .filteredOn(outcome -> outcome.outcome() == Outcome.FAILED)
                .singleElement()
                .satisfies(failed -> {
                    assertThat(failed.cell()).isEqualTo(2);
                    assertThat(failed.reason()).contains(line).doesNotContain("\n");
                });
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = "postgresql|shared_bufers=1MB,2MB|unrecognized configuration parameter \"shared_bufers\"")
    void does_not_begin_where_all_of_the_other_product_refuse_it(String target, String vary, String line) {
        does_not_begin_where_all_servers_refuse_the_setting(target, vary, line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = "mariadb|inodb_flush=1,2|unknown variable 'inodb_flush=1'")
    void does_not_begin_where_all_servers_refuse_the_setting(String target, String vary, String line) {
        RequiredServers.assume(Targets.builtIn().named(target));

        assertThatThrownBy(() -> run(target, vary))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(line);
    }

    @Tag("slow")
    @Test
    void sets_what_a_database_has_in_its_header() throws IOException {
        RequiredServers.assume(Targets.builtIn().named("firebird"));

        RunRecord record = run("firebird", "ForcedWrites=true,false");

        assertThat(record.manifest().targets())
                .extracting(TargetFacts::durability)
                .containsExactly(
                        "commit waits for the disk: yes (forced writes on)",
                        "commit waits for the disk: no (forced writes off)");
    }

    private RunRecord run(String target, String vary) throws IOException {
        RunOptions options = Bench.options(Workloads.all().of(Answers.class), "--vary", vary)
                .targets(List.of(target))
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
        return BenchmarkRun.run(
                Plan.of(request(options)), RunListener.NONE, FakeForks.ofOneIteration((cell, time) -> 1));
    }

    @Test
    void restarts_servers_as_a_study_or_the_user_sets_it() throws IOException {
        RunOptions options = RunOptions.NONE.with(RunOption.STUDY, study(""));
        assertThat(request(options).servers().restart()).isEqualTo(RestartPolicy.ROUND);
        assertThat(request(options.withText(RunOption.RESTART, "run")).servers().restart())
                .isEqualTo(RestartPolicy.RUN);

        study("restart: never");
        assertThat(request(options).servers().restart()).isEqualTo(RestartPolicy.RUN);
        RunOptions restarted = options.withText(RunOption.RESTART, "round");
        assertThat(request(restarted).servers().restart()).isEqualTo(RestartPolicy.ROUND);
    }

    private String study(String line) throws IOException {
        return Files.writeString(temp.resolve("varied.yaml"), """
                question: What does it change?
                workloads: { answers: }
                targets: [h2-mem]
                warmups: 0
                iterations: 1
                time: 10ms
                """ + line + "\n").toString();
    }

    private static SettingSweep vary(String text) {
        return RunOption.VARY.parse(text);
    }

    private static List<String> names(RunRequest request) {
        return request.what().targets().stream().map(Target::name).toList();
    }
}
