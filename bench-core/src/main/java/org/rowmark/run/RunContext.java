package org.rowmark.run;

import java.nio.file.Path;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.RunDirectory;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;

/**
 * The things that a run uses from its first cell to its last.
 *
 * @param request of the user
 * @param targets all of them checked
 * @param servers those that are up
 * @param directory takes the results
 * @param log takes the output of the forks
 * @param listener follows the run
 * @param endpointFile takes the endpoint of the target that is being measured
 * @param forks measure the cells
 */
record RunContext(
        RunRequest request,
        CheckedTargets targets,
        ServerPool servers,
        RunDirectory directory,
        RunLog log,
        RunListener listener,
        Path endpointFile,
        Fork.Measuring forks) {
    /** Returns the same with another request. */
    RunContext with(RunRequest other) {
        return new RunContext(other, targets, servers, directory, log, listener, endpointFile, forks);
    }
}
