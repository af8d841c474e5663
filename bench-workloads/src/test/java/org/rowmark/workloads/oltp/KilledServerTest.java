package org.rowmark.workloads.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.options.Warmups;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.output.RunListener;
import org.rowmark.workload.Workloads;

/** A server that is killed by SIGKILL in the middle of a measured iteration of oltp. */
@Tag("slow")
class KilledServerTest {
    private static final String TARGET = "postgresql";

    @TempDir
    private Path temp;

    /** Kills the server of the first cell, once, some time after the end of its warm-up. */
    private static final class Killer implements RunListener {
        private CompletableFuture<Integer> killed;

        @Override
        public void sampled(PlannedCell cell, Sample sample) {
            if (sample.warmup() && killed == null) {
                killed = CompletableFuture.supplyAsync(
                        Killer::killServers, CompletableFuture.delayedExecutor(300, TimeUnit.MILLISECONDS));
            }
        }

        private static int killServers() {
            List<ProcessHandle> servers = ProcessHandle.current()
                    .children()
                    .filter(child -> child.info().command().orElse("").endsWith("/postgres"))
                    .toList();
            servers.forEach(ProcessHandle::destroyForcibly);
            return servers.size();
        }
    }

    @Test
    void fails_its_cell_in_that_round_and_no_other_and_what_remains_is_checked() throws IOException {
        RequiredServers.assume(Targets.builtIn().named(TARGET));
        assertThat(temp.toFile().setExecutable(true, false)).isTrue(); // for the server's user, if this is root
        Killer killer = new Killer();

        RunRecord record = run(killer);

        assertThat(killer.killed).isCompletedWithValue(1);
        List<CellOutcome> outcomes = record.outcomes();
        assertThat(outcomes)
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.FAILED, Outcome.OK, Outcome.OK, Outcome.OK);
        assertThat(outcomes).extracting(CellOutcome::serverStart).containsExactly(1, 2, 3, 3);
        assertThat(outcomes.get(0).reason())
                .startsWith("the server ended while the cell was measured; it was started again, and its data passed"
                        + " the checks (")
                .containsPattern("SQLSTATE (08|57P01)"); // its processes end before or after they notice
        int failed = outcomes.get(0).cell();
        assertThat(record.summaries().get(failed).okRounds()).isEqualTo(1);
        assertThat(record.samples())
                .filteredOn(sample -> !sample.warmup() && sample.cell() == failed)
                .extracting(Sample::round)
                .containsExactly(2);
    }

    private RunRecord run(RunListener listener) throws IOException {
        RunOptions options = RunOptions.NONE
                .workloads(List.of("oltp"))
                .targets(List.of(TARGET))
                .parameters(Map.of(
                        "items", List.of("100"), "customers", List.of("30"), "style", List.of("batched", "plain")))
                .with(RunOption.ROUNDS, 2)
                .with(RunOption.WARMUPS, Warmups.of(1))
                .with(RunOption.ITERATIONS, 1)
                .with(RunOption.THREADS, Threads.of(2))
                .withText(RunOption.WARMUP_TIME, "100ms")
                .withText(RunOption.TIME, "2s")
                .with(RunOption.DATA_DIR, temp.resolve("data"))
                .with(RunOption.OUT, temp.resolve("out"));
        return BenchmarkRun.run(Plan.of(RunRequest.resolve(options, Workloads.all(), Targets.builtIn())), listener);
    }
}
