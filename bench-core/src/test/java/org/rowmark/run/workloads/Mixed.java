package org.rowmark.run.workloads;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.workload.WorkloadInfo;

/**
 * A workload for tests with two kinds of operations that take given times. Every fourth is long, which is three times as
 * long, and its first attempt fails.
 */
@WorkloadInfo(value = "one wait, short or long", options = Session.POOL)
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Mixed {
    public static final String SHORT = "short";
    public static final String LONG = "long";

    /** Time of a short operation. */
    @Param("200")
    @ValidValues
    public int micros;

    /** Time after each operation that belongs to none. */
    @Param("0")
    @ValidValues("[0-9]{1,6}")
    public int pause;

    @Benchmark
    public int await(Client client) throws SQLException {
        boolean isLong = client.done++ % 4 == 3;
        if (isLong) {
            client.session.rollBack(new SQLException("deadlock", "40001"));
        }
        long end = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(isLong ? 3L * micros : micros);
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
        client.session.end(isLong ? 1 : 0);
        client.session.pause(TimeUnit.MICROSECONDS.toNanos(pause));
        return client.done;
    }

    /** A thread's session. */
    @State(Scope.Thread)
    public static class Client {
        private Session session;
        private int done;

        @Setup(Level.Trial)
        public void open(Session own) throws SQLException {
            session = own;
            session.choose(ConnectionMode.PLAIN, false);
            session.connection();
            session.kinds(List.of(SHORT, LONG));
        }
    }
}
