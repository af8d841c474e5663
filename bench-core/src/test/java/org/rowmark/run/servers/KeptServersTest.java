package org.rowmark.run.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.rowmark.plan.Requests.plan;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.run.Bench;
import org.rowmark.run.FakeForks;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.workloads.Answers;
import org.rowmark.workload.Workloads;

/** Servers that stay up for the whole run, of H2. */
class KeptServersTest {
    @TempDir
    Path temp;

    @Test
    void starts_a_server_anew_that_has_died_between_two_rounds() throws IOException {
        Set<Long> others = children().map(ProcessHandle::pid).collect(Collectors.toSet());
        RunListener killer = new RunListener() {
            @Override
            public void cellEnded(PlannedCell cell, CellOutcome outcome) {
                if (outcome.round() == 2) { // its fork, which only counts as one, has ended
                    children().filter(child -> !others.contains(child.pid())).forEach(KeptServersTest::kill);
                }
            }
        };

        RunRecord record = run(3, killer);

        assertThat(record.outcomes()).extracting(CellOutcome::outcome).containsOnly(Outcome.OK);
        assertThat(record.outcomes()).extracting(CellOutcome::serverStart).containsExactly(1, 1, 2);
    }

    private static Stream<ProcessHandle> children() {
        return ProcessHandle.current().children();
    }

    private static void kill(ProcessHandle server) {
        server.destroyForcibly();
        server.onExit().join();
    }

    private RunRecord run(int rounds, RunListener listener) throws IOException {
        RunOptions options = Bench.options(Workloads.all().of(Answers.class), "-wi", "0", "-i", "1")
                .targets(List.of("h2-tcp"))
                .with(RunOption.ROUNDS, rounds)
                .withText(RunOption.RESTART, "run")
                .with(RunOption.OUT, temp.resolve("out"))
                .with(RunOption.DATA_DIR, temp.resolve("data"));
        return FakeForks.run(plan(options), listener, FakeForks.ofOneIteration((cell, time) -> 1));
    }
}
