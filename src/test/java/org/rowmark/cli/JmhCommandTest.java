package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.artifact.Artifacts;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Await;

/** {@code jmh} on jars whose benchmarks are compiled here, with real forks of JMH. */
class JmhCommandTest {
    /** Each operation spends as much time as the jar's file {@code cost} sets. */
    static final String SOURCE = """
            package made;

            import java.util.Scanner;
            import java.util.concurrent.TimeUnit;
            import org.openjdk.jmh.annotations.*;
            import org.openjdk.jmh.infra.Blackhole;

            @State(Scope.Benchmark)
            @Fork(3)
            @Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
            @Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
            public class Work {
                @Param({"1", "2"})
                public int times;

                private final long cost = new Scanner(Work.class.getResourceAsStream("/cost")).nextLong();

                @Benchmark
                public void spend() {
                    Blackhole.consumeCPU(cost * times);
                }

                @Benchmark
                public void print() {
                    System.out.println("printed: Iteration   1: 5.000 ops/s");
                }

                @Benchmark
                public void fail() {
                    throw new IllegalStateException("no luck");
                }

                @Benchmark
                public void leave() {
                    System.exit(3);
                }

                @Benchmark
                public void hang() throws Exception {
                    new java.util.concurrent.CountDownLatch(1).await();
                }
            }
            """;

    @TempDir
    static Path temp;

    @BeforeAll
    static void build() throws IOException {
        BenchmarkJars built = BenchmarkJars.compile(temp, "Work", SOURCE, BenchmarkJars.ownJmh());
        built.jar(temp.resolve("old.jar"), List.of(), Map.of("cost", "1000"));
        built.jar(temp.resolve("new.jar"), List.of("leave"), Map.of("cost", "100000"));
    }

    @Test
    void each_fork_that_fails_is_one_line_and_the_others_are_measured() throws IOException {
        Commands.Result result = jmh("failing", "--jar old=old.jar --rounds 1 -p times=1 -e hang");

        assertThat(result.exitCode()).as(result.toString()).isEqualTo(2);
        RunRecord record = RunDirectory.read(temp.resolve("failing"));
        assertThat(record.outcomes().stream()
                        .map(outcome -> record.manifest()
                                        .cells()
                                        .get(outcome.cell() - 1)
                                        .workload() + " " + outcome.outcome() + " " + outcome.reason()))
                .containsExactlyInAnyOrder(
                        "spend OK ",
                        "print OK ",
                        "fail FAILED java.lang.IllegalStateException: no luck",
                        "leave FAILED VM prematurely exited before JMH had finished with it, explicit System.exit was"
                                + " called?");
        assertThat(record.samples())
                .hasSize(4)
                .allSatisfy(sample -> assertThat(sample.score()).isPositive());
        assertThat(temp.resolve("failing/log.txt")).content().contains("printed: Iteration   1: 5.000 ops/s");
        assertThat(temp.resolve("failing/jmh.json")).content().contains("made.Work.spend");
    }

    @Test
    void a_fork_that_does_not_end_is_killed() throws IOException {
        Commands.Result result = jmh("endless", "--jar old.jar hang --rounds 1 --timeout 2s -p times=1");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(RunDirectory.read(temp.resolve("endless")).outcomes())
                .extracting("reason")
                .containsExactly("killed after 2 s; give it more time with --timeout");
        Await.until(() -> forks() == 0, Duration.ofSeconds(5), Duration.ofMillis(20));
        assertThat(forks()).isZero();
    }

    private static long forks() {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(temp.toString()))
                        .isPresent())
                .count();
    }

    @Test
    void a_dry_run_lists_cells_and_starts_nothing() {
        Commands.Result result = jmh("none", "--jar old=old.jar --jar new=new.jar leave|spend --dry-run");

        assertThat(result.exitCode()).isZero();
        assertThat(result.out())
                .contains("spend times=1 on old", "spend times=2 on new")
                .contains("leave times=1 on old  skipped: only old has it")
                .doesNotContain("makes  ");
        assertThat(temp.resolve("none")).doesNotExist();
    }

    @Test
    void a_jar_without_benchmarks_ends_the_command_before_anything_starts() {
        String library = BenchmarkJars.ownJmh().get(0).toString();

        Commands.Result result = jmh("none", "--jar old=old.jar --jar new=" + library);

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.error()).startsWith("error: --jar new=" + library + ": ");
        assertThat(temp.resolve("none")).doesNotExist();
    }

    @Test
    @Tag("slow")
    void a_slower_jar_closes_the_gate_and_the_same_jar_does_not() throws IOException {
        Commands.Result slower =
                jmh("gate", "--jar old=old.jar --jar new=new.jar spend --rounds 5 --fail-if-slower -p times=1");
        Files.copy(temp.resolve("old.jar"), temp.resolve("again.jar"));
        Commands.Result same = jmh(
                "same", "--jar old=old.jar --jar again=again.jar spend --rounds 5 --fail-if-slower -p times=1 -i 5");

        assertThat(slower.exitCode()).as(slower.toString()).isEqualTo(3);
        assertThat(slower.err()).contains("slower: Work.spend times=1");
        assertThat(same.exitCode()).as(same.toString()).isZero();
        RunRecord record = RunDirectory.read(temp.resolve("gate"));
        assertThat(record.outcomes()).hasSize(10).extracting("outcome").containsOnly(Outcome.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.19", "1.21"})
    @Tag("slow")
    void jars_of_earlier_versions_of_JMH_are_measured(String version) throws IOException {
        BenchmarkJars built = BenchmarkJars.compile(
                temp.resolve("built-" + version),
                "Work",
                SOURCE,
                Artifacts.withDependencies("org.openjdk.jmh:jmh-generator-annprocess:" + version));
        built.jar(temp.resolve("early.jar"), List.of(), Map.of("cost", "1000"));

        Commands.Result result = jmh(version, "--jar early.jar spend --rounds 1 -p times=1 -prof gc");

        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(temp.resolve(version));
        assertThat(record.samples()).hasSize(2).allSatisfy(sample -> {
            assertThat(sample.score()).isPositive();
            assertThat(sample.secondary()).containsKey("gc.alloc.rate.norm");
        });
        assertThat(record.manifest().targets().get(0).serverSettings()).containsEntry("JMH", version);
    }

    /** Executes the words of a line in which names of jars are those of this test. */
    private static Commands.Result jmh(String out, String line) {
        return Commands.run(Stream.concat(
                        Stream.of("jmh", "--out", temp.resolve(out).toString()),
                        Stream.of(line.split(" "))
                                .map(word -> word.replaceFirst("^(\\w+=)?(\\w+\\.jar)$", "$1" + temp + "/$2")))
                .toArray(String[]::new));
    }
}
