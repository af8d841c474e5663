package org.rowmark.workloads.data;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.TearDown;
import org.rowmark.data.DataSet;
import org.rowmark.data.DataTarget;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Feature;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Session;
import org.rowmark.fixture.SessionStatement;
import org.rowmark.fixture.ValidValues;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * The query of a thread that reads a whole table, forward only and with autocommit off, and the check of the rows. The
 * transaction on a connection of a pool ends when that is given back. A workload's state of a thread extends it and opens it in its setup.
 */
public abstract class ResultReader {
    /** Fetch size not set. */
    public static final String DEFAULT = "default";

    public static final String FETCH_SIZES = DEFAULT + "|" + ValidValues.POSITIVE;
    public static final String FETCH_SIZES_IN_WORDS = DEFAULT + ", or " + ValidValues.A_POSITIVE_NUMBER;

    private LoadedTable table;
    private Session session;
    private SessionStatement<PreparedStatement> query;
    private long wrong;

    /**
     * A table with its rows.
     *
     * @param checksum the sum of the checksums of all rows
     */
    public record LoadedTable(DataSet data, long checksum) {
        /**
         * Loads the rows unless they are there.
         *
         * @param checksum of a row by its key
         */
        public static LoadedTable of(DataTarget db, DataSet data, LongUnaryOperator checksum) throws SQLException {
            long sum = LongStream.rangeClosed(1, data.rows()).map(checksum).sum();
            db.load(data);
            return new LoadedTable(data, sum);
        }
    }

    /**
     * Prepares the query.
     *
     * @param fetchSize a number, or {@link #DEFAULT}: then the connection, too, is as the driver opens it
     * @throws UsageException if a server that has cursors refuses one
     */
    protected final void open(Db db, Session ofThread, LoadedTable loaded, String fetchSize) throws SQLException {
        // Some drivers must be set to use cursors, and then fail on servers that have none.
        boolean cursors = !fetchSize.equals(DEFAULT) && db.has(Feature.FETCH_SIZE);
        String sql = "select " + String.join(", ", loaded.data().table().columns()) + " from "
                + loaded.data().table().name();
        open(db, ofThread, loaded, sql, cursors ? ConnectionMode.CURSOR_FETCH : ConnectionMode.PLAIN, fetchSize);
    }

    /**
     * Prepares a query.
     *
     * @param loaded table that is named in errors, with the sum of the checksums of the query's rows
     * @param mode of the connection
     * @param fetchSize a number, or {@link #DEFAULT}
     * @throws UsageException if a server that has cursors refuses one
     */
    protected final void open(
            Db db, Session ofThread, LoadedTable loaded, String sql, ConnectionMode mode, String fetchSize)
            throws SQLException {
        session = ofThread;
        table = loaded;
        session.choose(mode, false);
        if (mode == ConnectionMode.CURSOR_FETCH) {
            requireCursors(db);
        }
        query = session.statement(connection -> {
            PreparedStatement statement = db.database().driver().prepareQuery(connection, sql, mode);
            if (!fetchSize.equals(DEFAULT)) {
                statement.setFetchSize(Integer.parseInt(fetchSize));
            }
            return statement;
        });
    }

    private void requireCursors(Db db) throws SQLException {
        try (Statement trial = session.connection().createStatement();
                ResultSet row = trial.executeQuery(db.dialect().ping())) {
            row.next();
        } catch (SQLException e) {
            session.close();
            throw new UsageException("target '" + db.target + "' refused to read through a cursor: "
                    + ErrorMessages.of(e) + "; fetchSize=" + DEFAULT + " reads without one");
        }
    }

    /** Executes the query; the caller closes the result before the next execution. */
    public final ResultSet execute() throws SQLException {
        return query.get().executeQuery();
    }

    /**
     * Ends an operation, whose result is closed, and compares the rows with those that were generated; {@link #check}
     * reports a difference.
     */
    public final void end(long checksum) throws SQLException {
        wrong |= checksum ^ table.checksum();
        session.end();
    }

    /** Ends the transaction, whose locks and snapshots would keep others from writing. */
    @TearDown(Level.Iteration)
    public void check() throws SQLException {
        session.connection().commit();
        session.release();
        ReadVerifier.check(wrong, table.data());
    }

    @TearDown(Level.Trial)
    public void compare() throws SQLException {
        ReadVerifier.compare(session, table.data());
    }
}
