package org.rowmark.workloads;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadInfo.Precondition;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.oltp.Mix;
import org.rowmark.workloads.oltp.OltpDataSize;
import org.rowmark.workloads.oltp.Terminal;
import org.rowmark.workloads.oltp.UnevenTerminals;
import org.rowmark.workloads.oltp.Warehouses;

/**
 * The five transactions of TPC-C on its nine tables: new-order, payment, order-status, delivery, stock-level. A TPC-C-like
 * mix, not a TPC result. A thread is a terminal; its warehouse is the thread's number modulo {@code warehouses}.
 *
 * <p>Unit: transactions per second. Included: drawing the input (less than a microsecond), executions, reading, the
 * commit. Not included: connecting, preparing, loading, the times of keying and thinking. A transaction that fails by a
 * deadlock or a conflict with others is rolled back and done again with the same input, all in its time; the metric
 * {@code retries} is how often, {@code errors.40001} by SQLSTATE. {@code rollbacks} are the new-orders of an item that
 * does not exist.
 *
 * <p>At the end of a fork warehouses, districts, open orders and the history must have changed by what was committed, and
 * the consistency conditions 1 to 4 of clause 3.3.2 must hold.
 */
@WorkloadInfo(
        value = "one transaction of a TPC-C-like mix, not a TPC result",
        makes = "rowmark_oltp_*",
        caveat = "TPC-C-like mix, not a TPC result",
        commits = true,
        options = Session.POOL,
        dataSize = OltpDataSize.class,
        loadCaveat = UnevenTerminals.class,
        onlyIf = Oltp.NeedsWaiting.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Oltp {

    @Benchmark
    public long transact(Client client) throws SQLException {
        Mix.Kind kind = client.next();
        while (true) {
            try {
                long result = client.terminal.execute(kind);
                client.session.end(kind.place());
                return result;
            } catch (SQLException e) {
                client.rollBack(kind, e);
            }
        }
    }

    /** A thread's terminal. */
    @State(Scope.Thread)
    public static class Client {
        private Db db;
        private Session session;
        private Warehouses warehouses;
        private Terminal terminal;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, Warehouses warehouses, ThreadParams params)
                throws SQLException {
            this.db = db;
            this.session = session;
            this.warehouses = warehouses;
            terminal = warehouses.terminal(session, db.clients().among(params).getThreadIndex());
        }

        @Setup(Level.Iteration)
        public void begin() {
            terminal.begin();
            CounterWindow.begins();
        }

        private Mix.Kind next() throws SQLException {
            Mix.Kind kind = terminal.next();
            if (warehouses.hasPauses()) {
                session.pause(terminal.pauseNanos(kind));
            }
            return kind;
        }

        /** Rolls back for another attempt; throws what another attempt would not help. */
        private void rollBack(Mix.Kind kind, SQLException failure) throws SQLException {
            if (!db.database().driver().mayRepeat(failure)) {
                throw failure;
            }
            terminal.rollBack(kind, failure);
        }

        @TearDown(Level.Iteration)
        public void check() {
            CounterWindow.ends();
            warehouses.ended(terminal);
        }
    }

    /** Skipped where transactions fail that change the same row at the same time. */
    public static final class NeedsWaiting implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            return dialect.waitsForWriters()
                    ? Optional.empty()
                    : Optional.of("needs transactions that wait for each other's changes to a row");
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Oltp.class, args);
    }
}
