package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Control;
import org.rowmark.fixture.DataSet;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;

/**
 * A result of narrow rows read from its first row to its last, forward only, every column, with the fetch size to vary.
 * Autocommit is off, because some drivers read portions only inside a transaction.
 *
 * <p>Unit: results per second; the secondary metric {@code rows} is rows per second. Included: execution, fetching,
 * reading the columns. Not included: connecting, preparing, loading, the end of the transaction, which comes after each
 * iteration. The fetch size is a hint: a driver that reads all rows at once reads them all at once whatever it is.
 */
@WorkloadInfo("one result of narrow rows, read to its end")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CursorFetch {

    @Benchmark
    public long fetch(Reader reader, RowCounter counter, Control control) throws SQLException {
        counter.add(reader.loaded.rows, control);
        long checksum = 0;
        try (ResultSet row = reader.query.execute()) {
            while (row.next()) {
                checksum += NarrowRows.read(row);
            }
        }
        reader.wrong |= checksum ^ reader.loaded.checksum;
        return checksum;
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded {
        /** Rows of the table, all of which are read. */
        @Param("10000")
        @ValidValues
        public int rows;

        /** {@code default}: not set, and the connection as the driver opens it. */
        @Param({"1", "10", "100", "1000", CursorQuery.DEFAULT})
        @ValidValues(value = CursorQuery.FETCH_SIZES, words = CursorQuery.FETCH_SIZES_IN_WORDS)
        public String fetchSize;

        private DataSet data;
        private long checksum;

        @Setup(Level.Trial)
        public void load(Db db) throws SQLException {
            NarrowRows narrow = new NarrowRows(db.values());
            for (long key = 1; key <= rows; key++) {
                checksum += narrow.checksum(key);
            }
            data = narrow.dataSet(rows, db.dialect());
            db.load(data);
        }
    }

    /** A thread's statement and what went wrong with it. */
    @State(Scope.Thread)
    public static class Reader {
        private Loaded loaded;
        private CursorQuery query;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(Db db, Loaded loaded) throws SQLException {
            this.loaded = loaded;
            query = new CursorQuery(
                    db, "select id, a, b, t from " + loaded.data.table().name(), loaded.fetchSize);
        }

        @TearDown(Level.Iteration)
        public void check() throws SQLException {
            query.endTransaction();
            Reads.check(wrong, loaded.data);
        }

        @TearDown(Level.Trial)
        public void close() throws SQLException {
            query.close();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(CursorFetch.class, args);
    }
}
