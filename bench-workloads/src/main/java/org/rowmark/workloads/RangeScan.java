package org.rowmark.workloads;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.openjdk.jmh.infra.Control;
import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
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
import org.rowmark.workloads.data.KeyChoice;
import org.rowmark.workloads.data.KeySequence;
import org.rowmark.workloads.data.KeyedStatement;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.ReadVerifier;
import org.rowmark.workloads.data.RowCounter;
import org.rowmark.workloads.data.StatementKind;

/**
 * Rows read by a range of the primary key, every column of them, in the order in which the database returns them. The
 * first key of the range is chosen as point-select chooses its key. Autocommit is on.
 *
 * <p>Unit: ranges per second; the secondary metric {@code rows} is rows per second. Included: binding, execution,
 * fetching, reading the columns. Not included: connecting, preparing, loading, drawing keys, making the texts of simple
 * statements. The checksums of all rows, 8 bytes each, are kept in memory.
 */
@WorkloadInfo(
        value = "one range of rows read by their primary keys",
        makes = "rowmark_narrow_{tableRows}",
        options = Session.POOL,
        onlyIf = RangeScan.FitsInTable.class)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class RangeScan {

    @Benchmark
    public long scan(Reader reader, RowCounter counter, Control control) throws SQLException {
        counter.add(reader.rows, control);
        int place = reader.keys.next();
        long checksum = 0;
        try (ResultSet row = reader.select.query(place)) {
            while (row.next()) {
                checksum += NarrowData.read(row);
            }
        } finally {
            reader.session.end();
        }
        reader.wrong |= checksum ^ reader.keys.companion(place);
        return checksum;
    }

    /** The rows to read. */
    @State(Scope.Benchmark)
    public static class Loaded extends LoadedData {
        /** Rows of a range. */
        @Param("100")
        @ValidValues
        public int rows;

        /** Rows of the table. */
        @Param("10000")
        @ValidValues
        public int tableRows;

        private DataSet data;

        /** The sums of the checksums of rows 1 to n. */
        private long[] sums;

        @Override
        public void load(DataTarget db) throws SQLException {
            NarrowData narrow = new NarrowData(db.values());
            data = narrow.dataSet(tableRows, db.dialect());
            db.load(data);
            sums = new long[tableRows + 1];
            for (int key = 1; key <= tableRows; key++) {
                sums[key] = sums[key - 1] + narrow.checksum(key);
            }
        }

        private long checksum(long first) {
            return sums[(int) first + rows - 1] - sums[(int) first - 1];
        }
    }

    /** A thread's statement, its keys and the checksums of their ranges. */
    @State(Scope.Thread)
    public static class Reader {
        private Loaded loaded;
        private Session session;
        private KeyedStatement select;
        private KeySequence keys;
        private int rows;
        private long wrong;

        @Setup(Level.Trial)
        public void prepare(
                Db db, Session session, Loaded loaded, KeyChoice choice, StatementKind kind, ThreadParams thread)
                throws SQLException {
            this.session = session;
            this.loaded = loaded;
            rows = loaded.rows;
            String sql = "select id, a, b, t from " + loaded.data.table().name() + " where id between ? and ?";
            long ranges = loaded.tableRows - rows + 1L;
            LongUnaryOperator source = choice.ofAll(db.values(), db.clients().among(thread), ranges);
            select = new KeyedStatement(session, kind, sql, source, ranges, rows - 1L);
            keys = select.keys();
        }

        @Setup(Level.Iteration)
        public void draw() {
            select.draw(loaded::checksum);
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

    /** The condition: a table with that many rows. */
    public static final class FitsInTable implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            int rows = Integer.parseInt(parameters.get("rows"));
            int tableRows = Integer.parseInt(parameters.get("tableRows"));
            return rows > tableRows
                    ? Optional.of("rows=" + rows + " is more than the table has (tableRows=" + tableRows + ")")
                    : Optional.empty();
        }
    }

    /** Measures this workload and writes a report; see {@link Bench#main}. */
    public static void main(String... args) {
        Bench.main(RangeScan.class, args);
    }
}
