package org.rowmark.databases;

import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Database;
import org.rowmark.db.Dialect;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;

/** What every part of the contract works on: a target whose server answers. */
public interface Contract {
    Database database();

    Target target();

    Endpoint endpoint();

    /** What the server can do, as it was asked. */
    Set<Feature> features();

    default Dialect dialect() {
        return database().dialect();
    }

    /** Some endpoints lack the cursors that the driver is set to use. */
    default boolean serves(ConnectionMode mode) {
        return mode != ConnectionMode.CURSOR_FETCH
                || features().contains(Feature.FETCH_SIZE)
                || database().driver().properties(mode).isEmpty();
    }

    /** Makes a table of id, a and txt. */
    default TestTable table(String name, int textLength, ConnectionMode mode) throws SQLException {
        return new TestTable(database(), endpoint(), name, textLength, mode);
    }

    /** Does something on a connection of its own. */
    default void on(ConnectionMode mode, Work work) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint(), mode)) {
            work.run(connection);
        }
    }

    /** The same, with a table that is dropped afterwards. */
    default void onTable(String table, String columns, Work work) throws SQLException {
        on(ConnectionMode.PLAIN, connection -> {
            execute(connection, dialect().createTable(table, columns));
            try {
                work.run(connection);
            } finally {
                execute(connection, "drop table " + table);
            }
        });
    }

    /** Returns the catalogue of the whole server. */
    default List<String> catalogue(Connection connection) throws SQLException {
        return Catalogue.of(connection, database().id());
    }

    /** What is done on a connection. */
    @FunctionalInterface
    interface Work {
        void run(Connection connection) throws SQLException;
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The only number of a query. */
    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** The TCP port of a server on this machine. */
    static Optional<Integer> port(Endpoint endpoint) {
        int authority = endpoint.url().indexOf("//127.0.0.1:");
        return authority < 0
                ? Optional.empty()
                : Optional.of(
                        URI.create("x:" + endpoint.url().substring(authority).split(";", 2)[0])
                                .getPort());
    }

    /** Returns the type of a column for text of any language. */
    default String unicodeTextType(int length) {
        return unicodeTextType(database(), length);
    }

    static String unicodeTextType(Database database, int length) {
        return switch (database.id()) {
            case "mysql", "mariadb" -> "varchar(" + length + ") character set utf8mb4";
            case "sqlserver" -> "nvarchar(" + length + ")";
            case "firebird" -> "varchar(" + length + ") character set utf8";
            default -> database.dialect().textType(length);
        };
    }
}
