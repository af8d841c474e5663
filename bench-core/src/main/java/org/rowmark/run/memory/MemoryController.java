package org.rowmark.run.memory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.process.Delegation;

/**
 * The controller of memory in a mounted hierarchy of cgroups.
 *
 * @param root directory of the hierarchy
 * @param version 1, which has a hierarchy for each controller, or 2, which has one for all
 */
record MemoryController(Path root, int version) {
    private static final String NAME = "memory";

    /**
     * Finds the controller, which is in one hierarchy only.
     *
     * @param mounts lines of /proc/self/mounts
     */
    static Optional<MemoryController> of(List<String> mounts) {
        return mounts.stream()
                .map(line -> line.split(" ", -1))
                .filter(fields -> fields.length > 3)
                .flatMap(fields -> of(Path.of(fields[1]), fields[2], fields[3]).stream())
                .findFirst();
    }

    private static Optional<MemoryController> of(Path root, String type, String options) {
        return switch (type) {
            case "cgroup" ->
                Stream.of(options.split(",", -1)).anyMatch(NAME::equals)
                        ? Optional.of(new MemoryController(root, 1))
                        : Optional.empty();
            case "cgroup2" -> hasController(root) ? Optional.of(new MemoryController(root, 2)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static boolean hasController(Path root) {
        try {
            return new Delegation(root, NAME).isPossible();
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the file of a cgroup that takes its limit in bytes. */
    String limit() {
        return version == 1 ? "memory.limit_in_bytes" : "memory.max";
    }

    /**
     * Lets new cgroups of the hierarchy have limits.
     *
     * @return whether this run is to end that
     */
    boolean delegate() throws IOException {
        return version == 2 && delegation().begin();
    }

    /** Ends that, unless a cgroup of somebody else needs it. */
    void endDelegation() throws IOException {
        delegation().end();
    }

    private Delegation delegation() {
        return new Delegation(root, NAME);
    }
}
