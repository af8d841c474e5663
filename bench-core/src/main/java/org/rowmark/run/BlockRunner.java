package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Optional;
import org.rowmark.db.Server;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.run.CellRecords.Place;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.ShutdownActions;

/** The measurement of the cells of a block, one fork after the other. */
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
        Instant start = Instant.now();
        Server server;
        try {
            server = run.servers().forBlock(run.targets().of(block.target()));
        } catch (ServerPool.NotStarted e) {
            for (Cell cell : block.cells()) {
                records.fail(new Place(cell, round, 0, start), e.getMessage());
            }
            return;
        }
        int serverStart = run.servers().start(block.target());
        try (server) {
            RunningTarget running = run.targets().on(block.target(), server);
            EndpointFile.write(run.endpointFile(), running);
            for (Cell cell : block.cells()) {
                ShutdownActions.holdIfEnding();
                measure(round, serverStart, cell, running);
            }
            run.targets().measuredOn(block.target(), server);
        } finally {
            Files.deleteIfExists(run.endpointFile());
        }
    }

    private void measure(int round, int serverStart, Cell cell, RunningTarget running) throws IOException {
        if (records.isGivenUp(cell)) {
            records.giveUp(cell, round);
            return;
        }
        Place place = new Place(cell, round, serverStart, Instant.now());
        run.listener().cellStarted(round, cell.planned());
        Optional<String> failure = run.targets().failure(cell);
        if (failure.isPresent()) {
            records.fail(place, failure.get());
            return;
        }
        if (!records.record(place, Attempt.of(run, cell, round, run.endpointFile(), Optional.empty()))) {
            ShutdownActions.holdIfEnding();
            run.targets().clean(cell, running, run.log());
        }
    }
}
