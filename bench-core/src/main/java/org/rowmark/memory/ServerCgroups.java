package org.rowmark.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.MemorySetting;
import org.rowmark.options.RunOption;
import org.rowmark.process.LockedDirectory;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.MemoryFacts;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * A cgroup for each private server whose memory is set. It limits what the server's processes and the system's cache of
 * their files take together. The cgroups are removed when it is closed or the JVM ends, or by the next start.
 */
public final class ServerCgroups implements AutoCloseable {
    private static final String PROCESSES = "cgroup.procs";

    /** What a server takes beside its memory setting: a share of that, and what every server takes. */
    private static final int SHARE_OF_OTHERS = 4;

    private static final long OTHERS = 256 * ByteSize.MIB;

    /** Puts itself into the cgroup and becomes the program behind it, whose children stay there. */
    private static final String ENTER = "echo $$ > \"$0\" && exec \"$@\"";

    private final Optional<ParentCgroup> parent;
    private final Deque<Path> made = new ArrayDeque<>();

    private final ShutdownActions.Undo undo;

    /** @param parent of the cgroups; empty to limit nothing */
    ServerCgroups(Optional<ParentCgroup> parent) {
        this.parent = parent;
        undo = ShutdownActions.register(ShutdownActions.Stage.FILES, this::remove);
    }

    /**
     * Returns the cgroups of a run, none of them made yet.
     *
     * @throws UsageException if the run is to limit servers and cannot
     */
    public static ServerCgroups of(boolean limitsMemory) {
        if (!limitsMemory) {
            return new ServerCgroups(Optional.empty());
        }
        try {
            return new ServerCgroups(Optional.of(ParentCgroup.of(
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

    /** Returns the limit for a target's server; empty where it has none. */
    Optional<Long> limit(Target target) {
        boolean isPrivate = target.server() == ServerKind.LOCAL || target.server() == ServerKind.ARTIFACT;
        return parent.filter(any -> isPrivate)
                .flatMap(any -> MemorySetting.bytes(target))
                .map(bytes -> bytes + bytes / SHARE_OF_OTHERS + OTHERS);
    }

    /** Returns the limit as a fact of a target; none where it has none. */
    public Map<String, String> facts(Target target) {
        return limit(target)
                .map(bytes -> Map.of(MemoryFacts.LIMIT, ByteSize.text(bytes) + " by a cgroup"))
                .orElse(Map.of());
    }

    /**
     * Makes the cgroup of a target's server.
     *
     * @return the words of a program that starts the one behind it there; empty where the server has no limit
     */
    public synchronized List<String> prefix(Target target) {
        Optional<Long> limit = limit(target);
        if (limit.isEmpty()) {
            return List.of();
        }
        ParentCgroup outer = parent.orElseThrow();
        Path directory =
                outer.directory().resolve("rowmark-" + ProcessHandle.current().pid() + "-" + target.name());
        try {
            LockedDirectory.list(directory);
            Files.createDirectories(directory);
            made.push(directory);
            Files.writeString(directory.resolve(outer.limit()), limit.get().toString());
        } catch (IOException e) {
            throw problem(ErrorMessages.of(e), e);
        }
        return List.of("sh", "-c", ENTER, directory.resolve(PROCESSES).toString());
    }

    /** Removes them; returns whether none is left, as one is while a process is in it. */
    private synchronized boolean remove() {
        made.removeIf(ServerCgroups::isRemoved);
        return made.isEmpty();
    }

    private static boolean isRemoved(Path cgroup) {
        try {
            Files.deleteIfExists(cgroup);
            return true;
        } catch (IOException e) {
            System.err.println("rowmark: the cgroup " + cgroup + " could not be removed: " + ErrorMessages.of(e)
                    + "; end the processes in it, and remove it with rmdir");
            return false;
        }
    }

    @Override
    public void close() {
        if (remove()) { // else once more when the JVM ends, after its processes
            ShutdownActions.done(undo);
        }
    }
}
