package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;
import org.rowmark.db.Databases;
import org.rowmark.db.sql.Routine;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.run.Bench;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NumberVerifier;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.rowbyrow.JoinedRows;

/**
 * The rows of a join counted inside the server by one of its threads: the speed of a processor at the server's own work,
 * without a network. Autocommit is on.
 *
 * <p>Unit: counts per second; the secondary metric {@code rows} is rows per second. Included: the join, the comparison
 * of two numbers for each row, fetching the count. Not included: connecting, preparing, loading.
 */
@WorkloadInfo(
        value = "one count of the rows of a join inside the server",
        makes = "rowmark_join_{rows}",
        reference = true,
        oneThread = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ServerLoop {

    @Benchmark
    public long count(Counter counter, RowCounter rows, Control control) throws SQLException {
        rows.add(counter.rows, control);
        try (ResultSet row = counter.count.get().executeQuery()) {
            row.next();
            long found = row.getLong(1);
            counter.counts.found(found);
            return found;
        } finally {
            counter.session.end();
        }
    }

    /** The thread's query. */
    @State(Scope.Thread)
    public static class Counter {
        private Session session;
        private SessionStatement<PreparedStatement> count;
        private Routine routine;
        private int rows;
        private NumberVerifier counts;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, JoinedRows joined) throws SQLException {
            this.session = session;
            rows = joined.rows;
            counts = new NumberVerifier("rows of the join", rows);
            routine = db.dialect().onOneThread(joined.count());
            if (!routine.before().isEmpty()) {
                Databases.named(db.running().target().database())
                        .driver()
                        .requireOwnSession(session.connection(), "server-loop");
            }
            Sql.execute(session.connection(), routine.before().toArray(String[]::new));
            count = session.statement(routine.query());
        }

        @Setup(Level.Iteration)
        public void begin() {
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            counts.check();
        }

        @TearDown(Level.Trial)
        public void putBack() throws SQLException {
            Sql.execute(session.connection(), routine.after().toArray(String[]::new));
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ServerLoop.class, args);
    }
}
