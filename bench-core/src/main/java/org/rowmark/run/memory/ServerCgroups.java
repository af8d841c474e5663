package org.rowmark.run.memory;

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
import org.rowmark.plan.RunRequest;
import org.rowmark.process.Guardian;
import org.rowmark.result.MemoryFacts;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * A cgroup for each private server whose memory is set. It limits what the server's processes and the system's cache of
 * their files take together. The cgroups are removed when it is closed or the JVM ends.
 */
public final class ServerCgroups implements AutoCloseable {
    private static final String PROCESSES = "cgroup.procs";

    /** What a server takes beside its memory setting: a share of that, and what every server takes. */
    private static final int SHARE_OF_OTHERS = 4;

    private static final long OTHERS = 256 * ByteSize.MIB;

    /** Puts itself into the cgroup and becomes the program behind it, whose children stay there. */
    private static final String ENTER = "echo $$ > \"$0\" && exec \"$@\"";

    private final Optional<MemoryController> controller;
    private final Deque<Path> made = new ArrayDeque<>();

    /** Whether this run is to end the delegation of the controller. */
    private boolean isDelegated;

    private final ShutdownActions.Undo undo;

    /** @param controller empty to limit nothing */
    ServerCgroups(Optional<MemoryController> controller) {
        this.controller = controller;
        undo = ShutdownActions.register(ShutdownActions.Stage.FILES, this::remove);
    }

    /**
     * Returns the cgroups of a run, none of them made yet.
     *
     * @throws UsageException if the run is to limit servers and cannot
     */
    public static ServerCgroups of(RunRequest request) {
        if (!request.limitsMemory()) {
            return new ServerCgroups(Optional.empty());
        }
        try {
            return in(Files.readAllLines(Path.of("/proc/self/mounts")));
        } catch (IOException e) {
            throw problem("this system has no cgroups", e);
        }
    }

    static ServerCgroups in(List<String> mounts) {
        return new ServerCgroups(Optional.of(MemoryController.of(mounts)
                .orElseThrow(() -> problem("no cgroup with the controller memory is mounted", null))));
    }

    private static UsageException problem(String reason, Exception cause) {
        return new UsageException(
                RunOption.CGROUP.name() + ": " + reason + "; it needs Linux and root; leave it out, and the report"
                        + " states that the system's cache is not limited",
                cause);
    }

    /** Returns the limit for a target's server; empty where it has none. */
    Optional<Long> limit(Target target) {
        boolean isPrivate = target.server() == ServerKind.LOCAL || target.server() == ServerKind.ARTIFACT;
        return controller
                .filter(any -> isPrivate)
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
     * @throws UsageException if that cannot be done
     */
    public synchronized List<String> prefix(Target target) {
        Optional<Long> limit = limit(target);
        if (limit.isEmpty()) {
            return List.of();
        }
        MemoryController memory = controller.orElseThrow();
        Path directory =
                memory.root().resolve("rowmark-" + ProcessHandle.current().pid() + "-" + target.name());
        try {
            isDelegated = isDelegated || memory.delegate();
            Guardian.makesCgroup(directory);
            Files.createDirectory(directory);
            made.push(directory);
            Files.writeString(directory.resolve(memory.limit()), limit.get().toString());
        } catch (IOException e) {
            throw problem(ErrorMessages.of(e), e);
        }
        return List.of("sh", "-c", ENTER, directory.resolve(PROCESSES).toString());
    }

    /** Removes them, and ends the delegation; returns whether none is left, as it is while a process is in it. */
    private synchronized boolean remove() {
        made.removeIf(ServerCgroups::isRemoved);
        if (made.isEmpty() && isDelegated) {
            try {
                controller.orElseThrow().endDelegation();
            } catch (IOException e) {
                System.err.println("rowmark: the delegation of cgroups could not be ended: " + ErrorMessages.of(e));
            }
            isDelegated = false;
        }
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
