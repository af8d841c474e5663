package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.rowmark.db.Server;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.run.CellRecords.Place;
import org.rowmark.run.servers.ServerPool;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.SteadyClock;

/**
 * The measurement of the cells of a block, one fork after the other. A server that ends while a cell is measured is
 * started again for the others.
 */
record BlockRunner(RunContext run, CellRecords records) {

    /** The server of a block, and the file that passes it to forks. */
    private static final class Up implements AutoCloseable {
        private final RunContext run;
        private final Target target;
        private Server server;
        private RunningTarget running;

        Up(RunContext run, Target target) throws IOException, ServerPool.NotStarted {
            this.run = run;
            this.target = target;
            start();
        }

        private void start() throws IOException, ServerPool.NotStarted {
            server = run.servers().forBlock(run.targets().of(target));
            try {
                running = run.targets().on(target, server);
                EndpointFile.write(run.endpointFile(), running);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
        }

        /** Starts the server again if it has ended; returns whether it had. */
        boolean restart() throws IOException, ServerPool.NotStarted {
            if (server.isRunning()) {
                return false;
            }
            ShutdownActions.holdIfEnding(); // the shutdown ends servers, too
            server.close();
            start();
            return true;
        }

        @Override
        public void close() throws IOException {
            server.close();
            Files.deleteIfExists(run.endpointFile());
        }
    }

    /** Measures the cells of a block on one server, but for those that are kept of a run that is continued. */
    void measure(int round, TargetBlock planned) throws IOException {
        ShutdownActions.holdIfEnding();
        TargetBlock block = new TargetBlock(planned.target(), records.notKept(round, planned.cells()));
        if (block.cells().stream().allMatch(records::isGivenUp)) {
            for (Cell cell : block.cells()) {
                records.giveUp(cell, round);
            }
            return; // without starting a server for nothing
        }
        Instant start = SteadyClock.now();
        try (Up up = new Up(run, block.target())) {
            for (Cell cell : block.cells()) {
                ShutdownActions.holdIfEnding();
                measure(round, cell, up);
            }
            if (up.server.isRunning()) {
                run.targets().measuredOn(block.target(), up.server);
            }
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : block.cells()) {
                records.fail(new Place(cell, round, 0, start), e.getMessage());
            }
        }
    }

    private void measure(int round, Cell cell, Up up) throws IOException {
        if (records.isGivenUp(cell)) {
            records.giveUp(cell, round);
            return;
        }
        Instant start = SteadyClock.now();
        try {
            up.restart();
        } catch (ServerPool.NotStarted e) {
            records.fail(new Place(cell, round, 0, start), e.getMessage());
            return;
        }
        Place place = new Place(cell, round, run.servers().start(up.target), start);
        run.listener().cellStarted(round, cell.planned());
        Optional<String> failure = run.targets().failure(cell);
        if (failure.isPresent()) {
            records.fail(place, failure.get());
            return;
        }
        Attempt attempt = Attempt.of(run, cell, round, run.endpointFile(), Optional.empty());
        if (attempt.result().isEmpty()) {
            attempt = restarted(cell, up, attempt);
        }
        if (!records.record(place, attempt)) {
            ShutdownActions.holdIfEnding();
            run.targets().clean(cell, up.running, run.log());
        }
    }

    /**
     * Starts the server again if it ended with a failed fork, and checks the data that remains, as a fork does before
     * it measures.
     *
     * @return the attempt with what was found
     */
    private Attempt restarted(Cell cell, Up up, Attempt failed) throws IOException {
        try {
            if (!up.restart()) {
                return failed;
            }
        } catch (ServerPool.NotStarted e) {
            return failed.ofEndedServer(e.getMessage());
        }
        try {
            boolean hasData = run.targets().checkData(cell, up.running);
            return failed.ofEndedServer("it was started again" + (hasData ? ", and its data passed the checks" : ""));
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            return failed.ofEndedServer("it was started again: " + ErrorMessages.of(e));
        }
    }
}
