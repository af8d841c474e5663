package org.rowmark.targets;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A target whose server answers, with all that a process on this machine can know of where it runs.
 *
 * @param target as asked for, the same in the orchestrating process and in a fork
 * @param endpoint how to connect
 * @param workspace where the target's server may write
 * @param output the file of the run directory that takes the output of programs which a workload runs; appended to
 * @param pid as {@code Server#pid}
 */
public record RunningTarget(Target target, Endpoint endpoint, Workspace workspace, Path output, OptionalLong pid) {
    /** Of a server whose process is not known. */
    public RunningTarget(Target target, Endpoint endpoint, Workspace workspace, Path output) {
        this(target, endpoint, workspace, output, OptionalLong.empty());
    }

    /** A directory in the workspace for what is neither the server's own nor its log. */
    public Path directory(String name) {
        return workspace.data().resolve(name);
    }
}
