package org.rowmark.workloads;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.Dialect;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.CommitInterval;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeyedStatement;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.OwnRows;
import org.rowmark.workloads.data.StatementKind;

/**
 * One row updated by its primary key: a number that no index has is increased by one. Each thread updates rows of its
 * own part of the table, so that none waits for another one's row.
 *
 * <p>Unit: rows per second. Included: binding, execution, and the commit after every row or every so many rows. Not
 * included: connecting, preparing, loading, drawing keys, making the texts of simple statements. Rows after the last full
 * commit interval of an iteration are committed when JMH ends the measurement.
 *
 * <p>At the beginning and the end of a fork a thread adds up its rows' numbers, and these numbers times the keys; both sums
 * must have grown by what was done.
 */
@WorkloadInfo(
        value = "one row updated by its primary key",
        commits = true,
        makes = "rowmark_update_single",
        options = Session.POOL,
        onlyIf = CommitInterval.PoolNeedsAutocommit.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class UpdateSingle {

    @Benchmark
    public int update(Writer writer, Control control) throws SQLException {
        int place = writer.update.keys().next();
        int updated = writer.update.update(place);
        writer.done(updated, writer.update.keys().key(place));
        writer.interval.written(control);
        writer.session.end();
        return updated;
    }

    /** The rows to update. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        private static final int GENERATOR = 1;

        /** Rows of the table. */
        @Param("10000")
        @ValidValues
        public int rows;

        /** {@code every}: autocommit; a number: a commit after that many rows of a thread. */
        @Param({CommitInterval.EVERY, "1000"})
        @ValidValues(value = CommitInterval.VALUES, words = CommitInterval.VALUES_IN_WORDS)
        public String commit;

        private DataSet data;

        /** Loads rows whose number is 0; those of an earlier fork keep the numbers that they have. */
        @Override
        public void load(DataTarget db) throws SQLException {
            Dialect dialect = db.dialect();
            Table narrow = NarrowData.table("rowmark_update_single", dialect);
            List<String> types = new ArrayList<>(narrow.types());
            types.set(1, dialect.bigintType());
            NarrowData rowsOf = new NarrowData(db.values());
            String fingerprint = "rows to update, generator " + GENERATOR + ", rows " + rows + ", seed "
                    + rowsOf.values().seed();
            data = new DataSet(new Table(narrow.name(), narrow.columns(), types), rows, fingerprint, key -> {
                Object[] row = rowsOf.row(key);
                row[1] = 0L;
                return row;
            });
            db.load(data);
        }

        @Setup(Level.Iteration)
        public void begin(Db db) throws SQLException {
            db.beforeIteration(data.table());
        }
    }

    /** The sums over a thread's rows. */
    private record Sums(long numbers, long weighted) {}

    /** A thread's statement and its open transaction. */
    @State(Scope.Thread)
    public static class Writer {
        private Session session;
        private KeyedStatement update;
        private CommitInterval interval;
        private String sums;
        private Sums before;
        private long updates;
        private long weighted;
        private int wrong;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, Loaded loaded, KeyChoice choice, StatementKind kind, ThreadParams thread)
                throws SQLException {
            this.session = session;
            String table = loaded.data.table().name();
            ThreadParams among = db.clients().among(thread);
            OwnRows own = OwnRows.of(among, loaded.rows);
            sums = "select sum(a), sum(a * id) from " + table + " where " + own.condition();
            interval = new CommitInterval(session, loaded.commit);
            LongUnaryOperator source = choice.of(db.values(), among, own);
            String sql = "update " + table + " set a = a + 1 where id = ?";
            update = new KeyedStatement(session, kind, sql, source, own.rows(), 0);
            before = sums();
        }

        @Setup(Level.Iteration)
        public void draw() {
            update.draw(key -> 0);
            CounterWindow.begins();
        }

        private void done(int rows, long key) {
            updates++;
            weighted += key;
            wrong |= rows ^ 1;
        }

        private Sums sums() throws SQLException {
            List<Sums> found = Sql.rows(session.connection(), sums, row -> new Sums(row.getLong(1), row.getLong(2)));
            interval.end();
            session.release();
            return found.get(0);
        }

        @TearDown(Level.Iteration)
        public void end() throws SQLException {
            interval.end();
            CounterWindow.ends();
        }

        @TearDown(Level.Trial)
        public void check() throws SQLException {
            Sums expected = new Sums(before.numbers + updates, before.weighted + weighted);
            Sums found = sums();
            if (!found.equals(expected) || wrong != 0) {
                throw new IllegalStateException("table rowmark_update_single: expected " + expected + " after "
                        + updates + " updates of one row each, found " + found
                        + (wrong == 0 ? "" : " and other update counts"));
            }
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(UpdateSingle.class, args);
    }
}
