package org.rowmark.targets;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.util.Choice;
import org.rowmark.util.ErrorMessages;

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

    @Override
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Sets the level of a connection that is known to have it. */
    public void set(Connection connection) throws SQLException {
        connection.setTransactionIsolation(level);
    }

    /**
     * Sets the level of a connection, and reads it back.
     *
     * @return why the database does not have it, in a few words; empty if it does
     */
    public Optional<String> obstacle(Connection connection) throws SQLException {
        if (!connection.getMetaData().supportsTransactionIsolationLevel(level)) {
            return Optional.of("no isolation level " + id());
        }
        try {
            set(connection);
        } catch (SQLException e) {
            return Optional.of("isolation level " + id() + " is refused: " + ErrorMessages.of(e));
        }
        String found = of(connection);
        return found.equals(id())
                ? Optional.empty()
                : Optional.of("isolation level " + id() + " was set and " + found + " is in force");
    }

    /** Returns the level of a connection: its id, or JDBC's number of one that only the driver knows. */
    public static String of(Connection connection) throws SQLException {
        int found = connection.getTransactionIsolation();
        return Stream.of(values())
                .filter(isolation -> isolation.level == found)
                .map(Isolation::id)
                .findFirst()
                .orElseGet(() -> found == Connection.TRANSACTION_NONE ? "none" : Integer.toString(found));
    }
}
