package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
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
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.NumberVerifier;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.rowbyrow.ServerRoutine;

/**
 * A table read inside the server, row by row in the order of its key, through a forward-only read-only cursor of the
 * server's procedural language that does nothing with the rows. Autocommit is on.
 *
 * <p>Unit: loops per second; the secondary metric {@code rows} is rows per second. Included: opening the cursor, fetching
 * the key of each row into a variable, closing it, fetching the last key. Not included: connecting, loading, creating the
 * routine. Keys are 1 to {@code rows}, so that the last one is the number of rows that the cursor passed.
 */
@WorkloadInfo(
        value = "one loop of the server's own language over the rows of a table",
        makes = {"rowmark_narrow_{rows}", "rowmark_cursor_loop"},
        requires = Feature.PROCEDURAL_BLOCK,
        oneThread = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ServerCursor {

    @Benchmark
    public long loop(Looper looper, RowCounter rows, Control control) throws SQLException {
        rows.add(looper.rows, control);
        try (ResultSet row = looper.routine.statement().executeQuery(looper.call)) {
            row.next();
            long last = row.getLong(1);
            looper.lastKeys.found(last);
            return last;
        } finally {
            looper.session.end();
        }
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table. */
        @Param("100000")
        @ValidValues
        public int rows;

        private DataSet data;

        @Override
        public void load(DataTarget db) throws SQLException {
            data = new NarrowData(db.values()).dataSet(rows, db.dialect());
            db.load(data);
        }
    }

    /** The thread's call. */
    @State(Scope.Thread)
    public static class Looper {
        private Session session;
        private ServerRoutine routine;
        private String call;
        private int rows;
        private NumberVerifier lastKeys;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, Loaded loaded) throws SQLException {
            this.session = session;
            rows = loaded.rows;
            lastKeys = new NumberVerifier("last key of the cursor", rows);
            String name = "rowmark_cursor_loop";
            String table = loaded.data.table().name();
            routine = new ServerRoutine(
                    db,
                    session,
                    name,
                    db.dialect()
                            .cursorLoop(name, table, NarrowData.COLUMNS.get(0))
                            .orElseThrow());
            call = routine.call();
        }

        @Setup(Level.Iteration)
        public void begin() {
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            lastKeys.check();
        }

        @TearDown(Level.Trial)
        public void drop() throws SQLException {
            routine.drop();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ServerCursor.class, args);
    }
}
