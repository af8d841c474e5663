package org.rowmark.databases.mysql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.commons.lang3.math.NumberUtils;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.Await;
import org.rowmark.util.ByteSize;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** {@code SET GLOBAL} by names of option files. A change of the buffer pool is waited for, as others are ignored. */
final class MySqlSettings implements RuntimeSettings {
    /** ER_INCORRECT_GLOBAL_LOCAL_VAR: "is a read only variable". */
    private static final int READ_ONLY = 1238;

    private static final String POOL_SIZE = variable("innodb_buffer_pool_size");
    private static final String POOL_PAGES = "Innodb_buffer_pool_pages_total";
    private static final String POOL_RESIZE = "Innodb_buffer_pool_resize_status";

    /** The status while no resize is going on: empty, or "Completed …", "not started", "Size did not change". */
    private static final Pattern AT_REST = Pattern.compile("|Completed.*|.*\\bnot\\b.*", Pattern.CASE_INSENSITIVE);

    private static final double OVERHEAD = 0.03;

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration INTERVAL = Duration.ofMillis(50);

    private static final Map<String, BigDecimal> SWITCHES =
            Map.of("ON", BigDecimal.ONE, "TRUE", BigDecimal.ONE, "OFF", BigDecimal.ZERO, "FALSE", BigDecimal.ZERO);

    @Override
    public void set(Connection connection, String name, String value) throws SQLException {
        String variable = variable(name);
        Optional<String> before = earlier(connection, name);
        try {
            assign(connection, variable, value);
        } catch (SQLException e) {
            if (e.getErrorCode() == READ_ONLY) {
                throw new UsageException("cannot change while the server runs; set it where the server is started", e);
            }
            throw e;
        }
        orPutBack(connection, name, before, now -> {
            awaitPoolSize(now, variable);
            requireAccepted(now, variable, value);
        });
    }

    @Override
    public Optional<String> earlier(Connection connection, String name) throws SQLException {
        return Sql.text(connection, "select " + variable(name));
    }

    @Override
    public void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException {
        String variable = variable(name);
        assign(connection, variable, earlier.orElse(null));
        awaitPoolSize(connection, variable);
    }

    /** Quotes the name; a component's variable has a dot in its name. */
    static String variable(String name) {
        return "@@global.`" + name.replace('-', '_').replace("`", "``").replace(".", "`.`") + "`";
    }

    /** Returns a number as numeric variables require it; a parameter for a text, whose quoting depends on sql_mode. */
    static String literal(String text) {
        return number(text).map(BigDecimal::toPlainString).orElse("?");
    }

    private static Optional<BigDecimal> number(String text) {
        return NumberUtils.isParsable(text)
                ? Optional.of(new BigDecimal(text))
                : Optional.ofNullable(text).flatMap(ByteSize::of).map(BigDecimal::valueOf);
    }

    private static void assign(Connection connection, String variable, String value) throws SQLException {
        String literal = literal(value);
        try (PreparedStatement statement = connection.prepareStatement("set " + variable + " = " + literal)) {
            if (literal.equals("?")) {
                statement.setString(1, value);
            }
            statement.execute();
        }
    }

    /** Refuses a value that the server has changed: it moves numbers into their range with no more than a warning. */
    private static void requireAccepted(Connection connection, String variable, String value) throws SQLException {
        Optional<BigDecimal> wanted =
                number(value).or(() -> Optional.ofNullable(SWITCHES.get(value.toUpperCase(Locale.ROOT))));
        Optional<BigDecimal> taken = number(ServerInfoQueries.value(connection, "select " + variable));
        if (wanted.isPresent() && taken.isPresent() && wanted.get().compareTo(taken.get()) != 0) {
            throw new UsageException(
                    "the server makes it " + taken.get().toPlainString() + "; use a value that it takes as it is");
        }
    }

    private static void awaitPoolSize(Connection connection, String variable) throws SQLException {
        if (!variable.equals(POOL_SIZE)) {
            return;
        }
        double wanted = Double.parseDouble(
                ServerInfoQueries.value(connection, "select " + POOL_SIZE + " / @@innodb_page_size"));
        if (!Await.until(() -> hasSize(poolStatus(connection), wanted), LIMIT, INTERVAL)) {
            throw new SQLException("the buffer pool has not come to its size within " + LIMIT.toSeconds() + " s: "
                    + poolStatus(connection).get(POOL_RESIZE));
        }
    }

    private static boolean hasSize(Map<String, String> status, double wanted) {
        double pages = Double.parseDouble(status.get(POOL_PAGES));
        return Math.abs(pages - wanted) <= wanted * OVERHEAD
                && AT_REST.matcher(status.getOrDefault(POOL_RESIZE, "")).matches();
    }

    private static Map<String, String> poolStatus(Connection connection) throws SQLException {
        return ServerInfoQueries.pairs(
                connection, "show global status where variable_name in ('" + POOL_PAGES + "', '" + POOL_RESIZE + "')");
    }
}
