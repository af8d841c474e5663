package org.rowmark.state;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection lent by a pool, and the driver's own connection inside it. Workloads work on the latter: the pool's
 * proxies would stand in every measured call.
 */
public final class Lease implements AutoCloseable {
    private final Connection pooled;
    private final Connection raw;

    private final Runnable returned;

    Lease(Connection pooled, Runnable returned) throws SQLException {
        this.pooled = pooled;
        this.returned = returned;
        this.raw = pooled.unwrap(Connection.class);
    }

    /** The driver's own connection, without a proxy. */
    public Connection connection() {
        return raw;
    }

    /** Rolls back what is open and returns the connection. */
    @Override
    public void close() throws SQLException {
        if (!raw.isClosed() && !raw.getAutoCommit()) {
            raw.rollback();
            raw.setAutoCommit(true);
        }
        pooled.close();
        returned.run();
    }
}
