package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;

/** Changes settings of a running server, one at a time, so that each can be put back. */
@FunctionalInterface
public interface RuntimeSettings {

    /** Puts back what was changed, on a connection that may be another one. */
    @FunctionalInterface
    interface PutBack {
        void run(Connection connection) throws SQLException;
    }

    /**
     * Sets one setting, so that it is in force when the method returns.
     *
     * @return what puts the setting back to what it was
     * @throws SQLException as the server says it, for example for a name that it does not know; nothing is changed then
     * @throws UsageException if the setting cannot come into force while the server runs; nothing is changed then
     */
    PutBack set(Connection connection, String name, String value) throws SQLException;
}
