package org.rowmark.workloads.data;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;

/**
 * The way in which statements are prepared that are executed again and again. The setup that prepares them takes this
 * state, so that connections are opened after its own.
 */
@State(Scope.Benchmark)
public class PreparedKind {
    /** The value by which the server prepares statements at once, where the driver distinguishes that. */
    static final String SERVER_PREPARED = "server-prepared";

    static final String PREPARED = "prepared";

    /**
     * {@code server-prepared}: the driver is set to have the server prepare a statement at once; {@code prepared}: as the
     * driver treats a PreparedStatement by default.
     */
    @Param(SERVER_PREPARED)
    @ValidValues(value = SERVER_PREPARED + "|" + PREPARED, words = SERVER_PREPARED + " or " + PREPARED, unnamed = true)
    public String statement = SERVER_PREPARED;

    @Setup(Level.Trial)
    public void choose(Db db) {
        if (statement.equals(SERVER_PREPARED)) {
            db.prepareOnServer();
        }
    }
}
