package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * Options of the database in use, and settings of the server by sp_configure. {@code reconfigure} puts in force
 * everything that was configured, also by other users before.
 */
final class SqlServerSettings implements RuntimeSettings {
    static final String MEMORY = "max server memory (MB)";
    static final String ADVANCED = "show advanced options";

    private static final String MAY_CONFIGURE = "select has_perms_by_name(null, null, 'ALTER SETTINGS')";
    private static final String MAY_ALTER = "select has_perms_by_name(db_name(), 'DATABASE', 'ALTER')";
    private static final Optional<String> YES = Optional.of("1");
    private static final String CONFIGURED = "select cast(value as bigint), cast(value_in_use as bigint),"
            + " cast(is_dynamic as int), cast(is_advanced as int) from sys.configurations where name = ?";
    static final String RECONFIGURE = "reconfigure";
    private static final String INTEGER = "0|-?[1-9][0-9]{0,9}";

    /** Options of a database that affect its speed, with the SQL to read and to set them on the database in use. */
    enum DatabaseOption {
        COMPATIBILITY_LEVEL("compatibility_level", DatabaseOption.NUMBER, "compatibility_level = %s"),
        DELAYED_DURABILITY("delayed_durability_desc", "DISABLED|ALLOWED|FORCED", "delayed_durability = %s"),
        PAGE_VERIFY("page_verify_option_desc", "NONE|TORN_PAGE_DETECTION|CHECKSUM", "page_verify %s"),
        /** Needs exclusive access: without "no_wait" the statement would wait for all other sessions to end. */
        READ_COMMITTED_SNAPSHOT(
                "case is_read_committed_snapshot_on when 1 then 'ON' else 'OFF' end",
                "ON|OFF",
                "read_committed_snapshot %s with no_wait"),
        RECOVERY("recovery_model_desc", "SIMPLE|BULK_LOGGED|FULL", "recovery %s"),
        TARGET_RECOVERY_TIME(
                "target_recovery_time_in_seconds", DatabaseOption.NUMBER, "target_recovery_time = %s seconds");

        private static final String NUMBER = "0|[1-9][0-9]{0,8}";

        private final String column;
        private final String pattern;
        private final String clause;

        /**
         * @param column of sys.databases
         * @param pattern of its possible values, in upper case
         * @param clause after "alter database current set"
         */
        DatabaseOption(String column, String pattern, String clause) {
            this.column = column;
            this.pattern = pattern;
            this.clause = clause;
        }

        static Optional<DatabaseOption> named(String name) {
            return Arrays.stream(values())
                    .filter(option -> option.settingName().equalsIgnoreCase(name))
                    .findFirst();
        }

        /** Returns the name as in "alter database", in lower case. */
        String settingName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the query of its value in the database in use, in the form in which it is set. */
        String query() {
            return "select cast(" + column + " as varchar(60)) from sys.databases where database_id = db_id()";
        }

        /** Checks a value; nothing else gets into a statement. */
        boolean takes(String value) {
            return value.toUpperCase(Locale.ROOT).matches(pattern);
        }

        /** Describes its possible values. */
        String range() {
            return pattern.equals(NUMBER) ? "a number" : "one of " + pattern.replace("|", ", ");
        }

        /** @param value one that it {@link #takes} */
        String statement(String value) {
            return "alter database current set " + String.format(clause, value.toUpperCase(Locale.ROOT));
        }
    }

    /** A row of sys.configurations. */
    private record Configured(long value, long inUse, boolean dynamic, boolean advanced) {}

    /** Finds out if the user may change settings and the server reports their present values. */
    static boolean possible(TolerantQueries queries) {
        boolean server = queries.value(MAY_CONFIGURE).equals(YES)
                && queries.yes(connection -> find(connection, ADVANCED).isPresent());
        boolean database = queries.value(MAY_ALTER).equals(YES)
                && queries.value(DatabaseOption.RECOVERY.query()).isPresent();
        return server || database;
    }

    /** Checks the value in force: a server may refuse one and keep it for later, or use another one. */
    @Override
    public void set(Connection connection, String name, String value) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        if (option.isPresent()) {
            requireTaken(connection, option.get(), value);
        } else {
            requireConfigurable(connection, name, value);
        }
        orPutBack(connection, name, earlier(connection, name), now -> {
            assign(now, name, value);
            String inForce = option.isPresent()
                    ? ServerInfoQueries.value(now, option.get().query())
                    : Long.toString(find(now, name).orElseThrow().inUse());
            if (!inForce.equalsIgnoreCase(value)) {
                throw new UsageException("the server took it and still uses " + inForce);
            }
        });
    }

    @Override
    public Optional<String> earlier(Connection connection, String name) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        return option.isPresent()
                ? Optional.of(ServerInfoQueries.value(connection, option.get().query()))
                : find(connection, name).map(before -> Long.toString(before.value()));
    }

    @Override
    public void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException {
        String value = earlier.orElseThrow(() -> new SQLException("its earlier value is not known"));
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        if (option.isPresent() ? !option.get().takes(value) : !value.matches(INTEGER)) {
            throw new SQLException("its earlier value " + value + " is none that it takes");
        }
        assign(connection, name, value);
    }

    private static void requireTaken(Connection connection, DatabaseOption option, String value) throws SQLException {
        if (!option.takes(value)) {
            throw new UsageException("it takes " + option.range());
        }
        if (!option.takes(ServerInfoQueries.value(connection, option.query()))) {
            throw new UsageException("the server does not report its present value, so it could not be put back");
        }
    }

    private static void requireConfigurable(Connection connection, String name, String value) throws SQLException {
        Configured before = find(connection, name).orElseThrow(() -> {
            String options = Arrays.stream(DatabaseOption.values())
                    .map(DatabaseOption::settingName)
                    .collect(Collectors.joining(", "));
            return new UsageException("it is neither an option of the database that Rowmark knows (" + options
                    + ") nor a name in sys.configurations");
        });
        if (!before.dynamic()) {
            throw new UsageException("comes into force only when the server is started again (is_dynamic = 0 in"
                    + " sys.configurations); configure it there, restart the server and leave it out here");
        }
        if (!value.matches(INTEGER)) {
            throw new UsageException("it takes a whole number, as sp_configure does");
        }
    }

    /** Sets a value, with the advanced options shown if it is one's, as they cannot be configured otherwise. */
    private static void assign(Connection connection, String name, String value) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        if (option.isPresent()) {
            Sql.execute(connection, option.get().statement(value));
            return;
        }
        boolean show = find(connection, name).filter(Configured::advanced).isPresent()
                && find(connection, ADVANCED)
                        .filter(shown -> shown.inUse() == 0)
                        .isPresent();
        if (show) {
            reconfigure(connection, ADVANCED, "1");
        }
        try {
            reconfigure(connection, name, value);
        } finally {
            if (show) {
                reconfigure(connection, ADVANCED, "0");
            }
        }
    }

    private static void reconfigure(Connection connection, String name, String value) throws SQLException {
        Sql.execute(connection, statement(name, value), RECONFIGURE);
    }

    static String statement(String name, String value) {
        return "exec sp_configure N'" + name.replace("'", "''") + "', " + value;
    }

    private static Optional<Configured> find(Connection connection, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(CONFIGURED)) {
            statement.setString(1, name);
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(
                                new Configured(row.getLong(1), row.getLong(2), row.getInt(3) == 1, row.getInt(4) == 1))
                        : Optional.empty();
            }
        }
    }
}
