package org.rowmark.workloads.sbtest;

import java.sql.Connection;
import java.sql.SQLException;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.util.Sql;

/** Tables whose rows are changed and replaced. Their keys stay, which is checked at the end of a fork. */
@State(Scope.Benchmark)
public class WrittenTables extends SbtestTables {
    private Db db;
    private int threads;
    private int ended;

    public WrittenTables() {
        super("rowmark_sbtest_");
    }

    @Setup(Level.Trial)
    public void open(Db target, BenchmarkParams params) {
        db = target;
        threads = params.getThreads();
    }

    @Setup(Level.Iteration)
    public void begin() throws SQLException {
        db.beforeIteration(data().stream().map(DataSet::table).toArray(Table[]::new));
    }

    @Override
    void check(long differences) {
        if (differences != 0) {
            throw new IllegalStateException("tables " + String.join(", ", names())
                    + ": expected texts of groups of digits and inserts of one row, found others");
        }
    }

    /**
     * Ends a thread's part in the fork; the last thread of all clients checks the keys.
     *
     * @throws IllegalStateException with what is expected and found
     */
    @Override
    synchronized void ended(Session session) throws SQLException {
        if (++ended < threads) {
            return;
        }
        db.clients().await();
        if (db.clients().isFirst()) {
            try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
                for (String table : names()) {
                    check(connection, table);
                }
            }
        }
    }

    private void check(Connection connection, String table) throws SQLException {
        long count = Sql.number(connection, "select count(*) from " + table);
        // of decimals: the sum of integers may be an integer that is too small
        long sum = Sql.number(connection, "select sum(1.0 * id) from " + table);
        long expected = rows * (rows + 1L) / 2;
        if (count != rows || sum != expected) {
            throw new IllegalStateException("table " + table + ": expected " + rows + " rows whose ids add up to "
                    + expected + ", as before the transactions, found " + count + " rows and " + sum);
        }
    }
}
