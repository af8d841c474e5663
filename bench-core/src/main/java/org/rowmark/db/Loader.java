package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;

/** A product's fastest method to load rows. */
@FunctionalInterface
public interface Loader {

    /** @param connection of mode {@link ConnectionMode#BULK_LOAD}; autocommit is on, and is on again afterwards */
    void load(Connection connection, RowSource rows) throws SQLException;

    /** Returns which connections load faster than a single one. */
    default Connections connections() {
        return Connections.ONE;
    }

    /** Returns a loader with those {@link #connections}. */
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

    /** How many connections load at the same time. */
    enum Connections {
        /** No more than one. */
        ONE,
        /** Of different tables. */
        ONE_PER_TABLE,
        /** Also of the same table, which is in the order of its keys all the same, so that chance has no part in it. */
        SEVERAL_PER_TABLE
    }
}
