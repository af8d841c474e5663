package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rowmark.e2e.Cli;
import org.rowmark.e2e.Progress;
import org.rowmark.e2e.RequiredServers;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.stats.Comparison;

/**
 * Runs of a cell on PostgreSQL and one on H2 after it, in a round that does not count and two pairs of rounds: in the first
 * and last of these four, the first cell has a fault. The comparison is of the second cell's scores in the rounds with it
 * and in those without.
 * {@code -Drowmark.neighbours} is the number of runs for each fault.
 */
@EnabledOnOs(OS.LINUX)
@Tag("slow")
@Tag("alone")
class NeighboursIT {
    private static final int RUNS = Integer.getInteger("rowmark.neighbours", 1);

    /** Whether a round has the fault. A drift adds to both alike, and a cell that failed twice is not tried again. */
    private static final List<Boolean> TURNS = List.of(false, true, false, false, true);

    private static final List<Boolean> NONE = List.of(false, false, false, false, false);
    private static final int ITERATIONS = 20;

    /** If no number moves, a comparison fails in one of twenty executions of all faults, not in every second. */
    private static final double LEAST_P = 0.05 / Fault.values().length;

    @TempDir
    private static Path classes;

    @TempDir
    Path temp;

    /** A moment of the first cell: a line of a file. */
    private enum Moment {
        LOADING("log.txt", "loading"),
        WARMING_UP("samples.jsonl", "\"round\":%d,\"cell\":1,\"warmup\":true"),
        MEASURING("samples.jsonl", "\"round\":%d,\"cell\":1,\"warmup\":false"),
        TEARING_DOWN("log.txt", "tearing down");

        private final String file;
        private final String line;

        Moment(String file, String line) {
            this.file = file;
            this.line = line;
        }
    }

    /** A fault of the first cell: of the workload by itself, or a signal to processes at a moment. */
    enum Fault {
        SERVER_KILLED_WHILE_LOADING("load", "", "KILL", "postgres", Moment.LOADING),
        SERVER_KILLED_IN_WARM_UP("none", "", "KILL", "postgres", Moment.WARMING_UP),
        SERVER_KILLED_IN_MEASUREMENT("none", "", "KILL", "postgres", Moment.MEASURING),
        SERVER_KILLED_IN_TEARDOWN("teardown", "", "KILL", "postgres", Moment.TEARING_DOWN),
        SERVER_STOPPED("none", "--timeout 8s", "STOP", "postgres", Moment.MEASURING),
        CONNECTION_CUT("none", "--link rtt=200us", "KILL", "org.rowmark.link.Relay", Moment.MEASURING),
        DISK_FULL("disk", "--data-dir %s"),
        FORK_KILLED("none", "", "KILL", "org.openjdk.jmh.runner.ForkedMain", Moment.MEASURING),
        FORK_OUT_OF_MEMORY("memory", ""),
        FORK_HANGS("hang", "--timeout 8s"),
        DEADLOCK("deadlock", "--threads 2"),
        DRIVER_THROWS("driver", ""),
        CLOCK_SET("none", "", "", "", Moment.MEASURING);

        private final String parameter;
        private final String words;
        private final String signal;
        private final String program;
        private final Optional<Moment> moment;

        Fault(String parameter, String words) {
            this(parameter, words, "", "", null);
        }

        Fault(String parameter, String words, String signal, String program, Moment moment) {
            this.parameter = parameter;
            this.words = words;
            this.signal = signal;
            this.program = program;
            this.moment = Optional.ofNullable(moment);
        }
    }

    @BeforeAll
    static void compileWorkload() throws IOException {
        FaultyWorkload.compile(classes);
    }

