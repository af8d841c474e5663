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
import org.apache.commons.lang3.SystemUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.TargetsFile;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.output.RunListener;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The JVM that measures: targets that choose one, values that vary, their names, and what is recorded of them. */
class JvmSweepTest {
    private static final Path OWN = Path.of(System.getProperty("java.home"));

    @TempDir
    Path temp;

    @Test
    void makes_a_target_of_each_JDK_and_of_each_list_of_arguments() throws IOException {
        RunRequest request = request(options()
                .withText(
                        RunOption.VARY, "java=" + jdk("a/jdk", "25.0.3+9-LTS") + "," + jdk("b/jdk", "17.0.15+6-Debian"))
                .withText(RunOption.VARY, "jvmArgs=-Xmx64m '-Da=b c',-XX:+UseZGC"));

        assertThat(request.what().targets())
                .extracting(Target::name)
                .containsExactly(
                        "h2-mem-25.0.3-xmx64m-da-b-c",
                        "h2-mem-25.0.3-usezgc",
                        "h2-mem-17.0.15-xmx64m-da-b-c",
                        "h2-mem-17.0.15-usezgc");
        assertThat(request.what().targets().get(0).jvm().arguments()).containsExactly("-Xmx64m", "-Da=b c");
        assertThat(request.what().targets().get(3).values())
                .isEqualTo(Map.of("java", temp.resolve("b/jdk").toString(), "jvmArgs", "-XX:+UseZGC"));
        assertThat(request.what().varied()).containsExactly("java", "jvmArgs");
    }

    @Test
    void names_JDKs_of_one_version_by_their_directories() throws IOException {
        String one = jdk("one", "25.0.3+9").toString();
        Path two = jdk("two", "25.0.3+9");
        Path relative = Path.of("").toAbsolutePath().relativize(two);

        List<String> names = names("java=" + one + "," + two);
        assertThat(names).allMatch(name -> name.matches("h2-mem-.+-(one|two)"));
        assertThat(names("java=" + one + "," + relative)).isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java=%s/none | java: '%s/none' is no JDK, which has bin/java and a file release; give the directory of one,"
                        + " of version 17 or later",
                "java=%s/old | java: '%s/old' is Java 11.0.2+9; the least version is 17",
                "jvmArgs=-Dmy.password=x | jvmArgs: -Dmy.password may be a secret, and results have all arguments of their"
                        + " JVM; leave it out"
            })
    void refuses_what_cannot_measure_before_anything_starts(String vary, String problem) throws IOException {
        jdk("old", "11.0.2+9");

        assertThatThrownBy(() -> request(options().withText(RunOption.VARY, vary.formatted(temp))))
                .isInstanceOf(UsageException.class)
                .hasMessage(problem.contains("%s") ? problem.formatted(temp) : problem);
    }

    @Test
    void a_targets_file_names_a_JDK_relative_to_itself_and_the_line_of_one_that_is_none() throws IOException {
        jdk("jdks/new", "25.0.3+9-LTS");
        Path file = Files.writeString(temp.resolve("targets.yaml"), """
                targets:
                  new:
                    database: h2
                    java: jdks/new
                    jvmArgs: -Xmx64m -XX:+UseZGC
                  none:
                    database: h2
                    java: jdks/none
                """);

        Target target = new TargetsFile(file, name -> null, text -> {})
                .read()
                .get("new")
                .get();

        assertThat(target.jvm().java().orElseThrow().home()).isEqualTo(temp.resolve("jdks/new"));
        assertThat(target.jvm().arguments()).containsExactly("-Xmx64m", "-XX:+UseZGC");
        assertThatThrownBy(() -> new TargetsFile(file, name -> null, text -> {})
                        .read()
                        .get("none")
                        .get())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("line 8, target 'none': java: '")
                .hasMessageContaining("is no JDK");
    }

    @Test
    void arguments_that_the_JVM_refuses_end_the_run_before_it_begins_in_the_words_of_the_JVM() {
        RunOptions refused = options()
                .withText(RunOption.VARY, "jvmArgs=-XX:+UseSerialGC,-XX:+UseNoSuchGC")
                .with(RunOption.OUT, temp.resolve("out"));

        assertThatThrownBy(() -> BenchmarkRun.run(plan(refused), RunListener.NONE))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching("target 'h2-mem-usenosuchgc': .*java does not start with '-XX:\\+UseNoSuchGC':"
                        + " Unrecognized VM option '.*UseNoSuchGC'; change java: or jvmArgs:");
        assertThat(temp.resolve("out")).doesNotExist();
    }

    @Test
    void forks_have_the_JVM_of_their_target_which_is_recorded() throws IOException {
        RunOptions options = options()
                .withText(RunOption.VARY, "java=" + OWN)
                .withText(RunOption.VARY, "jvmArgs=-XX:+UseSerialGC,-XX:-UseSerialGC -XX:+UseParallelGC")
                .with(RunOption.ROUNDS, 1)
                .with(RunOption.WARMUPS, RunOption.WARMUPS.parse("0"))
                .withText(RunOption.TIME, "10ms")
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));

        RunRecord record = BenchmarkRun.run(plan(options), RunListener.NONE);

        assertThat(record.count(Outcome.OK)).isEqualTo(2);
        assertThat(record.manifest().targets())
                .extracting(target -> target.environment().jvm().orElseThrow())
                .allMatch(jvm -> jvm.startsWith(Runtime.version().feature() + "."))
                .satisfiesExactly(
                        serial -> assertThat(serial).endsWith(", collector Serial"),
                        parallel -> assertThat(parallel).endsWith(", collector Parallel"));
        assertThat(record.manifest().targets())
                .extracting(TargetFacts::settings)
                .allSatisfy(settings -> assertThat(settings).containsEntry("java", OWN.toString()));
        assertThat(Files.readString(temp.resolve("out/jmh.json")))
                .contains("\"-XX:+UseSerialGC\"", "\"-XX:+UseParallelGC\"", "\"jvm\" : \"" + OWN.resolve("bin/java"));
    }

    private static List<String> names(String vary) {
        return request(options().withText(RunOption.VARY, vary)).what().targets().stream()
                .map(Target::name)
                .toList();
    }

    private static RunOptions options() {
        return RunOptions.NONE.workloads(List.of("answers")).targets(List.of("h2-mem"));
    }

    /** Makes what looks like an installed JDK. */
    private Path jdk(String name, String version) throws IOException {
        Path home = temp.resolve(name);
        Path java = home.resolve(SystemUtils.IS_OS_WINDOWS ? "bin/java.exe" : "bin/java");
        Files.createDirectories(java.getParent());
        assertThat(Files.createFile(java).toFile().setExecutable(true)).isTrue();
        Files.writeString(
                home.resolve("release"), "IMPLEMENTOR=\"Somebody\"\nJAVA_RUNTIME_VERSION=\"" + version + "\"\n");
        return home;
    }
}
