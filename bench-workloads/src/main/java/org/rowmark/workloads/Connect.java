package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.apache.commons.lang3.function.FailableSupplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.ConnectionPool;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Latencies;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.ClosedSockets;
import org.rowmark.workloads.data.NumberVerifier;

/**
 * A connection, one round trip on it (the query of {@link Ping}, not prepared), and its end.
 *
 * <p>Unit: connections per second. {@code raw}: the driver opens a new one each time, with login and its first queries,
 * and closes it. {@code pool}: one is borrowed from a HikariCP pool that holds as many as there are threads, so that no
 * thread waits, and given back. Not included: starting the pool. For an embedded database there is no wire, and a
 * connection is an object.
 *
 * <p>Before an iteration, {@code raw} waits for the ports of connections that were closed before; an iteration that
 * uses up too many fails, see {@link ClosedSockets}.
 */
@WorkloadInfo(value = "one connection, one round trip on it, and its end", reference = true, onlyReads = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Connect {

    @Benchmark
    public int connect(Source source, Caller caller, Latencies latencies) throws SQLException {
        try (Connection connection = source.connections.get();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(source.ping)) {
            row.next();
            int answer = row.getInt(1);
            caller.answers.found(answer);
            return answer;
        } finally {
            latencies.operationEnds();
        }
    }

    /** The source of connections. */
    @State(Scope.Benchmark)
    public static class Source {
        private static final String RAW = "raw";

        /** {@code raw}: the driver; {@code pool}: HikariCP. */
        @Param({RAW, "pool"})
        @ValidValues(value = "raw|pool", words = "raw or pool")
        public String source;

        private final ClosedSockets closed = ClosedSockets.ofThisMachine();
        private FailableSupplier<Connection, SQLException> connections;
        private String ping;
        private Connection keeper;
        private ConnectionPool pool;

        @Setup(Level.Trial)
        public void open(Db db) throws SQLException {
            ping = db.dialect().ping();
            // Without a connection that stays, an embedded database would be opened and closed with each of those
            // measured.
            keeper = db.connect(ConnectionMode.PLAIN);
            if (isRaw()) {
                connections = db.driver(ConnectionMode.PLAIN);
            } else {
                pool = db.poolForAll();
                connections = pool::borrow;
            }
        }

        @Setup(Level.Iteration)
        public void await() throws InterruptedException {
            if (isRaw()) {
                closed.await();
            }
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            if (isRaw()) {
                closed.check();
            }
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            keeper.close();
            if (pool != null) {
                pool.close();
            }
        }

        private boolean isRaw() {
            return source.equals(RAW);
        }
    }

    /** A thread's answers. */
    @State(Scope.Thread)
    public static class Caller {
        private final NumberVerifier answers = NumberVerifier.ofPings();

        @TearDown(Level.Iteration)
        public void check() {
            answers.check();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Connect.class, args);
    }
}
