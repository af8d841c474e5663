package org.rowmark.workloads.data;

import java.sql.Connection;
import java.sql.SQLException;
import org.rowmark.data.DataSet;
import org.rowmark.data.LoadedRows;
import org.rowmark.fixture.Session;

/** The check of the rows that a thread read. */
public final class ReadVerifier {
    private static final int COMPARED = 1000;

    private ReadVerifier() {}

    /**
     * Checks that all rows were as generated.
     *
     * @param wrong the bits in which any checksum differed from the expected one
     * @throws IllegalStateException if it is not 0
     */
    public static void check(long wrong, DataSet data) {
        if (wrong != 0) {
            throw new IllegalStateException("table " + data.table().name() + ": expected the " + data.rows()
                    + " rows as they were generated (" + data.fingerprint()
                    + "), found missing rows or other values in at least one operation");
        }
    }

    /**
     * Compares every value of the first rows with the generated one, as the measured connection reads it: what is checked
     * of each row that is measured is less.
     */
    public static void compare(Session session, DataSet data) throws SQLException {
        Connection connection = session.connection();
        LoadedRows.verify(connection, data, Math.min(data.rows(), COMPARED));
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
        session.release();
    }
}
