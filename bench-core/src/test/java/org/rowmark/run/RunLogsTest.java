package org.rowmark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.plan.Requests.plan;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.output.LogScrubber;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.OneShot;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.workload.Workloads;

/** The end of a run, when the logs of servers and programs are cleared of secrets. */
class RunLogsTest {
    /** Without the lock on the machine, which another run may hold. */
    private static final List<String> BESIDE_OTHERS = List.of("-Djmh.ignoreLock=true");

    @TempDir
    Path temp;

    @Test
    void clears_a_log_of_secrets_that_is_larger_than_the_memory() throws IOException {
        Path log = temp.resolve("server.log");
        String line = "password=hunter2 " + "x".repeat(1_000);
        try (BufferedWriter writer = Files.newBufferedWriter(log)) {
            for (int i = 0; i < 20_000; i++) {
                writer.write(line + "\n");
            }
        }

        assertThat(ChildJvm.run(Scrubbing.class, List.of("-Xmx16m"), temp)).isEmpty();

        try (var lines = Files.lines(log)) {
            assertThat(lines.filter(each -> each.startsWith("password=*** x")).count())
                    .isEqualTo(20_000);
        }
    }

    @Test
    void a_run_whose_logs_cannot_be_cleared_counts_as_interrupted() throws IOException {
        Path out = temp.resolve("out");

        String output = ChildJvm.run(UnreadableLog.class, BESIDE_OTHERS, out, temp.resolve("data"));

        assertThat(RunDirectory.read(out).manifest().progress().status())
                .as(output)
                .isEqualTo(Manifest.Status.INTERRUPTED);
    }

    @Test
    void clears_the_logs_of_an_interrupted_run() throws IOException {
        Path out = temp.resolve("out");

        String output = ChildJvm.run(Interrupted.class, BESIDE_OTHERS, out);

        assertThat(RunDirectory.read(out).manifest().progress().status())
                .as(output)
                .isEqualTo(Manifest.Status.INTERRUPTED);
        assertThat(out.resolve("h2-mem.log")).hasContent("the password is ***");
        assertThat(out.resolve("h2-mem-programs.log")).content().contains("prepared well", "***");
        try (Stream<Path> files = Files.walk(out)) {
            assertThat(files.filter(Files::isRegularFile)).isNotEmpty().allSatisfy(file -> {
                assertThat(file.toString()).doesNotEndWith(".scrubbed");
                assertThat(file).content().doesNotContain(OneShot.SECRET);
            });
        }
    }

    static final class Scrubbing {
        private Scrubbing() {}

        public static void main(String[] arguments) throws IOException {
            LogScrubber.of(List.of(Target.builtIn("server", "h2", ServerKind.EMBEDDED)), Path.of(arguments[0]))
                    .scrub();
        }
    }

    /** A run whose process ends when the measurement begins, as by Ctrl-C. */
    static final class Interrupted {
        private Interrupted() {}

        public static void main(String[] arguments) throws IOException {
            Path out = Path.of(arguments[0]);
            RunOptions options = Bench.options(Workloads.all().of(OneShot.class), "-p", "way=well")
                    .targets(List.of("h2-mem"))
                    .with(RunOption.OUT, out);
            RunListener listener = new RunListener() {
                @Override
                public void started(Plan plan, int steps) {
                    try {
                        Files.writeString(out.resolve("h2-mem.log"), "the password is " + OneShot.SECRET + "\n");
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    System.exit(130);
                }
            };
            BenchmarkRun.run(plan(options), listener);
        }
    }

    static final class UnreadableLog {
        private UnreadableLog() {}

        public static void main(String[] arguments) throws IOException {
            Path out = Path.of(arguments[0]);
            RunOptions options = Bench.options(Workloads.all().of(OneShot.class), "-p", "way=well")
                    .targets(List.of("h2-mem"))
                    .with(RunOption.ROUNDS, 1)
                    .with(RunOption.OUT, out)
                    .with(RunOption.DATA_DIR, Path.of(arguments[1]));
            RunListener listener = new RunListener() {
                @Override
                public void cellEnded(PlannedCell cell, CellOutcome outcome) {
                    try {
                        Files.createDirectory(out.resolve("h2-mem.log"));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            };
            BenchmarkRun.run(plan(options), listener, FakeForks.ofOneIteration((cell, time) -> 1));
        }
    }
}
