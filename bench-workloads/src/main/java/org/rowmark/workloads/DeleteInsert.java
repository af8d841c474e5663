package org.rowmark.workloads;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.db.ConnectionMode;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeySequence;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.NarrowValues;
import org.rowmark.workloads.data.OwnRows;
import org.rowmark.workloads.data.PreparedKind;

/**
 * One row deleted by its primary key and the same row inserted again, in one transaction. The table has the same rows
 * afterwards. Each thread does this to rows of its own part of the table: two threads that delete the same row at the
 * same time could not both insert it again.
 *
 * <p>Unit: transactions per second. Included: binding, both executions, the commit. Not included: connecting, preparing,
 * loading, drawing keys. At the end of a fork a thread reads all of its rows.
 */
@WorkloadInfo(
        value = "one row deleted by its primary key and inserted again, committed",
        makes = "rowmark_delete_insert",
        options = Session.POOL,
        commits = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DeleteInsert {

    @Benchmark
    public int replace(Writer writer) throws SQLException {
        long key = writer.keys.key(writer.keys.next());
        PreparedStatement delete = writer.delete.get();
        delete.setLong(1, key);
        int deleted = delete.executeUpdate();
        PreparedStatement insert = writer.insert.get();
        writer.values.bind(insert, 1, key);
        int inserted = insert.executeUpdate();
        writer.session.commit();
        writer.wrong |= (deleted ^ 1) | (inserted ^ 1);
        writer.session.end();
        return deleted;
    }

    /** The rows to replace. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table. */
        @Param("10000")
        @ValidValues
        public int rows;

        private NarrowValues values;
        private DataSet data;

        @Override
        public void load(DataTarget db) throws SQLException {
            values = new NarrowValues(db.values());
            data = values.dataSet("rowmark_delete_insert", rows, db.dialect());
            db.load(data);
        }

        @Setup(Level.Iteration)
        public void begin(Db db) throws SQLException {
            db.beforeIteration(data.table());
        }
    }

    /** A thread's statements, its rows and keys. */
    @State(Scope.Thread)
    public static class Writer {
        private DataSet data;
        private NarrowValues values;
        private OwnRows own;
        private KeySequence keys;
        private Session session;
        private SessionStatement<PreparedStatement> delete;
        private SessionStatement<PreparedStatement> insert;
        private int wrong;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, PreparedKind kind, Loaded loaded, KeyChoice choice, ThreadParams thread)
                throws SQLException {
            data = loaded.data;
            values = loaded.values;
            ThreadParams among = db.clients().among(thread);
            own = OwnRows.of(among, loaded.rows);
            keys = KeySequence.of(choice.of(db.values(), among, own), own.rows());
            String table = data.table().name();
            this.session = session;
            session.choose(ConnectionMode.PLAIN, false);
            delete = session.statement("delete from " + table + " where id = ?");
            insert = session.statement(db.dialect().insert(table, NarrowData.COLUMNS));
        }

        @Setup(Level.Iteration)
        public void draw() {
            keys.draw(key -> 0);
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void end() {
            CounterWindow.ends();
        }

        @TearDown(Level.Trial)
        public void check() throws SQLException {
            long expected = LongStream.range(own.first(), own.first() + own.rows())
                    .map(values::contents)
                    .sum();
            String sql = "select id, a, b, t from " + data.table().name() + " where " + own.condition();
            LongAdder found = new LongAdder();
            Sql.forEach(session.connection(), sql, row -> found.add(NarrowData.readAll(row)));
            session.commit();
            session.release();
            if (found.sum() != expected || wrong != 0) {
                throw new IllegalStateException("table " + data.table().name() + ": expected the " + own.rows()
                        + " rows of this thread as they were before, found "
                        + (wrong == 0 ? "missing rows or other values" : "that not every statement changed one row"));
            }
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(DeleteInsert.class, args);
    }
}
