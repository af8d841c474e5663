package org.rowmark.db;

/**
 * A running server.
 *
 * @implSpec {@link #close} must stop what was started for it, must not throw for a server that is already gone, and
 *     must not touch anything that was there before. For embedded and external servers it does nothing.
 */
public interface Server extends AutoCloseable {

    Endpoint endpoint();

    @Override
    default void close() {}

    /** A server that needs no stopping: embedded in the fork, or somebody else's. */
    static Server unmanaged(Endpoint endpoint) {
        return () -> endpoint;
    }
}
