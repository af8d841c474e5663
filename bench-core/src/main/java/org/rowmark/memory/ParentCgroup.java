package org.rowmark.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * The cgroup in which those of servers are made: of this process, or the nearest above it whose cgroups can limit memory.
 *
 * @param limit file of a cgroup that takes its limit in bytes
 */
record ParentCgroup(Path directory, String limit) {
    private static final String MEMORY = "memory";

    /** Of version 2: the controllers that the cgroups in one can have, and those that they have. */
    private static final String POSSIBLE = "cgroup.controllers";

    private static final String DELEGATED = "cgroup.subtree_control";

    /**
     * Finds the cgroup. The controller of memory is in one hierarchy only: its own with version 1, or that of all with
     * version 2.
     *
     * @param mounts lines of /proc/self/mounts
     * @param memberships lines of /proc/self/cgroup
     * @throws UsageException if there is none
     */
    static ParentCgroup of(List<String> mounts, List<String> memberships) throws IOException {
        for (String mount : mounts) {
            String[] fields = mount.split(" ", -1);
            Path root = Path.of(fields[1]);
            if (fields[2].equals("cgroup") && has(fields[3].split(",", -1))) {
                return new ParentCgroup(own(root, memberships, MEMORY), "memory.limit_in_bytes");
            }
            if (fields[2].equals("cgroup2") && isIn(root, POSSIBLE)) {
                return new ParentCgroup(delegated(root, own(root, memberships, "")), "memory.max");
            }
        }
        throw ServerCgroups.problem("no cgroup with the controller memory is mounted", null);
    }

    /** Returns the directory of this process's cgroup; the root where it is not visible, as in some containers. */
    private static Path own(Path root, List<String> memberships, String controller) {
        return memberships.stream()
                .map(line -> line.split(":", 3))
                .filter(fields -> Stream.of(fields[1].split(",", -1)).anyMatch(controller::equals))
                .map(fields -> root.resolve(fields[2].substring(1)))
                .filter(Files::isDirectory)
                .findFirst()
                .orElse(root);
    }

    private static Path delegated(Path root, Path own) throws IOException {
        for (Path directory = own; directory.startsWith(root); directory = directory.getParent()) {
            if (isIn(directory, DELEGATED)) {
                return directory;
            }
        }
        boolean isOutermost = Files.notExists(root.resolve("cgroup.type"));
        String enabling = "echo +memory > " + root.resolve(DELEGATED);
        throw ServerCgroups.problem(
                "the controller memory is not delegated to cgroups in " + root + "; execute, as root: "
                        + (isOutermost ? enabling : moving(root) + enabling),
                null);
    }

    /** Returns the commands without which the kernel refuses to delegate: only the outermost may have processes, too. */
    private static String moving(Path root) {
        return "mkdir " + root.resolve("others") + "; for pid in $(cat " + root.resolve("cgroup.procs")
                + "); do echo $pid > " + root.resolve("others/cgroup.procs") + "; done; ";
    }

    private static boolean isIn(Path cgroup, String file) throws IOException {
        return Files.exists(cgroup.resolve(file))
                && has(Files.readString(cgroup.resolve(file)).strip().split("\\s+", -1));
    }

    private static boolean has(String... controllers) {
        return Stream.of(controllers).anyMatch(MEMORY::equals);
    }
}
