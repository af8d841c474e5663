package org.rowmark.databases.sqlserver;

import java.sql.Connection;
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

/** Options of the database in use, and sp_configure; {@code reconfigure} puts in force all that was configured. */
final class SqlServerSettings implements RuntimeSettings {
    static final String MEMORY = "max server memory (MB)";
    static final String ADVANCED = "show advanced options";
    static final String RECONFIGURE = "reconfigure";

    private static final String MAY_CONFIGURE = "select has_perms_by_name(null, null, 'ALTER SETTINGS')";
    private static final String MAY_ALTER = "select has_perms_by_name(db_name(), 'DATABASE', 'ALTER')";
    private static final Optional<String> YES = Optional.of("1");
    private static final String INTEGER = "0|-?[1-9][0-9]{0,9}";

    /** Options of a database that affect its speed, with the SQL to read and to set them on the database in use. */
    enum DatabaseOption {
        COMPATIBILITY_LEVEL("compatibility_level", "", DatabaseOption.NUMBER, "compatibility_level = %s"),
        DELAYED_DURABILITY("delayed_durability_desc", "DISABLED", "DISABLED|ALLOWED|FORCED", "delayed_durability = %s"),
        PAGE_VERIFY("page_verify_option_desc", "CHECKSUM", "NONE|TORN_PAGE_DETECTION|CHECKSUM", "page_verify %s"),
        /** Needs exclusive access: without "no_wait" the statement would wait for all other sessions to end. */
        READ_COMMITTED_SNAPSHOT(
                "case is_read_committed_snapshot_on when 1 then 'ON' else 'OFF' end",
                "OFF",
                "ON|OFF",
                "read_committed_snapshot %s with no_wait"),
        RECOVERY("recovery_model_desc", "FULL", "SIMPLE|BULK_LOGGED|FULL", "recovery %s"),
        TARGET_RECOVERY_TIME(
                "target_recovery_time_in_seconds", "60", DatabaseOption.NUMBER, "target_recovery_time = %s seconds");

        private static final String NUMBER = "0|[1-9][0-9]{0,8}";

        private final String column;
        private final String usual;
        private final String pattern;
        private final String clause;

        /**
         * The column is one of sys.databases; {@code usual} is the value without options from 2016 on, empty if it
         * depends on the version; the clause follows "alter database current set".
         */
        DatabaseOption(String column, String usual, String pattern, String clause) {
            this.column = column;
            this.usual = usual;
            this.pattern = pattern;
            this.clause = clause;
        }

        static Optional<DatabaseOption> named(String name) {
            return Arrays.stream(values())
                    .filter(option -> option.settingName().equalsIgnoreCase(name))
                    .findFirst();
        }

        String settingName() {
            return name().toLowerCase(Locale.ROOT);
        }

        String query() {
            return "select cast(" + column + " as varchar(60)) from sys.databases where database_id = db_id()";
        }

        boolean isChanged(String value) {
            return !usual.isEmpty() && !usual.equals(value);
        }

        private boolean takes(String value) {
            return value.toUpperCase(Locale.ROOT).matches(pattern);
        }

        private String range() {
            return pattern.equals(NUMBER) ? "a number" : "one of " + pattern.replace("|", ", ");
        }
    }

    static boolean possible(TolerantQueries queries) {
        boolean server = queries.value(MAY_CONFIGURE).equals(YES)
                && queries.value(configured(ADVANCED, "value_in_use")).isPresent();
        boolean database = queries.value(MAY_ALTER).equals(YES)
                && queries.value(DatabaseOption.RECOVERY.query()).isPresent();
        return server || database;
    }

    /** Returns the query of a column of a setting in sys.configurations. */
    static String configured(String name, String column) {
        return "select cast(" + column + " as varchar(20)) from sys.configurations where name = " + quoted(name);
    }

    private static String quoted(String name) {
        return "N'" + name.replace("'", "''") + "'";
    }

    /** Checks the value in force: a server may refuse one and keep it for later, or use another one. */
    @Override
    public void set(Connection connection, String name, String value) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        Optional<String> earlier = earlier(connection, name);
        if (option.isPresent()) {
            requireTaken(option.get(), value, earlier);
        } else {
            requireConfigurable(connection, name, value);
        }
        orPutBack(connection, name, earlier, now -> {
            assign(now, name, value);
            String query = option.map(DatabaseOption::query).orElseGet(() -> configured(name, "value_in_use"));
            String inForce = ServerInfoQueries.value(now, query);
            if (!inForce.equalsIgnoreCase(value)) {
                throw new UsageException("the server took it and still uses " + inForce);
            }
        });
    }

    @Override
    public Optional<String> earlier(Connection connection, String name) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        return Sql.text(connection, option.map(DatabaseOption::query).orElseGet(() -> configured(name, "value")));
    }

    @Override
    public void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException {
        String value = earlier.orElseThrow(() -> new SQLException("its earlier value is not known"));
        if (!DatabaseOption.named(name).map(option -> option.takes(value)).orElseGet(() -> value.matches(INTEGER))) {
            throw new SQLException("its earlier value " + value + " is none that it takes");
        }
        assign(connection, name, value);
    }

    private static void requireTaken(DatabaseOption option, String value, Optional<String> earlier) {
        if (!option.takes(value)) {
            throw new UsageException("it takes " + option.range());
        }
        if (earlier.filter(option::takes).isEmpty()) {
            throw new UsageException("the server does not report its present value, so it could not be put back");
        }
    }

    private static void requireConfigurable(Connection connection, String name, String value) throws SQLException {
        String isDynamic = Sql.text(connection, configured(name, "is_dynamic")).orElseThrow(() -> {
            String options = Arrays.stream(DatabaseOption.values())
                    .map(DatabaseOption::settingName)
                    .collect(Collectors.joining(", "));
            return new UsageException("it is neither an option of the database that Rowmark knows (" + options
                    + ") nor a name in sys.configurations");
        });
        if (isDynamic.equals("0")) {
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
            String clause = String.format(option.get().clause, value.toUpperCase(Locale.ROOT));
            Sql.execute(connection, "alter database current set " + clause);
            return;
        }
        boolean show = Sql.text(connection, configured(name, "is_advanced")).equals(YES)
                && ServerInfoQueries.value(connection, configured(ADVANCED, "value_in_use"))
                        .equals("0");
        if (show) {
            Sql.execute(connection, statement(ADVANCED, "1"), RECONFIGURE);
        }
        try {
            Sql.execute(connection, statement(name, value), RECONFIGURE);
        } finally {
            if (show) {
                Sql.execute(connection, statement(ADVANCED, "0"), RECONFIGURE);
            }
        }
    }

    static String statement(String name, String value) {
        return "exec sp_configure " + quoted(name) + ", " + value;
    }
}
