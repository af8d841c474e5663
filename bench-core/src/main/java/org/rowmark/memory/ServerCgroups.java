package org.rowmark.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.db.MemorySetting;
import org.rowmark.options.RunOption;
import org.rowmark.process.LockedDirectory;
import org.rowmark.result.MemoryFacts;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** A cgroup for each private server whose memory is set, for its processes and the system's cache of their files. */
public final class ServerCgroups implements AutoCloseable {
    private static final String PROCESSES = "cgroup.procs";

    /** What a server takes beside its memory setting: a share of that, and what every server takes. */
    private static final int SHARE_OF_OTHERS = 4;

    private static final long OTHERS = 256 * ByteSize.MIB;

    /** Puts itself into the cgroup and becomes the program behind it, whose children stay there. */
    private static final String ENTER = "echo $$ > \"$0\" && exec \"$@\"";

    private final Optional<Parent> parent;
    private final List<Path> made = new ArrayList<>();

    ServerCgroups(Optional<Parent> parent) {
        this.parent = parent;
    }

    /** Returns the cgroups of a run, none of them made yet; refuses where they cannot be made. */
    public static ServerCgroups of(boolean limitsMemory) {
        if (!limitsMemory) {
            return new ServerCgroups(Optional.empty());
        }
        try {
            return new ServerCgroups(Optional.of(Parent.of(
                    Files.readAllLines(Path.of("/proc/self/mounts")),
                    Files.readAllLines(Path.of("/proc/self/cgroup")))));
        } catch (IOException e) {
            throw problem("this system has no cgroups", e);
        }
    }

    static UsageException problem(String reason, Exception cause) {
        return new UsageException(
                RunOption.CGROUP.name() + ": " + reason + "; it needs Linux and root; leave it out, and the report"
                        + " states that the system's cache is not limited",
                cause);
    }

    Optional<Long> limit(Target target) {
        boolean isPrivate = target.server() == ServerKind.LOCAL || target.server() == ServerKind.ARTIFACT;
        return parent.filter(any -> isPrivate)
                .flatMap(any -> MemorySetting.bytes(target))
                .map(bytes -> bytes + bytes / SHARE_OF_OTHERS + OTHERS);
    }

    public Map<String, String> facts(Target target) {
        return limit(target)
                .map(bytes -> Map.of(MemoryFacts.LIMIT, ByteSize.text(bytes) + " by a cgroup"))
                .orElse(Map.of());
    }

    /** Makes the cgroup of a target's server; returns the words of a program that starts the one behind it there. */
    public List<String> prefix(Target target) {
        Optional<Long> limit = limit(target);
        if (limit.isEmpty()) {
            return List.of();
        }
        Parent outer = parent.orElseThrow();
        Path directory =
                outer.directory().resolve("rowmark-" + ProcessHandle.current().pid() + "-" + target.name());
        try {
            LockedDirectory.list(directory);
            Files.createDirectories(directory);
            made.add(directory);
            Files.writeString(directory.resolve(outer.limit()), limit.get().toString());
        } catch (IOException e) {
            throw problem(ErrorMessages.of(e), e);
        }
        return List.of("sh", "-c", ENTER, directory.resolve(PROCESSES).toString());
    }

    @Override
    public void close() {
        made.forEach(LockedDirectory::remove);
    }

    /** The nearest cgroup above this process that can limit memory, and the name of the file for a limit in bytes. */
    record Parent(Path directory, String limit) {
        private static final String MEMORY = "memory";

        /** Of version 2: the controllers that the cgroups in one can have, and those that they have. */
        private static final String POSSIBLE = "cgroup.controllers";

        private static final String DELEGATED = "cgroup.subtree_control";

        /**
         * Finds the cgroup, in a hierarchy of the controller memory with version 1, or in that of all with version 2.
         */
        static Parent of(List<String> mounts, List<String> memberships) throws IOException {
            for (String mount : mounts) {
                String[] fields = mount.split(" ", -1);
                Path root = Path.of(fields[1]);
                if (fields[2].equals("cgroup") && has(fields[3].split(",", -1))) {
                    return new Parent(own(root, memberships, MEMORY), "memory.limit_in_bytes");
                }
                if (fields[2].equals("cgroup2") && isIn(root, POSSIBLE)) {
                    return new Parent(delegated(root, own(root, memberships, "")), "memory.max");
                }
            }
            throw ServerCgroups.problem("no cgroup with the controller memory is mounted", null);
        }

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

        /** Returns the commands that empty a cgroup: only the outermost may have processes and delegate, too. */
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
}
