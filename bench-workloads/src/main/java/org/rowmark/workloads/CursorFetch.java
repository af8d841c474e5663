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
import org.openjdk.jmh.infra.Control;
import org.rowmark.data.DataTarget;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.ValidValues;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.ResultReader;
import org.rowmark.workloads.data.RowCounter;

/**
 * A result of narrow rows read from its first row to its last, forward only, every column, with the fetch size to vary.
 * Autocommit is off, because some drivers read portions only inside a transaction.
 *
 * <p>Unit: results per second; the secondary metric {@code rows} is rows per second. Included: execution, fetching,
 * reading the columns. Not included: connecting, preparing, loading, the end of the transaction, which comes after each
 * iteration. The fetch size is a hint: some drivers read all rows at once whatever it is. With one, drivers that need
 * it are set to use cursors, unless the server has none (see {@link ResultReader}).
 */
@WorkloadInfo(
        value = "one result of narrow rows, read to its end",
        makes = "rowmark_narrow_{rows}",
        rowsCross = true,
        options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class CursorFetch {

    @Benchmark
    public long fetch(Reader reader, RowCounter counter, Control control) throws SQLException {
        counter.add(reader.rows, control);
        long checksum = 0;
        try (ResultSet row = reader.execute()) {
            while (row.next()) {
                checksum += NarrowData.read(row);
            }
        }
        reader.end(checksum);
        return checksum;
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table, all of which are read. */
        @Param("10000")
        @ValidValues
        public int rows;

        /** {@code default}: not set, and the connection as the driver opens it. */
        @Param({"1", "10", "100", "1000", ResultReader.DEFAULT})
        @ValidValues(value = ResultReader.FETCH_SIZES, words = ResultReader.FETCH_SIZES_IN_WORDS)
        public String fetchSize;

        private ResultReader.LoadedTable table;

        @Override
        public void load(DataTarget db) throws SQLException {
            NarrowData narrow = new NarrowData(db.values());
            table = ResultReader.LoadedTable.of(db, narrow.dataSet(rows, db.dialect()), narrow::checksum);
        }
    }

    /** A thread's query. */
    @State(Scope.Thread)
    public static class Reader extends ResultReader {
        private int rows;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, Loaded loaded) throws SQLException {
            rows = loaded.rows;
            open(db, session, loaded.table, loaded.fetchSize);
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(CursorFetch.class, args);
    }
}
