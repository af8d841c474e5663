package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.Server;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;

/** Measures the cells of turns, one fork each, and records how each ended. */
final class BlockRunner {
    /** A cell that has failed this often is not tried again: a fault that stays would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    /** Told of every cell that was ok. */
    interface Measured {
        void measured(Cell cell, int round, BenchmarkResult result) throws IOException;
    }

    private final RunRequest request;
    private final CheckedTargets targets;
    private final RunDirectory directory;
    private final RunLog log;
    private final Path endpointFile;
    private final ServerPool servers;
    private final RunListener listener;
    private final Measured measured;
    private final Map<Integer, Integer> failures = new LinkedHashMap<>();

    BlockRunner(
            RunRequest request,
            CheckedTargets targets,
            RunDirectory directory,
            RunLog log,
            Path endpointFile,
            ServerPool servers,
            RunListener listener,
            Measured measured) {
        this.request = request;
        this.targets = targets;
        this.directory = directory;
        this.log = log;
        this.endpointFile = endpointFile;
        this.servers = servers;
        this.listener = listener;
        this.measured = measured;
    }

    void measure(int round, TargetBlock turn) throws IOException {
        ShutdownActions.holdIfEnding();
        if (turn.cells().stream().allMatch(this::isGivenUp)) {
            for (Cell cell : turn.cells()) {
                measure(round, 0, cell);
            }
            return; // without a server that nothing would be measured on
        }
        Instant start = Instant.now();
        Server server;
        try {
            server = servers.forTurn(targets.of(turn.target()));
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : turn.cells()) {
                fail(round, 0, cell, e.getMessage(), start);
            }
            return;
        }
        int serverStart = servers.start(turn.target());
        try (server) {
            RunningTarget site = targets.site(turn.target(), server);
            EndpointFile.write(endpointFile, site);
            for (Cell cell : turn.cells()) {
                if (!measure(round, serverStart, cell)) {
                    ShutdownActions.holdIfEnding();
                    targets.clean(cell, site, log);
                }
            }
        } finally {
            Files.deleteIfExists(endpointFile);
        }
    }

    /** Says that a cell is not measured at all. */
    void skip(Cell cell, String reason) throws IOException {
        record(0, 0, cell, Outcome.SKIPPED, reason, Instant.now());
    }

    /** @return false if a fork failed, so that something of its may be left */
    private boolean measure(int round, int serverStart, Cell cell) throws IOException {
        ShutdownActions.holdIfEnding();
        Instant start = Instant.now();
        listener.cellStarted(round, cell.planned());
        if (isGivenUp(cell)) {
            record(round, serverStart, cell, Outcome.FAILED, "not tried again after failing twice", start);
            return true;
        }
        SampleRecorder recorder = new SampleRecorder(directory, log, listener, cell.planned(), round);
        log.forget();
        try {
            BenchmarkResult result = new Fork(request, cell, endpointFile).run(recorder);
            recorder.check();
            targets.measuredOn(cell.target(), recorder.data());
            record(round, serverStart, cell, Outcome.OK, "", start);
            measured.measured(cell, round, result);
            return true;
        } catch (RunnerException e) {
            recorder.check();
            fail(round, serverStart, cell, ErrorMessages.ofFork(e, log.remembered()), start);
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
        ShutdownActions.holdIfEnding(); // what ends now was not ended by what is measured
        CellOutcome ended = new CellOutcome(round, cell.number(), outcome, reason, start, Instant.now(), serverStart);
        directory.append(ended);
        listener.cellEnded(cell.planned(), ended);
    }
}
