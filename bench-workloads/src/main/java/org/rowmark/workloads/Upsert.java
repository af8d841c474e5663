package org.rowmark.workloads;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
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
import org.rowmark.db.Feature;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeySequence;
import org.rowmark.workloads.data.NarrowValues;
import org.rowmark.workloads.data.OwnRows;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.UpsertStatement;
import org.rowmark.workloads.data.Work;

/**
 * One row inserted, or updated if its key is there, by one statement, the product's own. Every other operation has a key
 * that is there, one of the thread's own part of the table; those between have new keys, ascending, from a range that no
 * other thread uses. Autocommit is on.
 *
 * <p>Unit: rows per second. Included: binding, execution, commit. Not included: connecting, preparing, loading, drawing
 * keys. The table is loaded anew before each iteration and grows by a row with every other operation, so there is no
 * steady state: a faster target works on a larger table. With {@code work=fixed} the number of operations is fixed: see
 * {@link Work}.
 *
 * <p>Each operation writes its own number into the row. After an iteration a thread reads all of its rows.
 */
@WorkloadInfo(
        value = "one row inserted or updated by one statement, half of each",
        makes = "rowmark_upsert",
        requires = Feature.UPSERT,
        commits = true,
        options = Session.POOL,
        onlyIf = Work.NeedsFixed.class,
        fixedWork = Work.Upserts.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class Upsert {

    @Benchmark
    public int upsert(Writer writer) throws SQLException {
        long n = writer.operations++;
        long key = (n & 1) == 0 ? writer.keys.key(writer.keys.next()) : writer.added.first() + (n >> 1);
        int changed = writer.upsert.execute(key, (int) n);
        writer.session.end();
        return changed;
    }

    /** The rows that are there when an iteration begins. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table when an iteration begins. */
        @Param("10000")
        @ValidValues
        public int rows;

        private NarrowValues values;
        private DataSet data;

        @Override
        public void load(DataTarget db) throws SQLException {
            values = new NarrowValues(db.values());
            data = values.dataSet("rowmark_upsert", rows, db.dialect());
            db.load(data);
        }

        /** Loads the rows, unless there are no more and no fewer: every second operation adds one. */
        @Setup(Level.Iteration)
        public void loadAnew(Db db) throws SQLException {
            db.load(data);
            db.beforeIteration(data.table());
        }
    }

    /** A thread's statement, its rows and keys. */
    @State(Scope.Thread)
    public static class Writer {
        private static final long NEW_KEYS_PER_THREAD = 1_000_000_000_000L;

        private Loaded loaded;
        private Work work;
        private OwnRows own;
        private OwnRows added;
        private KeySequence keys;
        private Session session;
        private UpsertStatement upsert;
        private long operations;

        @Setup(Level.Trial)
        public void prepare(
                Db db,
                Session session,
                PreparedKind kind,
                Loaded loaded,
                KeyChoice choice,
                Work work,
                ThreadParams thread)
                throws SQLException {
            this.loaded = loaded;
            this.work = work;
            ThreadParams among = db.clients().among(thread);
            own = OwnRows.of(among, loaded.rows);
            added = new OwnRows((among.getThreadIndex() + 1) * NEW_KEYS_PER_THREAD, NEW_KEYS_PER_THREAD);
            keys = KeySequence.of(choice.of(db.values(), among, own), own.rows());
            this.session = session;
            upsert = new UpsertStatement(session, db.dialect(), loaded.data.table(), loaded.values);
        }

        @Setup(Level.Iteration)
        public void draw() {
            keys.draw(key -> 0);
            operations = 0;
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            CounterWindow.ends();
            work.check(operations);
            long updates = (operations + 1) / 2;
            long[] expected = LongStream.range(0, own.rows())
                    .map(i -> loaded.values.a(own.first() + i))
                    .toArray();
            for (long update = 0; update < updates; update++) {
                expected[(int) (keys.keyOf(update) - own.first())] = 2 * update;
            }
            check(own, own.rows(), row -> expected[(int) row]);
            check(added, operations / 2, insert -> 2 * insert + 1);
            session.release();
        }

        /**
         * Checks that there are so many rows, with the expected numbers in the order of their keys.
         *
         * @param expected number of a row by its place, from 0
         */
        private void check(OwnRows rows, long number, LongUnaryOperator expected) throws SQLException {
            String table = loaded.data.table().name();
            String sql = "select a from " + table + " where " + rows.condition() + " order by id";
            AtomicLong found = new AtomicLong();
            AtomicLong wrong = new AtomicLong();
            Sql.forEach(session.connection(), sql, row -> {
                long place = found.getAndIncrement();
                if (place < number && row.getLong(1) != expected.applyAsLong(place)) {
                    wrong.incrementAndGet();
                }
            });
            if (found.get() != number || wrong.get() != 0) {
                throw new IllegalStateException("table " + table + ": expected " + number + " rows with "
                        + rows.condition() + " as this thread wrote them, found " + found + " rows, " + wrong
                        + " of them with other values");
            }
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(Upsert.class, args);
    }
}
