package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Control;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.run.Bench;
import org.rowmark.workload.WorkloadInfo;
import org.rowmark.workloads.data.PreparedKind;
import org.rowmark.workloads.data.ResultReader;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.rowbyrow.JoinedRows;
import org.rowmark.workloads.rowbyrow.ResultTransfer;

/**
 * A result of narrow rows, two numbers each, read from its first row to its last and discarded, in each way in which rows
 * come to a client. The rows are those that {@link ServerLoop} counts, so that the difference is what it costs to transfer
 * them; {@link CursorFetch} reads those of a table, in the way that the driver has for a fetch size. Autocommit is off,
 * because some drivers read portions only inside a transaction.
 *
 * <p>Unit: results per second; the secondary metric {@code rows} is rows per second. Included: the join, fetching, reading
 * both numbers. Not included: connecting, preparing, loading, the end of the transaction, which comes after each
 * iteration.
 */
@WorkloadInfo(
        value = "one result of rows of two numbers, read to its end",
        makes = "rowmark_join_{rows}",
        options = Session.POOL,
        onlyIf = ResultTransfer.NeedsDriver.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class OneResultSet {

    @Benchmark
    public long fetch(Reader reader, RowCounter counter, Control control) throws SQLException {
        counter.add(reader.rows, control);
        long checksum = 0;
        try (ResultSet row = reader.execute()) {
            while (row.next()) {
                checksum += JoinedRows.checksum(row.getLong(1), row.getLong(2));
            }
        }
        reader.end(checksum);
        return checksum;
    }

    /** A thread's query. */
    @State(Scope.Thread)
    public static class Reader extends ResultReader {
        private int rows;

        @Setup(Level.Trial)
        public void prepare(Db db, Session session, PreparedKind kind, JoinedRows joined, ResultTransfer transfer)
                throws SQLException {
            rows = joined.rows;
            LoadedTable table = new LoadedTable(joined.data(), joined.checksum());
            open(db, session, table, joined.select(), transfer.mode(), transfer.fetchSize);
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(OneResultSet.class, args);
    }
}
