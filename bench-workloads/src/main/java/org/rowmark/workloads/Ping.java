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
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NumberVerifier;
import org.rowmark.workloads.data.PreparedKind;

/**
 * The smallest query of the database, one row of a constant, without a table: the time of a round trip, below which no
 * operation of another workload can be. Autocommit is on.
 *
 * <p>Unit: queries per second. Included: execution, fetching, reading the one column. Not included: connecting,
 * preparing. For an embedded database there is no wire, and a round trip is a call.
 */
@WorkloadInfo(
        value = "one round trip: the smallest query, one row of a constant",
        options = Session.POOL,
        reference = true,
        onlyReads = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Ping {

    @Benchmark
    public int ping(Caller caller) throws SQLException {
        try (ResultSet row = caller.ping.get().executeQuery()) {
            row.next();
            int answer = row.getInt(1);
            caller.answers.found(answer);
            return answer;
        } finally {
            caller.session.end();
        }
    }

    /** A thread's statement. */
    @State(Scope.Thread)
    public static class Caller {
        private final NumberVerifier answers = NumberVerifier.ofPings();
        private Session session;
        private SessionStatement<PreparedStatement> ping;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind) throws SQLException {
            this.session = session;
            ping = session.statement(db.dialect().ping());
        }

        @TearDown(Level.Iteration)
        public void check() {
            answers.check();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Ping.class, args);
    }
}
