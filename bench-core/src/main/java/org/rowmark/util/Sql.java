package org.rowmark.util;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.lang3.function.FailableConsumer;
import org.apache.commons.lang3.function.FailableFunction;

/** Statements without parameters in one line each, and the reason of a failure. Nothing here is measured. */
public final class Sql {
    private Sql() {}

    /** Executes the statements in order, whatever their results. */
    public static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    public static <T> List<T> rows(
            Connection connection, String query, FailableFunction<ResultSet, T, SQLException> row) throws SQLException {
        List<T> all = new ArrayList<>();
        forEach(connection, query, rows -> all.add(row.apply(rows)));
        return all;
    }

    public static void forEach(Connection connection, String query, FailableConsumer<ResultSet, SQLException> row)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                row.accept(rows);
            }
        }
    }

    /** Reads the first value of a query as text; empty for null and for no row. */
    public static Optional<String> text(Connection connection, String query) throws SQLException {
        return rows(connection, query, row -> Optional.ofNullable(row.getString(1))).stream()
                .findFirst()
                .orElse(Optional.empty());
    }

    /** Reads the only number of a query; fails if there is no row. */
    public static long number(Connection connection, String query) throws SQLException {
        return rows(connection, query, row -> row.getLong(1)).stream()
                .findFirst()
                .orElseThrow(() -> new SQLException("no row from " + query));
    }

    /**
     * Reduces an exception to one line: of the last of a chain, unless it only begins the message before, with the
     * operating system's message, which H2 and others leave to the cause.
     */
    public static String reason(SQLException e) {
        SQLException last = e;
        while (last.getNextException() != null
                && !String.valueOf(last.getMessage())
                        .startsWith(String.valueOf(last.getNextException().getMessage()))) {
            last = last.getNextException();
        }
        String line = firstLine(last.getMessage());
        String behind = line;
        for (Throwable cause = last.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException && cause.getMessage() != null) {
                behind = firstLine(cause.getMessage());
            }
        }
        return line.contains(behind) ? line : line + ": " + behind;
    }

    public static String firstLine(String message) {
        return String.valueOf(message).strip().split("\\R", 2)[0];
    }
}
