package org.rowmark.run.servers;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;

/**
 * The server that is up while a run gets ready, one at a time: a target's check, the loading of its data and its
 * preparations share one start, as long as no other target is in between.
 */
public final class ReadyServer implements AutoCloseable {
    private record Up(Target target, Server server) {}

    /** Set by another thread where a start has a time limit, also after that has passed. */
    private final AtomicReference<Up> up = new AtomicReference<>();

    /**
     * Returns the server of a target, whose closing does not stop it.
     *
     * @param start starts it, unless it is up; another target's server is stopped before
     */
    public Server of(Target target, FailableSupplier<Server, IOException> start) throws IOException {
        Up now = up.get();
        if (now == null || !now.target().equals(target) || !now.server().isRunning()) {
            close();
            now = new Up(target, start.get());
            up.set(now);
        }
        return Server.lent(now.server());
    }

    /** Stops the server that is up; returns whether it had to be killed, so that its files may need recovery. */
    public boolean stop() {
        Up last = up.getAndSet(null);
        if (last == null) {
            return false;
        }
        last.server().close();
        return last.server().wasKilled();
    }

    @Override
    public void close() {
        stop();
    }
}
