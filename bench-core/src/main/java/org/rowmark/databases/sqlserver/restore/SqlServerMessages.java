package org.rowmark.databases.sqlserver.restore;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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

/**
 * What the server says while it carries out a statement. Messages are known by their numbers, for their words are in the
 * language of the session.
 */
final class SqlServerMessages {
    /** "30 percent processed." */
    private static final int PERCENT = 3211;

    /** "RESTORE DATABASE successfully processed 338 pages in 0.035 seconds (75.334 MB/sec)." */
    private static final int PROCESSED = 3014;

    private static final String PACKAGE = "com.microsoft.sqlserver.jdbc.";
    private static final Pattern NUMBER = Pattern.compile("\\d+");
    private static final Pattern DECIMAL = Pattern.compile("\\d+[.,]\\d+");

    private final List<String> lines = new ArrayList<>();
    private OptionalDouble seconds = OptionalDouble.empty();

    /**
     * Carries out a statement to its end: one that is closed before is cancelled, which would leave a database half
     * restored.
     *
     * @param progress is told percentages as they come, where the driver hands them on; from version 12.6
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

    /** All that was said, in order. */
    List<String> lines() {
        return lines;
    }

    /** Seconds that the server took to copy pages, as it says; empty if it said nothing of that. */
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
        if (number == PROCESSED) {
            Matcher decimal = DECIMAL.matcher(message);
            if (decimal.find()) {
                seconds = OptionalDouble.of(Double.parseDouble(decimal.group().replace(',', '.')));
            }
        }
    }

    static Optional<String> progress(int number, String message) {
        Matcher percent = NUMBER.matcher(message);
        return number == PERCENT && percent.find() ? Optional.of(percent.group() + " %") : Optional.empty();
    }

    /** By reflection on the connection's own classes, for the driver may come from the target's own jar. */
    private static void listen(Connection connection, Consumer<String> progress) throws SQLException {
        Connection own = connection.unwrap(Connection.class);
        ClassLoader loader = own.getClass().getClassLoader();
        try {
            Class<?> type = Class.forName(PACKAGE + "ISQLServerMessageHandler", true, loader);
            Class<?> message = Class.forName(PACKAGE + "ISQLServerMessage", true, loader);
            Method number = message.getMethod("getErrorNumber");
            Method text = message.getMethod("getErrorMessage");
            Object handler = Proxy.newProxyInstance(loader, new Class<?>[] {type}, (proxy, method, arguments) -> {
                if (!method.getName().equals("messageHandler")) {
                    return null;
                }
                progress((Integer) number.invoke(arguments[0]), String.valueOf(text.invoke(arguments[0])))
                        .ifPresent(progress);
                return arguments[0];
            });
            Class.forName(PACKAGE + "ISQLServerConnection", true, loader)
                    .getMethod("setServerMessageHandler", type)
                    .invoke(own, handler);
        } catch (ClassNotFoundException | NoSuchMethodException e) {
            // an earlier driver hands on all messages together at the end
        } catch (InvocationTargetException | IllegalAccessException e) {
            throw new SQLException("the driver takes no message handler: " + e, e);
        }
    }
}
