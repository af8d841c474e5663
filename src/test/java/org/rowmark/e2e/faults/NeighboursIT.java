package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rowmark.e2e.Cli;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.stats.Comparison;

/**
 * Pairs of runs of two cells, one with a fault in the first cell and one without: how far the fault moves the score of the
 * second one. {@code -Drowmark.neighbours} is the number of pairs for each fault.
 */
@EnabledOnOs(OS.LINUX)
@EnabledIfSystemProperty(named = "rowmark.neighbours", matches = "\\d+")
class NeighboursIT {
    private static final int PAIRS = Integer.getInteger("rowmark.neighbours", 0);
    private static final int ITERATIONS = 20;

    @TempDir
    private static Path classes;

    @TempDir
    Path temp;

    /** A fault in the first cell: what the cell does by itself, or a process of its that is killed. */
    enum Fault {
        FORK_KILLED("", "org.openjdk.jmh.runner.ForkedMain", "--target h2-tcp --target h2-mem"),
        FORK_OUT_OF_MEMORY("memory", "", "--target h2-mem -- -jvmArgsAppend -Xmx64m"),
        CONNECTION_CUT("", "org.rowmark.link.Relay", "--link rtt=200us --target h2-tcp --target h2-mem"),
        SERVER_KILLED("", "org.h2.tools.Server", "--target h2-tcp --target h2-mem"),
        AT_ITS_LIMIT("hang", "", "--target h2-mem --timeout 12s");

        private final String parameter;
        private final String process;
        private final String words;

        Fault(String parameter, String process, String words) {
            this.parameter = parameter;
            this.process = process;
            this.words = words;
        }

        List<String> command(boolean isInjected) {
            String other = parameter.isEmpty() ? "none" : (isInjected ? parameter : "harmless") + ",none";
            return List.of(("run faulty --order sequential -p fault=" + other + " " + words).split(" ", -1));
        }
    }

    @BeforeAll
    static void compileWorkload() throws IOException {
        FaultyWorkload.compile(classes);
    }

    @ParameterizedTest
    @EnumSource
    void a_fault_leaves_the_other_cell_complete(Fault fault) throws Exception {
        Map<Integer, Double> without = new TreeMap<>();
        Map<Integer, Double> with = new TreeMap<>();
        for (int pair = 1; pair <= PAIRS; pair++) {
            boolean isFirst = pair % 2 == 0;
            for (boolean isInjected : List.of(isFirst, !isFirst)) {
                (isInjected ? with : without).put(pair, otherScore(fault, isInjected, pair));
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
        assertThat(comparison.n()).isEqualTo(PAIRS);
    }

    /** Runs both cells; returns the mean score of the second. */
    private double otherScore(Fault fault, boolean isInjected, int pair) throws Exception {
        FaultyRun run = FaultyRun.in(Files.createDirectory(temp.resolve(pair + (isInjected ? "-with" : "-without"))))
                .andClasses(classes);
        Process process = run.start(fault.command(isInjected).toArray(String[]::new));
        RunRecord record;
        if (isInjected) {
            if (!fault.process.isEmpty()) {
                run.await(process, run.out("samples.jsonl"), "\"cell\":1,\"warmup\":false");
                kill(process, fault.process);
            }
            record = run.firstFails(process);
        } else {
            Cli.Result result = run.finish(process);
            assertThat(result.exitCode()).as(result.toString()).isZero();
            record = run.record();
            assertThat(record.count(Outcome.OK)).isEqualTo(2);
        }
        double[] scores = record.samples().stream()
                .filter(sample -> sample.cell() == 2 && !sample.warmup())
                .mapToDouble(Sample::score)
                .toArray();
        assertThat(scores).hasSize(ITERATIONS);
        return Arrays.stream(scores).average().orElseThrow();
    }

    private static void kill(Process run, String main) {
        List<ProcessHandle> processes = run.descendants()
                .filter(process -> process.info().commandLine().orElse("").contains(main))
                .toList();
        assertThat(processes).as(main).isNotEmpty();
        processes.forEach(ProcessHandle::destroyForcibly);
    }
}
