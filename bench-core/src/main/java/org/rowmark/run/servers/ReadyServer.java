package org.rowmark.run.servers;

import java.io.IOException;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * The server that is up while a run gets ready, one at a time: a target's check, the loading of its data and its
 * preparations share one start, as long as no other target is in between.
 */
public final class ReadyServer implements AutoCloseable {
    private record Up(Target target, Server server) {}

    private Up up;

    /** The number of calls that have stopped a server: a start that takes longer than its limit ends in a later one. */
    private int stops;

    /**
     * Returns the server of a target, whose closing does not stop it.
     *
     * @param start starts it, unless it is up; another target's server is stopped before
     */
    public Server of(Target target, FailableSupplier<Server, IOException> start) throws IOException {
        int begun;
        synchronized (this) {
            if (up != null && up.target().equals(target) && up.server().isRunning()) {
                return Server.lent(up.server());
            }
            stop();
            begun = stops;
        }
        Server server = start.get();
        synchronized (this) {
            if (begun == stops) {
                up = new Up(target, server);
                return Server.lent(server);
            }
        }
        server.close();
        throw new IOException("its start took longer than its limit");
    }

    /**
     * Stops the server that is up; returns whether it had to be killed, so that its files may need recovery.
     *
     * @throws UsageException naming the target, if that fails
     */
    public synchronized boolean stop() {
        stops++;
        if (up == null) {
            return false;
        }
        Up last = up;
        up = null;
        try {
            last.server().close();
        } catch (RuntimeException | LinkageError e) {
            throw last.target().problem("its server cannot be stopped: " + ErrorMessages.of(e), e);
        }
        return last.server().wasKilled();
    }

    @Override
    public void close() {
        stop();
    }
}
