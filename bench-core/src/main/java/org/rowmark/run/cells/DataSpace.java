package org.rowmark.run.cells;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo.DataSize;

/** The disk space that the data of a run's targets takes together, where a parameter or the scale sets its size. */
final class DataSpace {
    private static final long MEGABYTE = 1_000_000;

    /** The data of a workload on a target, which cells share whose data has the same size. */
    private record Need(String target, String workload, String option, long bytes) {}

    private DataSpace() {}

    /** @throws UsageException with both numbers, if the disk of the run's data has less left than all cells need */
    public static void require(Path directory, RunRequest request, List<PlannedCell> cells) throws IOException {
        Set<Need> needs = cells.stream()
                .filter(cell -> request.target(cell).usesDataDirectory())
                .map(cell -> need(request, cell))
                .filter(need -> need.bytes > 0)
                .collect(Collectors.toSet());
        long bytes = needs.stream().mapToLong(Need::bytes).sum();
        long free = Files.getFileStore(directory).getUsableSpace();
        if (free < bytes) {
            throw new UsageException(names(needs, Need::workload) + " on " + names(needs, Need::target)
                    + " takes about " + bytes / MEGABYTE + " MB, and " + directory + " has " + free / MEGABYTE
                    + " MB left; name another directory with --data-dir, or a smaller " + names(needs, Need::option));
        }
    }

    private static Need need(RunRequest request, PlannedCell cell) {
        Workload workload = request.workload(cell);
        Optional<DataSize> size = workload.dataSize();
        long ofScale = workload.newPreparation().diskBytes(request.load().options());
        long ofSize = size.map(one -> one.diskBytes(cell.parameters())).orElse(0L);
        String option = ofScale > 0
                ? RunOption.SCALE.name()
                : "-p " + size.map(DataSize::parameter).orElse("");
        return new Need(cell.target(), cell.workload(), option, ofScale + ofSize);
    }

    private static String names(Set<Need> needs, Function<Need, String> name) {
        return needs.stream().map(name).distinct().sorted().collect(Collectors.joining(", "));
    }
}
