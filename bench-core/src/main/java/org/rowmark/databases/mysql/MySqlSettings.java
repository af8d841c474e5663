package org.rowmark.databases.mysql;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.UsageException;

/** {@code SET GLOBAL}, with names and values as in option files: {@code innodb-buffer-pool-size: 2G}. */
final class MySqlSettings implements RuntimeSettings {
    /** ER_INCORRECT_GLOBAL_LOCAL_VAR: "is a read only variable". */
    private static final int READ_ONLY = 1238;

    private static final Pattern NUMBER = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)([KMGTPE]?)");
    private static final String SUFFIXES = "KMGTPE";
    private static final BigDecimal KILO = BigDecimal.valueOf(1024);

    private static final Map<String, BigDecimal> SWITCHES =
            Map.of("ON", BigDecimal.ONE, "TRUE", BigDecimal.ONE, "OFF", BigDecimal.ZERO, "FALSE", BigDecimal.ZERO);

    @Override
    public PutBack set(Connection connection, String name, String value) throws SQLException {
        String variable = variable(name);
        Object before = current(connection, variable);
        try {
            assign(connection, variable, value(value));
        } catch (SQLException e) {
            if (e.getErrorCode() == READ_ONLY) {
                throw new UsageException("cannot change while the server runs; set it where the server is started", e);
            }
            throw e;
        }
        PutBack putBack = again -> {
            assign(again, variable, before);
            MySqlBufferPool.awaitSize(again, variable);
        };
        try {
            MySqlBufferPool.awaitSize(connection, variable);
            checkTaken(connection, variable, value);
            return putBack;
        } catch (SQLException | UsageException e) {
            putBack.run(connection);
            throw e;
        }
    }

    /** A component's variable has a dot in its name. */
    static String variable(String name) {
        return "@@global.`" + name.replace('-', '_').replace("`", "``").replace(".", "`.`") + "`";
    }

    /** A number as the server's numeric variables want it, otherwise the text; switches take ON and OFF as text. */
    static Object value(String text) {
        return number(text).map(MySqlSettings::value).orElse(text);
    }

    private static Object value(BigDecimal number) {
        if (number.scale() > 0) {
            return number;
        }
        BigInteger whole = number.toBigIntegerExact();
        return whole.bitLength() < Long.SIZE ? (Object) whole.longValue() : whole;
    }

    private static Optional<BigDecimal> number(String text) {
        Matcher number = NUMBER.matcher(text.toUpperCase(Locale.ROOT));
        if (!number.matches()) {
            return Optional.empty();
        }
        int power = number.group(2).isEmpty() ? 0 : SUFFIXES.indexOf(number.group(2)) + 1;
        return Optional.of(new BigDecimal(number.group(1)).multiply(KILO.pow(power)));
    }

    /** As a parameter, for how a text is quoted depends on the server's sql_mode. */
    private static void assign(Connection connection, String variable, Object value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("set " + variable + " = ?")) {
            statement.setObject(1, value);
            statement.execute();
        }
    }

    private static Object current(Connection connection, String variable) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + variable)) {
            row.next();
            return row.getObject(1);
        }
    }

    /** Numbers out of range are not refused but moved into it; the server says so in a warning only. */
    private static void checkTaken(Connection connection, String variable, String value) throws SQLException {
        Optional<BigDecimal> wanted =
                number(value).or(() -> Optional.ofNullable(SWITCHES.get(value.toUpperCase(Locale.ROOT))));
        Optional<BigDecimal> taken = number(ServerInfoQueries.value(connection, "select " + variable));
        if (wanted.isPresent() && taken.isPresent() && wanted.get().compareTo(taken.get()) != 0) {
            throw new UsageException(
                    "the server makes it " + taken.get().toPlainString() + "; use a value that it takes as it is");
        }
    }
}
