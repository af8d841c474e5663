package org.rowmark.workloads.data;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** The disk space that a workload takes on all targets of a run that share this machine's disk. */
public final class DiskDemand {
    private final String workload;
    private final Map<String, Long> needed = new TreeMap<>();

    /** Creates that of a workload whose data {@code --scale} makes smaller. */
    public DiskDemand(String workload) {
        this.workload = workload;
    }

    /**
     * Checks the space for a target and those before it.
     *
     * @return whether the disk is one of this machine that is known; others are not checked, and databases in memory
     *     have none
     * @throws UsageException naming the targets, if there is less
     */
    public boolean require(RunningTarget running, long bytes) throws IOException {
        ServerKind kind = running.target().server();
        boolean isKnown = kind != ServerKind.EXTERNAL
                && kind != ServerKind.CONTAINER
                && running.target().url().isEmpty();
        if (isKnown) {
            needed.put(running.target().name(), bytes);
            long all = needed.values().stream().mapToLong(Long::longValue).sum();
            DiskSpace.requireForData(running, all, workload + " on " + String.join(", ", needed.keySet()));
        }
        return isKnown;
    }
}
