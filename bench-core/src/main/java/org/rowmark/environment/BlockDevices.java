package org.rowmark.environment;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Linux' disks as {@code /sys} shows them. */
record BlockDevices(SystemFiles files) {
    /** Of stacked devices, such as encrypted logical volumes on a RAID; more is a loop. */
    private static final int DEEPEST = 8;

    /**
     * What orders the requests of the disks under a file system, of several distinct ones all; empty where there is no
     * disk, or where it is not told.
     */
    Optional<String> scheduler(Mount mount) {
        String schedulers = devices(mount)
                .flatMap(device -> schedulers(device, DEEPEST))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return schedulers.isEmpty() ? Optional.empty() : Optional.of(schedulers);
    }

    /** Some file systems have numbers of their own, and their disk's name in their source. */
    private Stream<String> devices(Mount mount) {
        Path name = Path.of(mount.source()).getFileName();
        return Stream.of("sys/dev/block/" + mount.device(), "sys/class/block/" + name)
                .filter(files::has)
                .limit(1);
    }

    /** What is stacked has the schedulers of what it is stacked on, a part of a disk that of the disk. */
    private Stream<String> schedulers(String device, int deepest) {
        List<String> below = files.names(device + "/slaves");
        if (deepest > 0 && !below.isEmpty()) {
            return below.stream().flatMap(name -> schedulers(device + "/slaves/" + name, deepest - 1));
        }
        return files
                .line(device + "/queue/scheduler")
                .or(() -> files.line(device + "/../queue/scheduler"))
                .map(line -> SystemFiles.bracketed(line).orElse(line))
                .stream();
    }
}
