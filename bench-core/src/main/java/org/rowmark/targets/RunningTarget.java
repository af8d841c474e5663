package org.rowmark.targets;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * A target whose server is running.
 *
 * @param target the target as configured, the same in the orchestrating process and in a fork
 * @param output the file of the run directory to which the output of a workload's programs is appended
 * @param pid as {@code Server#pid}
 * @param features names of the {@code Feature}s that its check found
 */
public record RunningTarget(
        Target target, Endpoint endpoint, Workspace workspace, Path output, OptionalLong pid, Set<String> features) {
    public RunningTarget {
        features = Collections.unmodifiableSortedSet(new TreeSet<>(features));
    }

    /** Creates a target whose server process is unknown, and which was not checked. */
    public RunningTarget(Target target, Endpoint endpoint, Workspace workspace, Path output) {
        this(target, endpoint, workspace, output, OptionalLong.empty(), Set.of());
    }

    /** Returns the target for another machine, on which the pid would be of another process. */
    public RunningTarget elsewhere() {
        return new RunningTarget(target, endpoint, workspace, output, OptionalLong.empty(), features);
    }

    /** Returns the file in which the target's link counts; empty where it has none. */
    public Optional<Path> linkCounters() {
        return target.link().map(link -> workspace.linkCounters());
    }

    /** Returns a directory in the workspace beside the files of the server. */
    public Path directory(String name) {
        return workspace.data().resolve(name);
    }
}
