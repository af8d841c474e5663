package org.rowmark.targets;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.util.Choice;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Sql;

/** The isolation levels of the SQL standard, as JDBC numbers them. */
public enum Isolation implements Choice {
    READ_UNCOMMITTED(Connection.TRANSACTION_READ_UNCOMMITTED),
    READ_COMMITTED(Connection.TRANSACTION_READ_COMMITTED),
    REPEATABLE_READ(Connection.TRANSACTION_REPEATABLE_READ),
    SERIALIZABLE(Connection.TRANSACTION_SERIALIZABLE);

    private final int level;

    Isolation(int level) {
        this.level = level;
    }

    /** Sets the level of a connection that is known to have it. */
    public void set(Connection connection) throws SQLException {
        connection.setTransactionIsolation(level);
    }

    /** Sets the level of a connection; returns why the database does not have it, in a few words, empty if it does. */
    public Optional<String> obstacle(Connection connection, Optional<String> query) throws SQLException {
        if (!connection.getMetaData().supportsTransactionIsolationLevel(level)) {
            return Optional.of("no isolation level " + id());
        }
        try {
            set(connection);
        } catch (SQLException e) {
            return Optional.of("isolation level " + id() + " is refused: " + ErrorMessages.of(e));
        }
        String found = of(connection, query);
        return found.equals(id())
                ? Optional.empty()
                : Optional.of("isolation level " + id() + " was set and " + found + " is in force");
    }

    /**
     * Returns the level of a connection: its id, or JDBC's number of one that only the driver knows.
     *
     * @param query of the id, for the server; empty, or where the server refuses it: the driver's answer
     */
    public static String of(Connection connection, Optional<String> query) throws SQLException {
        Optional<String> ofServer = Optional.empty();
        try {
            ofServer = query.isPresent() ? Sql.text(connection, query.get()) : Optional.empty();
        } catch (SQLException e) {
            // not every server with a product's dialect has its query
        }
        return ofServer.isPresent() ? ofServer.get().strip() : ofDriver(connection);
    }

    private static String ofDriver(Connection connection) throws SQLException {
        int found = connection.getTransactionIsolation();
        return Stream.of(values())
                .filter(isolation -> isolation.level == found)
                .map(Isolation::id)
                .findFirst()
                .orElseGet(() -> found == Connection.TRANSACTION_NONE ? "none" : Integer.toString(found));
    }
}
