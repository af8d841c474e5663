package org.rowmark.state;

import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.db.ConnectionMode;

/** A thread's connection, as the driver opens it without being told anything, for the whole fork. */
@State(Scope.Thread)
public class Session {
    private Lease lease;

    @Setup(Level.Trial)
    public void open(Db db) throws SQLException {
        lease = db.lease(ConnectionMode.PLAIN);
    }

    @TearDown(Level.Trial)
    public void close() throws SQLException {
        lease.close();
    }

    /** The driver's own connection, without the pool's proxy; autocommit is on at first. */
    public Connection connection() {
        return lease.connection();
    }
}
