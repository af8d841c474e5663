package org.rowmark.run;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.rowmark.fixture.Session;
import org.rowmark.options.Rates;
import org.rowmark.plan.Cell;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.ServerPool;

/**
 * The things that a run uses from its first cell to its last.
 *
 * @param log takes the output of the forks
 * @param endpointFile takes the endpoint of the target that is being measured
 * @param rates of cells whose rate is a part of the highest one that was found, by number
 */
record RunContext(
        RunRequest request,
        CheckedTargets targets,
        ServerPool servers,
        RunDirectory directory,
        RunLog log,
        RunListener listener,
        Path endpointFile,
        Fork.Measuring forks,
        Map<Integer, String> rates) {
    /** Returns the same with another request. */
    RunContext with(RunRequest other) {
        return new RunContext(other, targets, servers, directory, log, listener, endpointFile, forks, rates);
    }

    /** Returns the same with another listener. */
    RunContext with(RunListener other) {
        return new RunContext(request, targets, servers, directory, log, other, endpointFile, forks, rates);
    }

    /** Returns the same with rates of cells. */
    RunContext with(Map<Integer, String> found) {
        return new RunContext(request, targets, servers, directory, log, listener, endpointFile, forks, found);
    }

    /** Returns the cell as it is measured, with its rate in operations per second; empty if that is not known. */
    Optional<Cell> atRate(Cell cell) {
        if (!cell.planned().parameters().getOrDefault(Session.RATE, "").endsWith(Rates.MAX)) {
            return Optional.of(cell);
        }
        return Optional.ofNullable(rates.get(cell.number()))
                .map(rate -> cell.with(cell.planned().with(Session.RATE, rate)));
    }
}
