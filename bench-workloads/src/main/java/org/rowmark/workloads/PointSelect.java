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
import org.rowmark.fixture.DataSet;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.ReadVerifier;

/**
 * One row read by its primary key, every column of it. Keys are random, equally likely, from a sequence that each
 * thread prepared before. Autocommit is on.
 *
 * <p>Unit: rows per second. Included: binding, execution, fetching, reading the columns. Not included: connecting,
 * preparing, loading. The table is meant to stay in memory: this is about the way to a row, not about disks.
 */
@WorkloadInfo("one row of four columns read by its primary key")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class PointSelect {

    @Benchmark
    public long select(Reader reader) throws SQLException {
        long[] sequence = reader.sequence;
        int i = (reader.position += 2) & (sequence.length - 2);
        PreparedStatement select = reader.select;
        select.setLong(1, sequence[i]);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            long checksum = NarrowData.read(row);
            reader.wrong |= checksum ^ sequence[i + 1];
            return checksum;
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

    /** A thread's statement, the keys it asks for and what it must find. */
    @State(Scope.Thread)
    public static class Reader {
        /** Keys in the sequence, a power of two. */
        private static final int KEYS = 1 << 16;

        /** Each key followed by the checksum of its row: what an operation needs lies together. */
        private final long[] sequence = new long[2 * KEYS];

        private Loaded loaded;
        private PreparedStatement select;
        private int position;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, Loaded loaded, ThreadParams thread) throws SQLException {
            this.loaded = loaded;
            long start = (long) thread.getThreadIndex() * KEYS;
            for (int i = 0; i < KEYS; i++) {
                long key = 1L + db.values().integer(start + i) % loaded.rows;
                sequence[2 * i] = key;
                sequence[2 * i + 1] = loaded.narrow.checksum(key);
            }
            String sql = "select id, a, b, t from " + loaded.data.table().name() + " where id = ?";
            select = session.connection().prepareStatement(sql);
        }

        @TearDown(Level.Iteration)
        public void check() {
            ReadVerifier.check(wrong, loaded.data);
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            select.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(PointSelect.class, args);
    }
}
