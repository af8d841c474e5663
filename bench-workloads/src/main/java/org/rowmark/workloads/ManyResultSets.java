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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workload.WorkloadInfo.Precondition;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.ReadVerifier;
import org.rowmark.workloads.data.ResultReader;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.rowbyrow.RowResults;
import org.rowmark.workloads.rowbyrow.ServerRoutine;

/**
 * A table read through a cursor of the server's procedural language, in the order of its key, each row of which comes to
 * the client as a result of its own.
 *
 * <p>Where the server has no such routine but one that returns a cursor for each row, the client fetches and closes
 * these, which takes round trips for each row, and commits at the end; autocommit is then off, and on otherwise.
 *
 * <p>Unit: calls per second; the secondary metric {@code rows} is rows, and so results, per second. Included: the cursor,
 * all results, reading the columns. Not included: connecting, loading, creating the routine.
 */
@WorkloadInfo(
        value = "one call of a routine that returns each row of a table as a result of its own",
        makes = {"rowmark_narrow_{rows}", "rowmark_row_results"},
        onlyIf = ManyResultSets.NeedsRowResults.class,
        oneThread = true)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ManyResultSets {

    @Benchmark
    public long call(Caller caller, RowCounter rows, Control control) throws SQLException {
        rows.add(caller.rows, control);
        if (caller.cursors) {
            caller.results.readCursors(caller.routine.statement(), caller.call);
            caller.session.commit();
        } else {
            caller.results.readAll(caller.routine.statement(), caller.call);
        }
        caller.end();
        return caller.results.checksum();
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table, each of which is a result. */
        @Param("1000")
        @ValidValues
        public int rows;

        private ResultReader.LoadedTable table;

        @Override
        public void load(DataTarget db) throws SQLException {
            NarrowData narrow = new NarrowData(db.values());
            table = ResultReader.LoadedTable.of(db, narrow.dataSet(rows, db.dialect()), narrow::checksum);
        }
    }

    /** The thread's call. */
    @State(Scope.Thread)
    public static class Caller {
        private final RowResults results = new RowResults();
        private ResultReader.LoadedTable table;
        private Session session;
        private ServerRoutine routine;
        private String call;
        private boolean cursors;
        private int rows;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, Loaded loaded) throws SQLException {
            this.session = session;
            table = loaded.table;
            rows = loaded.rows;
            cursors = !db.has(Feature.ROW_RESULTS);
            session.choose(ConnectionMode.PLAIN, !cursors);
            String name = "rowmark_row_results";
            Table narrow = table.data().table();
            routine = new ServerRoutine(
                    db,
                    session,
                    name,
                    db.dialect()
                            .rowResults(name, narrow.name(), narrow.columns(), narrow.types())
                            .orElseThrow());
            call = routine.call();
        }

        @Setup(Level.Iteration)
        public void begin() {
            CounterWindow.begins();
        }

        private void end() throws SQLException {
            wrong |= (results.checksum() ^ table.checksum()) | (results.results() ^ rows);
            session.end();
        }

        @TearDown(Level.Iteration)
        public void check() {
            ReadVerifier.check(wrong, table.data());
        }

        @TearDown(Level.Trial)
        public void drop() throws SQLException {
            routine.drop();
        }
    }

    /** The condition: results, or cursors in their place. */
    public static final class NeedsRowResults implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            return features.contains(Feature.ROW_RESULTS) || features.contains(Feature.ROW_CURSORS)
                    ? Optional.empty()
                    : Optional.of("needs " + Feature.ROW_RESULTS.meaning());
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(ManyResultSets.class, args);
    }
}
