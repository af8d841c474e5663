package org.rowmark.workloads.restore.sqlserver;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.reflect.MethodUtils;

/**
 * The server's messages during a statement. They are identified by their numbers, as their texts are in the language of
 * the session.
 */
final class SqlServerMessages {
    /** "30 percent processed." */
    private static final int PERCENT = 3211;

    /** "RESTORE DATABASE successfully processed 338 pages in 0.035 seconds (75.334 MB/sec)." */
    private static final int PROCESSED = 3014;

    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern DECIMAL = Pattern.compile("\\d+[.,]\\d+");

    private final List<String> lines = new ArrayList<>();
    private OptionalDouble seconds = OptionalDouble.empty();

    /**
     * Runs a statement to its end: one that is closed earlier is cancelled, which would leave a database half restored.
     * From version 12.6 on the driver passes on percentages as they come.
     */
    void run(Connection connection, String sql, Consumer<String> progress) throws SQLException {
        listen(connection, progress);
        try (Statement statement = connection.createStatement()) {
            boolean isResult = statement.execute(sql);
            read(statement);
            while (isResult || statement.getUpdateCount() != -1) {
                isResult = statement.getMoreResults();
                read(statement);
            }
        }
    }

    /** Returns all messages in order. */
    List<String> lines() {
        return lines;
    }

    /** Returns the time for copying pages as the server reported it; empty if it did not. */
    OptionalDouble seconds() {
        return seconds;
    }

    private void read(Statement statement) throws SQLException {
        for (SQLWarning message = statement.getWarnings(); message != null; message = message.getNextWarning()) {
            add(message.getErrorCode(), String.valueOf(message.getMessage()));
        }
        statement.clearWarnings();
    }

    void add(int number, String message) {
        lines.add(message);
        Matcher decimal = DECIMAL.matcher(message);
        if (number == PROCESSED && decimal.find()) {
            seconds = OptionalDouble.of(Double.parseDouble(decimal.group().replace(',', '.')));
        }
    }

    static Optional<String> progress(int number, String message) {
        Matcher percent = NUMBER.matcher(message);
        return number == PERCENT && percent.find() ? Optional.of(percent.group() + " %") : Optional.empty();
    }

    /** Uses reflection on the connection's own classes, as the driver may come from a jar of the target's. */
    private static void listen(Connection connection, Consumer<String> progress) throws SQLException {
        Connection own = connection.unwrap(Connection.class);
        ClassLoader loader = own.getClass().getClassLoader();
        try {
            Class<?> type = Class.forName("com.microsoft.sqlserver.jdbc.ISQLServerMessageHandler", true, loader);
            Object handler = Proxy.newProxyInstance(loader, new Class<?>[] {type}, (proxy, method, arguments) -> {
                if (!method.getName().equals("messageHandler")) {
                    return null;
                }
                Object message = arguments[0];
                int number = (Integer) MethodUtils.invokeMethod(message, "getErrorNumber");
                progress(number, String.valueOf(MethodUtils.invokeMethod(message, "getErrorMessage")))
                        .ifPresent(progress);
                return message;
            });
            MethodUtils.invokeMethod(own, "setServerMessageHandler", handler);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            // an earlier driver passes on all messages together at the end
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new SQLException("the driver takes no message handler: " + e, e);
        }
    }
}
