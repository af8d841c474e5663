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

    /**
     * Returns whether several connections load rows of one table faster than one does and leave it in the order of its
     * keys all the same, so that it does not depend on chance how it is read.
     */
    default boolean isParallel() {
        return false;
    }

    /** Returns a loader as one for which {@link #isParallel} holds. */
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
