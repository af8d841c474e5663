package org.rowmark.run;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellForks.EndedFork;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.CellRecords.CellStart;
import org.rowmark.run.cells.CheckedTargets;
import org.rowmark.run.cells.MeasuredServer;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.SteadyClock;

/**
 * The measurement of the cells of a block, one fork after the other. A server that ends while a cell is measured is
 * started again for the others.
 */
record BlockRunner(CheckedTargets targets, ServerPool servers, CellForks forks, CellRecords records) {

    /** Measures the cells of a block on one server, but for those that are kept of a run that is continued. */
    void measure(RunRequest request, int round, TargetBlock block) throws IOException {
        ShutdownActions.holdIfEnding();
        List<Cell> cells = new ArrayList<>();
        for (Cell cell : records.notKept(round, block.cells())) {
            if (records.isToMeasure(cell, round)) {
                cells.add(cell);
            }
        }
        if (cells.isEmpty()) {
            return; // without starting a server for nothing
        }
        Instant begun = SteadyClock.now();
        try (MeasuredServer server = servers.start(block.target())) {
            for (Cell cell : cells) {
                ShutdownActions.holdIfEnding();
                measure(request, round, cell, server);
            }
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : cells) {
                records.fail(new CellStart(cell, round, 0, begun), e.getMessage());
            }
        }
    }

    private void measure(RunRequest request, int round, Cell cell, MeasuredServer server) throws IOException {
        Instant begun = SteadyClock.now();
        try {
            server.restart();
        } catch (ServerPool.NotStarted e) {
            records.fail(new CellStart(cell, round, 0, begun), e.getMessage());
            return;
        }
        CellStart start = records.start(cell, round, server);
        EndedFork fork = forks.measure(request, cell, round, server.file(), Optional.empty());
        records.record(start, fork.returned().isPresent() ? fork : restarted(cell, server, fork), server.running());
    }

    /**
     * Starts the server again if it ended with a failed fork, and checks the data that remains, as a fork does before
     * it measures.
     */
    private EndedFork restarted(Cell cell, MeasuredServer server, EndedFork failed) throws IOException {
        try {
            if (!server.restart()) {
                return failed;
            }
        } catch (ServerPool.NotStarted e) {
            return failed.ofEndedServer(e.getMessage());
        }
        try {
            boolean hasData = targets.checkData(cell, server.running());
            return failed.ofEndedServer("it was started again" + (hasData ? ", and its data passed the checks" : ""));
        } catch (IOException | SQLException | RuntimeException | LinkageError e) {
            return failed.ofEndedServer("it was started again: " + ErrorMessages.of(e));
        }
    }
}
