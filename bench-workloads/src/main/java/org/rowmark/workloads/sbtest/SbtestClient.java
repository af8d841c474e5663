package org.rowmark.workloads.sbtest;

import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Session;

/** A thread's transactions on tables, in the iterations of a fork and at its end; each workload has its own statements. */
@State(Scope.Thread)
public abstract class SbtestClient {
    private Session session;
    private SbtestTables tables;
    private SbtestTransaction transaction;

    /** Takes what the setup of the workload has made. */
    protected final void use(Session own, SbtestTables used, SbtestTransaction complete) {
        session = own;
        tables = used;
        transaction = complete;
    }

    public final long execute() throws SQLException {
        return transaction.execute();
    }

    @Setup(Level.Iteration)
    public final void draw() {
        transaction.draw();
        CounterWindow.begins();
    }

    @TearDown(Level.Iteration)
    public final void check() {
        CounterWindow.ends();
        tables.check(transaction.end());
    }

    @TearDown(Level.Trial)
    public final void end() throws SQLException {
        tables.ended(session);
    }
}
