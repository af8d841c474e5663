package org.rowmark.workloads.rowbyrow;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.apache.commons.lang3.function.FailableToLongFunction;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.data.Table;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.LoadedData;
import org.rowmark.fixture.ValidValues;
import org.rowmark.util.Sql;
import org.rowmark.workload.WorkloadInfo.Precondition;
import org.rowmark.workloads.data.NarrowData;
import org.rowmark.workloads.data.NarrowValues;

/**
 * The work of the workload client-loop: rows to select, to copy or to update, and the check of what was done. An
 * iteration begins with an empty table to copy to, a fork with numbers of 0 in the rows to update.
 */
@State(Scope.Benchmark)
public class ClientWork extends LoadedData {
    static final String INSERT = "insert";
    static final String SELECT = "select";
    static final String SINGLE = "single";
    static final String BATCH = "batch";

    /** The values of a key are those of another one that is a multiple of this away: see {@link NarrowValues}. */
    private static final int PERIOD = 1 << 14;

    private static final int GENERATOR = 1;
    private static final String COPIES = "rowmark_client_copies";
    private static final String UPDATED = "rowmark_client_updated_";

    /** Rows that an operation selects, inserts or updates. */
    @Param("1000")
    @ValidValues
    public int rows;

    /** What is done with a row. */
    @Param({SELECT, INSERT, "update"})
    @ValidValues(value = "select|insert|update", words = "select, insert or update")
    public String operation;

    /**
     * {@code single}: a call for each row; {@code batch}: a JDBC batch for each transaction; {@code set-based}: a
     * statement for each transaction.
     */
    @Param({SINGLE, BATCH, "set-based"})
    @ValidValues(value = "single|batch|set-based", words = "single, batch or set-based")
    public String form;

    /** Rows of a transaction; 1 is autocommit. */
    @Param({"1", "1000"})
    @ValidValues
    public int commit;

    private NarrowValues values;
    private DataSet source;
    private DataSet updated;
    private Table copies;

    /** Loads the rows; those to update with a number of 0. */
    @Override
    public void load(DataTarget db) throws SQLException {
        Dialect dialect = db.dialect();
        values = new NarrowValues(db.values());
        source = values.dataSet("rowmark_client_source_" + rows, rows, dialect);
        copies = NarrowData.table(COPIES, dialect);
        db.load(source);
        String id = dialect.bigintType();
        Table table = new Table(UPDATED + rows, List.of("id", "a"), List.of(id, id));
        updated = new DataSet(table, rows, "rows to update in a loop, generator " + GENERATOR + ", rows " + rows, key ->
                new Object[] {key, 0L});
        db.load(updated);
    }

    /** Creates the table to copy to, or sets the numbers to 0. */
    @Setup(Level.Trial)
    public void prepare(Db db) throws SQLException {
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            if (operation.equals(INSERT)) {
                db.tables(connection).empty(copies);
            } else if (!operation.equals(SELECT)) {
                Sql.execute(connection, "update " + updated.table().name() + " set a = 0 where id > 0");
            }
        }
    }

    /** Empties the table to copy to. */
    void begin(Db db) throws SQLException {
        if (operation.equals(INSERT)) {
            db.byFirst(tables -> tables.empty(copies));
            db.beforeIteration(copies);
        } else if (!operation.equals(SELECT)) {
            db.beforeIteration(updated.table());
        }
    }

    /**
     * Checks the copies, which the next iteration does not have.
     *
     * @param operations of the iteration
     * @throws IllegalStateException with the sums expected and found
     */
    void checkCopies(Db db, long operations) throws SQLException {
        if (operation.equals(INSERT)) {
            long expected = 0;
            for (long n = 0; n < operations; n++) {
                expected += sum(n, values::contents);
            }
            require(db, copies, "select id, a, b, t from ", operations * rows, expected, NarrowData::readAll);
        }
    }

    /**
     * Checks the numbers.
     *
     * @param operations of the fork
     * @throws IllegalStateException with the sums expected and found
     */
    void checkNumbers(Db db, long operations) throws SQLException {
        if (!operation.equals(SELECT) && !operation.equals(INSERT)) {
            long expected = operations * rows * (rows + 1L) / 2;
            require(db, updated.table(), "select a * id from ", rows, expected, row -> row.getLong(1));
        }
    }

    /** Adds up a number of each row, as there may be millions of them, and compares number and sum. */
    private static void require(
            Db db,
            Table table,
            String select,
            long rows,
            long sum,
            FailableToLongFunction<ResultSet, SQLException> number)
            throws SQLException {
        LongSummaryStatistics found = new LongSummaryStatistics();
        try (Connection connection = db.connect(ConnectionMode.PLAIN)) {
            Sql.forEach(connection, select + table.name(), row -> found.accept(number.applyAsLong(row)));
        }
        if (found.getCount() != rows || found.getSum() != sum) {
            throw new IllegalStateException("table " + table.name() + ": expected " + rows + " rows with the checksum "
                    + sum + ", found " + found.getCount() + " with " + found.getSum());
        }
    }

    /** Returns the offset from the keys of rows to those of their copies in the n-th operation of an iteration, from 0. */
    long offset(long n) {
        return n * ((rows + PERIOD - 1L) / PERIOD * PERIOD);
    }

    /** Returns the sum of the checksums of the rows that are selected. */
    long checksum() {
        return sum(0, values::checksum);
    }

    /** Returns the sum of a number of each of the rows that the n-th operation of an iteration copies. */
    private long sum(long n, LongUnaryOperator number) {
        return LongStream.rangeClosed(1, rows)
                .map(key -> number.applyAsLong(offset(n) + key))
                .sum();
    }

    NarrowValues values() {
        return values;
    }

    /** Returns the statement for one row or, in the form set-based, for those between two keys. */
    String sql() {
        String where = form.equals(SINGLE) || form.equals(BATCH) ? " where id = ?" : " where id between ? and ?";
        if (operation.equals(SELECT)) {
            return "select id, a, b, t from " + source.table().name() + where;
        }
        if (!operation.equals(INSERT)) {
            return "update " + updated.table().name() + " set a = a + 1" + where;
        }
        String insert = "insert into " + COPIES + " (id, a, b, t) ";
        return where.contains("between")
                ? insert + "select id + ?, a, b, t from " + source.table().name() + where
                : insert + "values (?, ?, ?, ?)";
    }

    /** The conditions of batches, of transactions of several rows, and of whole transactions. */
    public static final class Fits implements Precondition {
        @Override
        public Optional<String> obstacle(Dialect dialect, Set<Feature> features, Map<String, String> parameters) {
            String form = parameters.get("form");
            int commit = Integer.parseInt(parameters.get("commit"));
            int rows = Integer.parseInt(parameters.get("rows"));
            if (form.equals(BATCH) && parameters.get("operation").equals(SELECT)) {
                return Optional.of("form=batch needs operation=insert or update: a batch has no results");
            }
            if (!form.equals(SINGLE) && commit == 1) {
                return Optional.of("form=" + form + " needs commit=2 or more rows, which it does at once");
            }
            return rows % commit == 0
                    ? Optional.empty()
                    : Optional.of("rows=" + rows + " is no multiple of commit=" + commit);
        }
    }
}
