package org.rowmark.run.servers;

import java.io.IOException;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.util.ErrorMessages;

/**
 * The server that is up while a run gets ready, one at a time: a target's check, the loading of its data and its
 * preparations share one start, as long as no other target is in between.
 */
public final class ReadyServer implements AutoCloseable {
    private Target target; // null while none is up
    private Server server;

    /** The number of calls that have stopped a server: a start that takes longer than its limit ends in a later one. */
    private int stops;

    /**
     * Returns the server of a target, whose closing does not stop it.
     *
     * @param start starts it, unless it is up; another target's server is stopped before
     */
    public Server of(Target wanted, FailableSupplier<Server, IOException> start) throws IOException {
        int begun;
        synchronized (this) {
            if (wanted.equals(target) && server.isRunning()) {
                return Server.lent(server);
            }
            stop();
            begun = stops;
        }
        Server started = start.get();
        synchronized (this) {
            if (begun == stops) {
                target = wanted;
                server = started;
                return Server.lent(started);
            }
        }
        started.close();
        throw new IOException("its start took longer than its limit");
    }

    /** Stops the server that is up; returns whether it had to be killed, so that its files may need recovery. */
    public synchronized boolean stop() {
        stops++;
        Target last = target;
        target = null;
        if (last == null) {
            return false;
        }
        try {
            server.close();
        } catch (RuntimeException | LinkageError e) {
            throw last.problem("its server cannot be stopped: " + ErrorMessages.of(e), e);
        }
        return server.wasKilled();
    }

    @Override
    public void close() {
        stop();
    }
}
