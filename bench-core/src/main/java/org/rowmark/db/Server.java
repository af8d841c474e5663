package org.rowmark.db;

import java.util.OptionalLong;
import org.rowmark.targets.Endpoint;

/** A running server. {@link #close} stops what was started for it, and nothing else, and does not throw. */
public interface Server extends AutoCloseable {
    Endpoint endpoint();

    /** Its process on this machine, the ancestor of all its other processes; empty if unknown. */
    default OptionalLong pid() {
        return OptionalLong.empty();
    }

    /** Returns whether its process still runs, as far as that is known without a connection. */
    default boolean isRunning() {
        return pid().isEmpty()
                || ProcessHandle.of(pid().getAsLong())
                        .map(ProcessHandle::isAlive)
                        .orElse(false);
    }

    /** Returns whether {@link #close} had to kill it, so that its files may need recovery. */
    default boolean wasKilled() {
        return false;
    }

    @Override
    default void close() {}

    /** Returns a server that is embedded in the fork, or external. */
    static Server unmanaged(Endpoint endpoint) {
        return () -> endpoint;
    }

    /** Returns the server for users that must not stop it: closing does nothing. */
    static Server lent(Server server) {
        return new Server() {
            @Override
            public Endpoint endpoint() {
                return server.endpoint();
            }

            @Override
            public OptionalLong pid() {
                return server.pid();
            }

            @Override
            public boolean isRunning() {
                return server.isRunning();
            }
        };
    }
}
