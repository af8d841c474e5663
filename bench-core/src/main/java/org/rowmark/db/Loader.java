package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A product's fastest method to load rows. */
@FunctionalInterface
public interface Loader {
    /** @param connection of mode {@link ConnectionMode#BULK_LOAD}; autocommit is on, and is on again afterwards */
    void load(Connection connection, RowSource rows) throws SQLException;

    default Connections connections() {
        return Connections.ONE;
    }

    static Loader on(Connections connections, Loader loader) {
        return new Loader() {
            @Override
            public void load(Connection connection, RowSource rows) throws SQLException {
                loader.load(connection, rows);
            }

            @Override
            public Connections connections() {
                return connections;
            }
        };
    }

    enum Connections {
        ONE,
        ONE_PER_TABLE,
        /** Leaves a table in the order of its keys all the same, so that chance has no part in it. */
        SEVERAL_PER_TABLE
    }
}