    @ParameterizedTest
    @EnumSource
    void a_fault_leaves_the_other_cells_numbers_as_they_are(Fault fault) throws Exception {
        RequiredServers.assume("postgresql");
        SetClock clock = SetClock.in(temp);
        Map<Integer, Double> without = new TreeMap<>();
        Map<Integer, Double> with = new TreeMap<>();
        for (int i = 0; i < RUNS; i++) {
            RunRecord record = measure(fault, clock, Files.createDirectory(temp.resolve("run-" + i)));
            assertThat(failed(record, 1)).isEqualTo(fault == Fault.CLOCK_SET ? NONE : TURNS);
            assertThat(failed(record, 2)).isEqualTo(NONE);
            for (int round = 2; round <= TURNS.size(); round++) {
                (TURNS.get(round - 1) ? with : without).put(2 * i + round / 2, otherScore(record, round));
            }
        }

        Comparison comparison = Comparison.paired(without, with, Comparison.Better.HIGHER);
        System.out.printf(
                Locale.ROOT,
                "%s: the other cell's score with/without the fault %.3f (%.3f to %.3f), %d pairs%n",
                fault,
                comparison.ratio(),
                comparison.low(),
                comparison.high(),
                comparison.n());
        assertThat(comparison.n()).isEqualTo(RUNS * 2);
        assertThat(comparison.p()).as("p of a ratio of 1").isGreaterThan(LEAST_P);
    }

    private RunRecord measure(Fault fault, SetClock clock, Path directory) throws Exception {
        FaultyRun run = FaultyRun.in(directory).andClasses(classes);
        if (fault == Fault.CLOCK_SET) {
            run = new FaultyRun(run.cli().with(clock.environment()), run.directory(), run.data());
        }
        try (SmallDisk small = SmallDisk.in(directory, "150m")) {
            Process process = run.start(command(fault, small.path()));
            inject(fault, run, process, clock);
            Cli.Result result = run.finish(process);
            assertThat(result.exitCode()).as(result.toString()).isEqualTo(fault == Fault.CLOCK_SET ? 0 : 2);
            return run.record();
        }
    }

    private String[] command(Fault fault, Path disk) throws IOException {
        Path file = Files.writeString(
                temp.resolve("turns"),
                TURNS.stream().map(turn -> turn ? "1" : "0").collect(Collectors.joining()));
        List<String> words = new ArrayList<>(List.of(
                "run", "faulty", "-p", "fault=" + fault.parameter, "--target", "postgresql", "--target", "h2-mem"));
        words.addAll(List.of("--order", "sequential", "--rounds", Integer.toString(TURNS.size())));
        words.addAll(List.of("--iterations", Integer.toString(ITERATIONS)));
        if (!fault.words.isEmpty()) {
            words.addAll(List.of(fault.words.formatted(disk).split(" ", -1)));
        }
        words.addAll(List.of("--", "-jvmArgsAppend", "-Xmx64m -Dfaulty.turns=" + file));
        return words.toArray(String[]::new);
    }

    private static void inject(Fault fault, FaultyRun run, Process process, SetClock clock) throws Exception {
        if (fault.moment.isEmpty()) {
            return;
        }
        Moment moment = fault.moment.get();
        Progress.await(process, run.out(moment.file), "");
        try (BufferedReader lines = Files.newBufferedReader(run.out(moment.file))) {
            for (int round = 1; round <= TURNS.size(); round++) {
                if (TURNS.get(round - 1)) {
                    await(process, lines, moment.line.formatted(round));
                    if (fault == Fault.CLOCK_SET) {
                        clock.set(Duration.ofHours(round % 2 == 0 ? -2 : 24));
                    } else {
                        FaultyRun.signal(process, fault.signal, fault.program);
                    }
                }
            }
        }
    }

    /** Reads on until a line has the text. */
    private static void await(Process process, BufferedReader lines, String text)
            throws IOException, InterruptedException {
        while (process.isAlive()) {
            String line = lines.readLine();
            if (line == null) {
                TimeUnit.MILLISECONDS.sleep(20);
            } else if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("ended before '" + text + "'");
    }

    /** Returns whether the cell failed, by round. */
    private static List<Boolean> failed(RunRecord record, int cell) {
        return record.outcomes().stream()
                .filter(outcome -> outcome.cell() == cell)
                .map(outcome -> outcome.outcome() != Outcome.OK)
                .toList();
    }

    private static double otherScore(RunRecord record, int round) {
        double[] scores = record.samples().stream()
                .filter(sample -> sample.cell() == 2 && sample.round() == round && !sample.warmup())
                .mapToDouble(Sample::score)
                .toArray();
        assertThat(scores).hasSize(ITERATIONS);
        return Arrays.stream(scores).average().orElseThrow();
    }
}
