package org.rowmark.workloads;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
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
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;

/**
 * A connection opened and closed, nothing done with it.
 *
 * <p>Unit: connections per second. {@code raw}: the driver opens a new one each time, with login and its first queries.
 * {@code pool}: one is borrowed from a HikariCP pool that holds exactly as many as there are threads, and returned, so
 * that no thread waits; the pool does not test a connection used within the last half second. Not included: starting
 * the pool. For an embedded database there is no wire, and a connection is an object.
 */
@WorkloadInfo("one connection opened and closed")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Connect {

    @Benchmark
    public Connection connect(Source source) throws SQLException {
        try (Connection connection = source.connections.getConnection()) {
            return connection;
        }
    }

    /** The source of connections. */
    @State(Scope.Benchmark)
    public static class Source {
        private static final String RAW = "raw";
        private static final int SECONDS = 10;

        /** {@code raw}: the driver; {@code pool}: HikariCP. */
        @Param({RAW, "pool"})
        @ValidValues(value = "raw|pool", words = "raw or pool")
        public String source;

        private DataSource connections;
        private Connection keeper;

        @Setup(Level.Trial)
        public void open(Db db) throws SQLException {
            // Without a connection that stays, an embedded database would be opened and closed with each of those
            // measured.
            keeper = db.connect(ConnectionMode.PLAIN);
            connections = source.equals(RAW) ? db.driver(ConnectionMode.PLAIN) : db.pool(ConnectionMode.PLAIN);
        }

        /** Checks that a connection works: one that opens and does not would be fast. */
        @Setup(Level.Iteration)
        public void check() throws SQLException {
            try (Connection connection = connections.getConnection()) {
                if (!connection.isValid(SECONDS)) {
                    throw new IllegalStateException("connections (" + source + "): expected one that answers within "
                            + SECONDS + " s, found one that does not");
                }
            }
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            keeper.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Connect.class, args);
    }
}
