package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A product's fastest method to load rows. */
@FunctionalInterface
public interface Loader {
    /** @param connection of mode {@link ConnectionMode#BULK_LOAD}; autocommit is on, and is on again afterwards */
    void load(Connection connection, RowSource rows) throws SQLException;

    /**
     * Returns whether the server's sum of the checksums of a table's rows is that of the rows that were sent; false also
     * where the server computes none, or from other texts than were sent.
     */
    default boolean isSum(Connection connection, RowSource sent) throws SQLException {
        return false;
    }

    default Connections connections() {
        return Connections.ONE;
    }

    enum Connections {
        ONE,
        ONE_PER_TABLE,
        /** Leaves a table in the order of its keys all the same, so that chance has no part in it. */
        SEVERAL_PER_TABLE
    }
}
