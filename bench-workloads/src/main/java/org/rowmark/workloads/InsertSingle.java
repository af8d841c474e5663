package org.rowmark.workloads;

import java.sql.PreparedStatement;
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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.Precondition;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.KeyRange;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.TargetTable;

/**
 * Rows inserted one at a time, each by an execution of a statement that was prepared before.
 *
 * <p>Unit: rows per second. Included: binding, execution, and the commit after every row or every so many rows. Not
 * included: connecting, preparing, generating values, emptying the table. Rows after the last full commit interval of
 * an iteration are committed when JMH ends the measurement.
 *
 * <p>The time is fixed and the table grows from empty to as many rows as a target inserts, so there is no steady state:
 * a faster target works on a larger table, and checkpoints may come after the end.
 */
@WorkloadInfo(
        value = "one row inserted by one statement",
        options = Session.POOL,
        onlyIf = InsertSingle.PoolNeedsAutocommit.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class InsertSingle {

    @Benchmark
    public int insert(Writer writer, Control control) throws SQLException {
        PreparedStatement insert = writer.insert.get();
        writer.table.bind(insert, 1, writer.keys.next());
        int inserted = insert.executeUpdate();
        // When time is up, every row is committed: a thread that waits for the others may hold no lock of theirs.
        if (writer.commits && (++writer.uncommitted == writer.interval || control.stopMeasurement)) {
            writer.commit();
        }
        writer.session.end();
        return inserted;
    }

    /** The parameters. */
    @State(Scope.Benchmark)
    public static class Settings {
        private static final String EVERY = "every";

        /** {@code every}: autocommit; a number: a commit after that many rows of a thread. */
        @Param({EVERY, "1000"})
        @ValidValues(
                value = EVERY + "|" + ValidValues.POSITIVE,
                words = EVERY + ", or " + ValidValues.A_POSITIVE_NUMBER)
        public String commit;
    }

    /** A thread's statement and its open transaction. */
    @State(Scope.Thread)
    public static class Writer {
        private Session session;
        private SessionStatement insert;
        private TargetTable table;
        private KeyRange keys;
        private boolean commits;
        private int interval;
        private int uncommitted;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, Settings settings, TargetTable table, KeyRange keys)
                throws SQLException {
            this.session = session;
            this.table = table;
            this.keys = keys;
            commits = !settings.commit.equals(Settings.EVERY);
            interval = commits ? Integer.parseInt(settings.commit) : 1;
            session.choose(ConnectionMode.PLAIN, !commits);
            insert = session.statement(db.dialect().insert(table.table().name(), NarrowData.COLUMNS));
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            commitIfOpen();
            keys.check(session.connection(), table.table());
            commitIfOpen();
            session.end();
        }

        private void commitIfOpen() throws SQLException {
            if (commits) {
                commit();
            }
        }

        private void commit() throws SQLException {
            session.commit();
            uncommitted = 0;
        }
    }

    /** The condition of a pool: it lends a connection for one operation, and a transaction of several keeps it. */
    public static final class PoolNeedsAutocommit implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            String commit = parameters.get("commit");
            return parameters.containsKey(Session.POOL) && !Settings.EVERY.equals(commit)
                    ? Optional.of("commit=" + commit + " needs a connection for several operations, and " + Session.POOL
                            + "=" + parameters.get(Session.POOL) + " lends one for each")
                    : Optional.empty();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(InsertSingle.class, args);
    }
}
