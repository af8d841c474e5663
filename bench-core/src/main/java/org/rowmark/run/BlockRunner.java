package org.rowmark.run;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.CellRecords.Place;
import org.rowmark.run.servers.ServerPool;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.SteadyClock;

/**
 * The measurement of the cells of a block, one fork after the other. A server that ends while a cell is measured is
 * started again for the others.
 */
record BlockRunner(RunContext run, CellRecords records) {

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
        try (MeasuredServer up = new MeasuredServer(run, block.target(), run.endpointFile())) {
            for (Cell cell : block.cells()) {
                ShutdownActions.holdIfEnding();
                measure(round, cell, up);
            }
            up.record();
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : block.cells()) {
                records.fail(new Place(cell, round, 0, start), e.getMessage());
            }
        }
    }

    private void measure(int round, Cell cell, MeasuredServer up) throws IOException {
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
        Place place = new Place(cell, round, up.number(), start);
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
            run.targets().clean(cell, up.running(), run.log());
        }
    }

    /**
     * Starts the server again if it ended with a failed fork, and checks the data that remains, as a fork does before
     * it measures.
     *
     * @return the attempt with what was found
     */
    private Attempt restarted(Cell cell, MeasuredServer up, Attempt failed) throws IOException {
        try {
            if (!up.restart()) {
                return failed;
            }
        } catch (ServerPool.NotStarted e) {
            return failed.ofEndedServer(e.getMessage());
        }
        try {
            boolean hasData = run.targets().checkData(cell, up.running());
            return failed.ofEndedServer("it was started again" + (hasData ? ", and its data passed the checks" : ""));
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            return failed.ofEndedServer("it was started again: " + ErrorMessages.of(e));
        }
    }
}
