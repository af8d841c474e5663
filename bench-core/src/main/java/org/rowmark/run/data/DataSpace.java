package org.rowmark.run.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.rowmark.options.RunOption;
import org.rowmark.plan.Cell;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;

/** The disk space that the data of a run's targets takes together, where a parameter or the scale sets its size. */
public final class DataSpace {
    private static final long MEGABYTE = 1_000_000;

    private final WorkloadOptions options;
    private final Set<String> workloads = new TreeSet<>();
    private final Set<String> targets = new TreeSet<>();
    private final Set<String> sizes = new TreeSet<>();
    private long bytes;

    public DataSpace(WorkloadOptions options) {
        this.options = options;
    }

    /** Adds the data of a target, if it is on the disk of the run's data. */
    public void add(Target target, List<Cell> cells) {
        if (!target.usesDataDirectory()) {
            return;
        }
        Set<Map.Entry<String, Long>> different = new HashSet<>(); // cells share the data of a size
        for (Cell cell : cells) {
            Workload workload = cell.workload();
            long ofScale = workload.newPreparation().diskBytes(options);
            long ofCell = ofScale
                    + workload.dataSize()
                            .map(size -> size.diskBytes(cell.planned().parameters()))
                            .orElse(0L);
            if (ofCell > 0) {
                different.add(Map.entry(workload.name(), ofCell));
                workloads.add(workload.name());
                sizes.add(
                        ofScale > 0
                                ? RunOption.SCALE.name()
                                : "-p " + workload.dataSize().orElseThrow().parameter());
                targets.add(target.name());
            }
        }
        bytes += different.stream().mapToLong(Map.Entry::getValue).sum();
    }

    /** @throws UsageException with both numbers, if the disk of the run's data has less left than all need */
    public void require(Path directory) throws IOException {
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes) {
            throw new UsageException(String.join(", ", workloads) + " on " + String.join(", ", targets)
                    + " takes about " + bytes / MEGABYTE + " MB, and " + directory + " has " + free / MEGABYTE
                    + " MB left; name another directory with --data-dir, or a smaller "
                    + String.join(", ", sizes));
        }
    }
}
