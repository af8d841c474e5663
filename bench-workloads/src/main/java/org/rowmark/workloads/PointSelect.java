package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeySequence;
import org.rowmark.workloads.data.KeyedStatement;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.ReadVerifier;
import org.rowmark.workloads.data.StatementKind;

/**
 * One row read by its primary key, every column of it. By default keys are random, equally likely over all rows of the
 * table. Each thread draws its own. Autocommit is on. By default the table is small and stays in memory.
 *
 * <p>Unit: rows per second. Included: binding, execution, fetching, reading the columns. Not included: connecting,
 * preparing, loading, making the texts of simple statements, and drawing keys, but on tables of more than 1,048,576 rows
 * (see {@link KeySequence}).
 */
@WorkloadInfo(
        value = "one row of four columns read by its primary key",
        makes = "rowmark_narrow_{rows}",
        options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PointSelect {

    @Benchmark
    public long select(Reader reader) throws SQLException {
        int place = reader.keys.next();
        long expected = reader.keys.companion(place); // after the driver's work it would not be cached
        try (ResultSet row = reader.select.query(place)) {
            long checksum = row.next() ? NarrowData.read(row) : ~expected;
            reader.wrong |= checksum ^ expected;
            return checksum;
        } finally {
            reader.session.end();
        }
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table. */
        @Param("10000")
        @ValidValues
        public int rows;

        private NarrowData narrow;
        private DataSet data;

        @Override
        public void load(DataTarget db) throws SQLException {
            narrow = new NarrowData(db.values());
            data = narrow.dataSet(rows, db.dialect());
            db.load(data);
        }
    }

    /** A thread's statement, its keys and the checksums of their rows. */
    @State(Scope.Thread)
    public static class Reader {
        private Loaded loaded;
        private Session session;
        private KeyedStatement select;
        private KeySequence keys;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, Loaded loaded, KeyChoice choice, StatementKind kind, ThreadParams thread)
                throws SQLException {
            this.session = session;
            this.loaded = loaded;
            String sql = "select id, a, b, t from " + loaded.data.table().name() + " where id = ?";
            LongUnaryOperator source = choice.ofAll(db.values(), db.clients().among(thread), loaded.rows);
            select = new KeyedStatement(session, kind, sql, source, loaded.rows, 0);
            keys = select.keys();
        }

        @Setup(Level.Iteration)
        public void draw() {
            select.draw(loaded.narrow::checksum);
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            ReadVerifier.check(wrong, loaded.data);
        }

        @TearDown(Level.Trial)
        public void compare() throws SQLException {
            ReadVerifier.compare(session, loaded.data);
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(PointSelect.class, args);
    }
}
