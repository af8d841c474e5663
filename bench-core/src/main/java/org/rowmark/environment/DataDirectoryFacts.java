package org.rowmark.environment;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts of the storage of a directory: file system, mount options and I/O scheduler of the disk. */
record DataDirectoryFacts(SystemFiles files) {
    /** The depth of stacked devices, such as encrypted logical volumes on a RAID; more is a loop. */
    private static final int DEEPEST = 8;

    /**
     * Returns the facts of a directory.
     *
     * @param directory an existing one; of another nothing is known
     */
    Map<String, String> of(Path directory) {
        Map<String, String> facts = new TreeMap<>();
        try {
            Path real = directory.toRealPath();
            Optional<Mount> mount = Mount.holding(real, files.lines("proc/self/mountinfo"));
            if (mount.isPresent()) {
                facts.put(
                        "file system", mount.get().type() + " on " + mount.get().source());
                facts.put("mount options", mount.get().optionsInShort());
                scheduler(mount.get()).ifPresent(name -> facts.put("scheduler", name));
            } else {
                FileStore store = Files.getFileStore(real);
                facts.put("file system", store.type() + " on " + store.name());
            }
        } catch (IOException | RuntimeException e) {
            facts.clear();
        }
        return facts;
    }

    /**
     * Returns the I/O scheduler of the disks below a file system, all of them if they differ; empty where there is no
     * disk, or where it is not known.
     */
    Optional<String> scheduler(Mount mount) {
        String schedulers = devices(mount)
                .flatMap(device -> schedulers(device, DEEPEST))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return schedulers.isEmpty() ? Optional.empty() : Optional.of(schedulers);
    }

    /**
     * Returns the devices of a mount. Some file systems have device numbers of their own, and their disk's name as
     * their source.
     */
    private Stream<String> devices(Mount mount) {
        Path name = Path.of(mount.source()).getFileName();
        return Stream.of("sys/dev/block/" + mount.device(), "sys/class/block/" + name)
                .filter(files::has)
                .limit(1);
    }

    /**
     * Returns the schedulers of a device: a stacked device has those of the devices below it, a partition that of its
     * disk.
     */
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
