package org.rowmark.turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.db.Server;
import org.rowmark.environment.HostFacts;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** The memory for targets that take turns, whose servers and forks are all up at the same time. */
public final class SharedMemory {
    /** What a fork takes besides the data of an embedded database. */
    private static final long PER_FORK = 256L << 20;

    /** What stays free for the machine and for what servers take when they work. */
    private static final long RESERVE = 256L << 20;

    private SharedMemory() {}

    /**
     * Starts all servers, looks what memory is left, and stops them.
     *
     * @throws UsageException if it is too little, or a server does not start beside the others
     */
    public static void require(List<CheckedTarget> targets) {
        List<Server> servers = new ArrayList<>();
        try {
            for (CheckedTarget checked : targets) {
                if (checked.target().server().isManaged()) {
                    servers.add(start(checked));
                }
            }
            problem(HostFacts.availableMemory(), targets.size()).ifPresent(problem -> {
                throw new UsageException(problem);
            });
        } finally {
            servers.forEach(SharedMemory::stop);
        }
    }

    private static Server start(CheckedTarget checked) {
        try {
            return checked.start();
        } catch (IOException e) {
            throw new UsageException(
                    "--order turns: target '" + checked.target().name()
                            + "' cannot be started beside the others: " + ErrorMessages.of(e)
                            + "; use --order interleaved",
                    e);
        }
    }

    /** Returns in one line that so many bytes are too few for so many forks, if they are. */
    static Optional<String> problem(long available, int forks) {
        long needed = RESERVE + PER_FORK * forks;
        return available >= needed
                ? Optional.empty()
                : Optional.of("--order turns: with the servers of all targets up, " + HostFacts.gibibytes(available)
                        + " of memory is available, and " + forks + " forks and a reserve need "
                        + HostFacts.gibibytes(needed) + "; use --order interleaved, where one server is up at a time");
    }

    private static void stop(Server server) {
        try {
            server.close();
        } catch (RuntimeException | LinkageError e) {
            System.err.println("rowmark: could not stop a server: " + ErrorMessages.of(e));
        }
    }
}
