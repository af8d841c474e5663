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
}
