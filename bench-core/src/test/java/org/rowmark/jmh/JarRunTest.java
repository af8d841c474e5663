package org.rowmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The plans of jars whose lists of benchmarks are made up; nothing is started. */
class JarRunTest {
    @TempDir
    Path temp;

    private RunOptions own = RunOptions.NONE;
    private final List<String> jdks = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    private final List<String> jmh = new ArrayList<>();

    @BeforeEach
    void make() throws IOException {
        MadeJars.write(
                temp,
                "old.jar",
                true,
                "1.37",
                MadeJars.entry("a.Json.read", Mode.Throughput, Map.of("size", "1,20")),
                MadeJars.entry("a.Json.write"));
        MadeJars.write(
                temp,
                "new.jar",
                true,
                "1.37",
                MadeJars.entry("a.Json.read", Mode.Throughput, Map.of("size", "1,20")),
                MadeJars.entry("a.Json.copy"));
        MadeJars.write(
                temp,
                "modes.jar",
                true,
                "1.19",
                MadeJars.entry("a.Json.read"),
                MadeJars.entry("a.Json.read", Mode.AverageTime, Map.of()));
        MadeJars.write(
                temp,
                "impl.jar",
                true,
                "1.37",
                MadeJars.entry("a.Map.get", Mode.Throughput, Map.of("impl", "tree,hash", "size", "1,20")));
        MadeJars.write(temp, "plain.jar", false, "1.37", MadeJars.entry("a.Json.read"));
        MadeJars.write(temp, "empty.jar", true, "1.37");
        Files.writeString(temp.resolve("text.jar"), "no jar");
    }

    @Test
    void benchmarks_of_all_jars_are_rows_and_those_of_one_jar_are_listed_as_skipped() {
        Plan plan = plan("old=old.jar", "new=new.jar");

        assertThat(plan.cells().stream()
                        .filter(cell -> plan.skip(cell).isEmpty())
                        .map(PlannedCell::label))
                .containsExactly(
                        "read size=1 on old", "read size=1 on new", "read size=20 on old", "read size=20 on new");
        assertThat(plan.skips().values())
                .containsExactlyInAnyOrder(
                        "only old has it, so there is nothing to compare it with",
                        "only new has it, so there is nothing to compare it with");
        assertThat(plan.request().what().baseline()).isEqualTo("old");
        assertThat(plan.request().rounds().goal()).isPresent();
    }

    @Test
    void patterns_and_parameters_choose_as_JMH_does() {
        own = own.parameter("size=7");

        assertThat(plan(List.of("re.d$"), "old=old.jar", "new=new.jar").cells())
                .extracting(PlannedCell::label)
                .containsExactly("Json.read size=7 on old", "Json.read size=7 on new");
    }

    @Test
    void several_modes_of_a_benchmark_are_rows_and_an_option_replaces_them() {
        assertThat(plan("modes.jar").cells())
                .extracting(PlannedCell::label)
                .containsExactly("Json.read mode=thrpt on modes", "Json.read mode=avgt on modes");

        jmh.addAll(List.of("-bm", "ss"));
        assertThat(plan("modes.jar").cells()).extracting(PlannedCell::label).containsExactly("Json.read on modes");
    }

    @Test
    void iterations_are_those_of_the_options_the_annotations_or_the_version_of_JMH() {
        assertThat(timing("modes.jar")).isEqualTo("20 x PT1S, 20 x PT1S");
        assertThat(timing("old.jar")).isEqualTo("5 x PT10S, 2 x PT0.02S");
        jmh.addAll(List.of("-wi", "3", "-w", "100ms", "-i", "4", "-r", "1s"));
        assertThat(timing("old.jar")).isEqualTo("3 x PT0.1S, 4 x PT1S");
    }

    @Test
    void parameters_of_early_versions_of_JMH_are_read_as_they_wrote_them() {
        BenchmarkListEntry early = BenchmarkLine.read(
                "JMH S 6 a.Json S 1 g S 4 read S 11 AverageTime E A 1 1 1 E I 1 5 T 3 1 s E I 1 5 T 3 1 s E I 1 1 E E E"
                        + " E E M 2 3 arg 2 1 1 8 12345678 4 size 1 3 1 2 U 11 NANOSECONDS E E ",
                "1.23");

        assertThat(early.getParams().get()).containsOnlyKeys("arg", "size");
        assertThat(early.getParams().get().get("arg")).containsExactly("1", "12345678");
        assertThat(early.getParams().get().get("size")).containsExactly("1 2");
        assertThat(early.getUsername()).isEqualTo("a.Json.read");
        assertThat(early.getMeasurementIterations().get()).isEqualTo(5);
    }

    private String timing(String jar) {
        Timing timing = plan(jar).request().sampling().timing();
        return timing.warmups() + " x " + timing.warmupTime() + ", " + timing.iterations() + " x " + timing.time();
    }

    @Test
    void a_parameter_with_few_values_makes_the_columns_of_a_single_jar() {
        assertThat(plan("impl.jar").request().output().reporting().view())
                .hasValue(new ReportView(List.of("workload", "size"), "impl", "tree"));
        assertThat(plan("modes.jar").request().rounds().goal()).isEmpty();
    }

