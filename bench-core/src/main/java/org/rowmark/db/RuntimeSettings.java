package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.util.UsageException;

/** The settings of a running server, changed one at a time so that each can be put back. */
public interface RuntimeSettings {
    /** Sets one setting, so that it is in force when the method returns; if it fails, nothing is changed. */
    void set(Connection connection, String name, String value) throws SQLException;

    /** Reads the value that {@link #putBack} takes, in another process, too; empty where a default is followed. */
    Optional<String> earlier(Connection connection, String name) throws SQLException;

    void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException;

    default void orPutBack(
            Connection connection,
            String name,
            Optional<String> earlier,
            FailableConsumer<Connection, SQLException> steps)
            throws SQLException {
        try {
            steps.accept(connection);
        } catch (SQLException | UsageException e) {
            try {
                putBack(connection, name, earlier);
            } catch (SQLException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }
}
