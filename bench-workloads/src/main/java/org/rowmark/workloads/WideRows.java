package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
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
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.ResultReader;
import org.rowmark.workloads.data.WideData;

/**
 * A result of rows of 8,000 bytes of text read from its first row to its last, forward only. Autocommit is off, because
 * some drivers read portions only inside a transaction.
 *
 * <p>Unit: results per second; the secondary metric {@code MB} is megabytes (10<sup>6</sup> bytes) of text per second,
 * {@code rows} is rows per second. Included: execution, fetching, making strings of the bytes. Not included:
 * connecting, preparing, loading, the end of the transaction, which comes after each iteration. The text does not
 * compress well. Fetch sizes are as in {@link CursorFetch}. A database in the measuring process may hand out references
 * to strings that it holds: then nothing is made or moved, and reports have no megabytes.
 */
@WorkloadInfo(
        value = "one result of rows of 8,000 bytes, read to its end",
        makes = "rowmark_wide_{rows}",
        rowsCross = true,
        options = Session.POOL)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class WideRows {

    @Benchmark
    public long fetch(Reader reader, Volume volume, Control control) throws SQLException {
        volume.add(reader.rows, control);
        long checksum = 0;
        try (ResultSet row = reader.execute()) {
            while (row.next()) {
                checksum += WideData.read(row);
            }
        }
        reader.end(checksum);
        return checksum;
    }

    /** Secondary metrics. */
    @AuxCounters(AuxCounters.Type.OPERATIONS)
    @State(Scope.Thread)
    public static class Volume {
        private static final double BYTES_PER_MB = 1e6;

        /** The rows of the operations in the measured time; JMH sets it to 0 before and reads it after. */
        public long rows;

        /** Megabytes of the text of these rows. */
        public double MB;

        /** Adds the rows as {@link RowCounter#add}; that every row has its length is part of the checksum. */
        void add(int rowsOfOperation, Control control) {
            if (control.startMeasurement && !control.stopMeasurement) {
                rows += rowsOfOperation;
                MB += (double) rowsOfOperation * WideData.WIDTH / BYTES_PER_MB;
            }
        }
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of the table, all of which are read. */
        @Param("1000")
        @ValidValues
        public int rows;

        /** {@code default}: not set, and the connection as the driver opens it. */
        @Param("100")
        @ValidValues(value = ResultReader.FETCH_SIZES, words = ResultReader.FETCH_SIZES_IN_WORDS)
        public String fetchSize;

        private ResultReader.LoadedTable table;

        @Override
        public void load(DataTarget db) throws SQLException {
            WideData wide = new WideData(db.values());
            table = ResultReader.LoadedTable.of(db, wide.dataSet(rows, db.dialect()), wide::checksum);
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
        Bench.main(WideRows.class, args);
    }
}