    @Test
    void each_jar_is_measured_on_each_JDK_with_each_of_several_flags() throws IOException {
        jdks.addAll(List.of(jdk("a+1/Home", "17.0.1+12"), jdk("b/Home", "25")));
        flags.addAll(List.of("", "-XX:+UseSerialGC -Xmx1g"));
        Plan plan = plan("old=old.jar", "new=new.jar");

        assertThat(plan.request().what().targets())
                .extracting(Target::name)
                .startsWith("old-17.0.1-none", "old-17.0.1-UseSerialGC-Xmx1g", "old-25-none")
                .hasSize(8);
        assertThat(plan.request().what().varied()).containsExactly("java", "jvmArgs");
        assertThat(plan.request().output().command()).contains(" -jvmArgs '' -jvmArgs '-XX:+UseSerialGC -Xmx1g'");
        flags.add("-Ddb.credential=x");
        assertThatThrownBy(() -> plan("old.jar")).hasMessageStartingWith("jvmArgs: -Ddb.credential may be a secret");
    }

    private String jdk(String name, String version) throws IOException {
        Path home = temp.resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"");
        Path program =
                Files.createFile(home.resolve("bin").resolve(Jdk.own().program().getFileName()));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return home.toString();
    }

    @Test
    void parameters_named_like_keys_of_reports_are_no_such_keys() throws IOException {
        MadeJars.write(temp, "rate.jar", true, "1.37", MadeJars.entry("a.Load", Mode.Throughput, Map.of("rate", "5")));

        assertThat(plan("rate.jar").cells().get(0).parameters()).containsOnlyKeys("params.rate");
    }

    @Test
    void the_command_repeats_the_run_from_any_directory() {
        own = own.with(RunOption.ROUNDS, 7).with(RunOption.SEED, 5L).parameter("size=1,2");
        jmh.addAll(List.of("-wi", "0"));

        assertThat(plan(List.of("read"), "old=old.jar", "new=new.jar")
                        .request()
                        .output()
                        .command())
                .isEqualTo("./rowmark jmh --seed 5 read --jar old=%1$s/old.jar --jar new=%1$s/new.jar -p size=1,2"
                                .formatted(temp)
                        + " --rounds 7 -- -wi 0");
    }

    @Test
    void a_fork_is_a_call_of_the_jars_own_JMH() {
        JmhWords words = new JmhWords(List.of("-prof", "gc"));
        JarColumn column = new JarColumn(
                "old", BenchmarkJar.ofJar("old=" + temp.resolve("old.jar")), Jdk.own(), Map.of("jvmArgs", "-Xmx1g"));
        BenchmarkListEntry read = column.jar().benchmarks().get(0);
        BenchmarkCase measured = new BenchmarkCase(column, read, Mode.Throughput, Map.of("size", "20"), Timing.DEFAULT);

        List<String> command = measured.command(words, Path.of("out.json"));

        assertThat(String.join(" ", command).replaceFirst(" -Djmh.ignoreLock=true", ""))
                .isEqualTo(Jdk.own().program() + " -jar " + temp.resolve("old.jar") + " ^\\Qa.Json.read\\E$ -prof gc"
                        + " -jvmArgs -Xmx1g -f 1 -wf 0 -foe true -bm thrpt -p size=20 -rf json -rff out.json");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            none.jar            |          | there is no such file
            text.jar            |          | it is no jar
            empty.jar           |          | it holds no META-INF/BenchmarkList
            plain.jar           |          | has no Main-Class, so java -jar cannot start it
            old.jar             | -f 3     | JMH's option -f is decided by Rowmark; use --rounds
            old.jar             | -rff x   | JMH's option -rff is decided by Rowmark; use --out
            old.jar             | -l       | JMH's option -l is decided by Rowmark; use --dry-run
            old.jar             | -p x=1   | JMH's option -p is decided by Rowmark; use -p before --
            old.jar             | read     | behind --: name benchmarks before it
            old.jar             | -jvmArgs -Ddb.credential=x | -jvmArgs: -Ddb.credential may be a secret
            old.jar             | -wi no   | JMH does not take -wi no
            old.jar             | -e [     | is no regular expression
            """)
    void what_cannot_be_measured_is_refused_in_one_line(String jar, String words, String error) {
        if (words != null) {
            jmh.addAll(Arrays.asList(words.split(" ")));
        }

        assertThatThrownBy(() -> plan(jar))
                .isInstanceOf(UsageException.class)
                .message()
                .contains(error)
                .doesNotContain("\n");
    }

    @Test
    void names_that_no_jar_has_are_refused() {
        assertThatThrownBy(() -> plan(List.of("nothing"), "old.jar"))
                .hasMessage("no benchmark matches nothing; old has, for example, a.Json.read");
        assertThatThrownBy(() -> plan("old=old.jar", "modes.jar", "old=new.jar"))
                .hasMessageEndingWith("another one is called old already; name it with NAME=");
        own = own.with(RunOption.BASELINE, "odl");
        assertThatThrownBy(() -> plan("old.jar", "new.jar"))
                .hasMessage("--baseline odl is not one of the jars of this run; did you mean old?");
        own = own.parameter("sise=1");
        assertThatThrownBy(() -> plan("old.jar"))
                .hasMessage("-p: no benchmark has the parameter 'sise'; did you mean size?");
    }

    private Plan plan(String... jars) {
        return plan(List.of(), jars);
    }

    private Plan plan(List<String> patterns, String... jars) {
        List<String> paths = Arrays.stream(jars)
                .map(jar -> jar.contains("=")
                        ? jar.replace("=", "=" + temp + "/")
                        : temp.resolve(jar).toString())
                .toList();
        return JarRun.of(new JarOptions(paths, List.of(), jdks, flags, patterns, false, own.jmh(jmh)))
                .plan();
    }
}
