package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableConsumer;
import org.rowmark.util.UsageException;

/** The settings of a running server, changed one at a time so that each can be put back. */
public interface RuntimeSettings {
    /**
     * Sets one setting, so that it is in force when the method returns.
     *
     * @throws SQLException as the server reports it, for example for an unknown name; nothing is changed then
     * @throws UsageException if the setting cannot come into force while the server runs; nothing is changed then
     */
    void set(Connection connection, String name, String value) throws SQLException;

    /**
     * Reads the present value of a setting in a form that {@link #putBack} takes, in another process, too; empty where it
     * has none of its own, and follows a default. Throws exceptions as {@link #set}.
     */
    Optional<String> earlier(Connection connection, String name) throws SQLException;

    /** Puts a setting back to what {@link #earlier} read. */
    void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException;

    /** Takes the steps that bring a change into force and check it; puts the setting back if one of them fails. */
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
