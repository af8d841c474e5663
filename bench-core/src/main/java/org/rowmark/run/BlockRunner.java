package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Server;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;

/** The measurement of the cells of a block, one fork each, with the record of how each ended. */
final class BlockRunner {
    /** A cell that has failed this often is not tried again: a permanent fault would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    /** A consumer of the result of every cell that was ok. */
    interface Measured {
        void measured(Cell cell, int round, BenchmarkResult result) throws IOException;
    }

    private final RunContext run;
    private final Measured measured;
    private final Map<Integer, Integer> failures = new LinkedHashMap<>();

    BlockRunner(RunContext run, Measured measured) {
        this.run = run;
        this.measured = measured;
    }

    /** Measures the cells of a block on one server. */
    void measure(int round, TargetBlock block) throws IOException {
        ShutdownActions.holdIfEnding();
        if (block.cells().stream().allMatch(this::isGivenUp)) {
            for (Cell cell : block.cells()) {
                measure(round, 0, cell);
            }
            return; // without starting a server for nothing
        }
        Instant start = Instant.now();
        Server server;
        try {
            server = run.servers().forBlock(run.targets().of(block.target()));
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : block.cells()) {
                fail(round, 0, cell, e.getMessage(), start);
            }
            return;
        }
        int serverStart = run.servers().start(block.target());
        try (server) {
            RunningTarget running = run.targets().on(block.target(), server);
            EndpointFile.write(run.endpointFile(), running);
            for (Cell cell : block.cells()) {
                if (!measure(round, serverStart, cell)) {
                    ShutdownActions.holdIfEnding();
                    run.targets().clean(cell, running, run.log());
                }
            }
        } finally {
            Files.deleteIfExists(run.endpointFile());
        }
    }

    /** Records that a cell is not measured at all. */
    void skip(Cell cell, String reason) throws IOException {
        record(0, 0, cell, Outcome.SKIPPED, reason, Instant.now());
    }

    /** @return false if a fork failed, which may have left something */
    private boolean measure(int round, int serverStart, Cell cell) throws IOException {
        ShutdownActions.holdIfEnding();
        Instant start = Instant.now();
        run.listener().cellStarted(round, cell.planned());
        if (isGivenUp(cell)) {
            record(round, serverStart, cell, Outcome.FAILED, "not tried again after failing twice", start);
            return true;
        }
        SampleRecorder recorder = new SampleRecorder(run.directory(), run.log(), run.listener(), cell.planned(), round);
        run.log().forget();
        try {
            BenchmarkResult result = run.forks().measure(run.request(), cell, run.endpointFile(), recorder);
            recorder.check();
            run.targets().measuredOn(cell.target(), recorder.data());
            record(round, serverStart, cell, Outcome.OK, "", start);
            measured.measured(cell, round, result);
            return true;
        } catch (RunnerException e) {
            recorder.check();
            fail(round, serverStart, cell, ErrorMessages.ofFork(e, run.log().remembered()), start);
        } catch (Fork.TimedOut e) {
            recorder.check();
            fail(round, serverStart, cell, e.getMessage(), start);
        }
        return false;
    }

    private boolean isGivenUp(Cell cell) {
        return failures.getOrDefault(cell.number(), 0) >= FAILURES_BEFORE_GIVING_UP;
    }

    private void fail(int round, int serverStart, Cell cell, String reason, Instant start) throws IOException {
        failures.merge(cell.number(), 1, Integer::sum);
        record(round, serverStart, cell, Outcome.FAILED, reason, start);
    }

    private void record(int round, int serverStart, Cell cell, Outcome outcome, String reason, Instant start)
            throws IOException {
        ShutdownActions.holdIfEnding(); // a cell that ends now was ended by the shutdown
        CellOutcome ended = new CellOutcome(round, cell.number(), outcome, reason, start, Instant.now(), serverStart);
        run.directory().append(ended);
        run.listener().cellEnded(cell.planned(), ended);
    }
}
