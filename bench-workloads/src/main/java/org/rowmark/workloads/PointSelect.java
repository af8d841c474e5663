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
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.fixture.CounterWindow;
import org.rowmark.fixture.DataGenerator;
import org.rowmark.fixture.DataSet;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.ReadVerifier;

/**
 * One row read by its primary key, every column of it. Keys are random, equally likely over all rows of the table, and
 * a thread's own. Autocommit is on. By default the table is small and stays in memory.
 *
 * <p>Unit: rows per second. Included: binding, execution, fetching, reading the columns. Not included: connecting,
 * preparing, loading, drawing keys. A thread draws its keys before each iteration: as many as the table has rows or
 * more, but no fewer than 65,536 and no more than 1,048,576, which it repeats in the same order if the iteration needs
 * more. On a larger table than that, a fast database reads only these rows in an iteration, and other ones in the next.
 */
@WorkloadInfo(value = "one row of four columns read by its primary key", options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PointSelect {

    @Benchmark
    public long select(Reader reader) throws SQLException {
        long[] sequence = reader.sequence;
        int i = (reader.position += 2) & (sequence.length - 2);
        PreparedStatement select = reader.select.get();
        select.setLong(1, sequence[i]);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            long checksum = NarrowData.read(row);
            reader.wrong |= checksum ^ sequence[i + 1];
            return checksum;
        } finally {
            reader.session.end();
        }
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded {
        /** Rows of the table. */
        @Param("10000")
        @ValidValues
        public int rows;

        private NarrowData narrow;
        private DataSet data;

        @Setup(Level.Trial)
        public void load(Db db) throws SQLException {
            narrow = new NarrowData(db.values());
            data = narrow.dataSet(rows, db.dialect());
            db.load(data);
        }
    }

    /** A thread's statement, its keys and the checksums of their rows. */
    @State(Scope.Thread)
    public static class Reader {
        /** Powers of two. */
        private static final int FEWEST_KEYS = 1 << 16;

        private static final int MOST_KEYS = 1 << 20;

        /** The numbers of a thread's keys begin at its index times this. */
        private static final long KEYS_OF_THREAD = 1L << 40;

        /** Each key followed by the checksum of its row: what an operation needs is adjacent in memory. */
        private long[] sequence;

        private Loaded loaded;
        private Session session;
        private SessionStatement select;
        private long drawn;
        private int position;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(Session session, Loaded loaded, ThreadParams thread) throws SQLException {
            this.session = session;
            this.loaded = loaded;
            int keys = Math.max(FEWEST_KEYS, Math.min(MOST_KEYS, 2 * Integer.highestOneBit(loaded.rows)));
            sequence = new long[2 * keys];
            drawn = thread.getThreadIndex() * KEYS_OF_THREAD;
            String sql = "select id, a, b, t from " + loaded.data.table().name() + " where id = ?";
            select = session.statement(sql);
        }

        /** Draws new keys for the iteration: a large table has more rows than the sequence has keys. */
        @Setup(Level.Iteration)
        public void draw() {
            DataGenerator values = loaded.narrow.values();
            for (int i = 0; i < sequence.length; i += 2) {
                long key = 1L + values.integer(drawn++) % loaded.rows;
                sequence[i] = key;
                sequence[i + 1] = loaded.narrow.checksum(key);
            }
            CounterWindow.begins();
        }

        @TearDown(Level.Iteration)
        public void check() {
            ReadVerifier.check(wrong, loaded.data);
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(PointSelect.class, args);
    }
}
