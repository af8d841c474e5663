package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A product's fastest method to load rows. */
@FunctionalInterface
public interface Loader {

    /**
     * Loads all rows.
     *
     * @param connection of mode {@link ConnectionMode#BULK_LOAD}; autocommit is on, and is on again afterwards
     */
    void load(Connection connection, RowSource rows) throws SQLException;

    /** Returns whether several connections load rows of one table faster than one does. */
    default boolean isParallel() {
        return false;
    }

    /** Returns a loader as one that is faster on several connections. */
    static Loader parallel(Loader loader) {
        return new Loader() {
            @Override
            public void load(Connection connection, RowSource rows) throws SQLException {
                loader.load(connection, rows);
            }

            @Override
            public boolean isParallel() {
                return true;
            }
        };
    }
}
