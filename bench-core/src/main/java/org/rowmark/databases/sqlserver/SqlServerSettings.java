package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.databases.sqlserver.restore.SqlServerRestoreRights;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.UsageException;

/**
 * Settings of a running SQL Server: options of the database in use, see {@link DatabaseOption}, and of the server, by
 * sp_configure. {@code reconfigure} puts in force whatever was configured, also by somebody else before.
 */
public final class SqlServerSettings implements RuntimeSettings {
    static final String ADVANCED = "show advanced options";

    public static final String MAY_CONFIGURE = "select has_perms_by_name(null, null, 'ALTER SETTINGS')";
    public static final String MAY_ALTER = "select has_perms_by_name(db_name(), 'DATABASE', 'ALTER')";
    public static final String CONFIGURED = "select cast(value as bigint), cast(value_in_use as bigint),"
            + " cast(is_dynamic as int), cast(is_advanced as int) from sys.configurations where name = ?";
    public static final String RECONFIGURE = "reconfigure";
    private static final String INTEGER = "0|-?[1-9][0-9]{0,9}";

    /** A row of sys.configurations. */
    private record Configured(long value, long inUse, boolean dynamic, boolean advanced) {}

    /** How to change a setting, how to put it back, and how to ask what is in force. */
    private record Change(
            PutBack statement, PutBack putBack, String wanted, TolerantQueries.Question<String> inForce) {}

    /** Whether the user may change something, and the server says what it is now. Babelfish only says so. */
    static boolean possible(TolerantQueries probe) {
        if (probe.value(SqlServerRestoreRights.BABELFISH).isPresent()) {
            return false;
        }
        boolean server = isTrue(probe, MAY_CONFIGURE)
                && probe.yes(connection -> find(connection, ADVANCED).isPresent());
        boolean database = isTrue(probe, MAY_ALTER)
                && probe.value(DatabaseOption.RECOVERY.query()).isPresent();
        return server || database;
    }

    @Override
    public PutBack set(Connection connection, String name, String value) throws SQLException {
        Optional<DatabaseOption> option = DatabaseOption.named(name);
        return option.isPresent() ? altered(connection, option.get(), value) : configured(connection, name, value);
    }

    private static boolean isTrue(TolerantQueries probe, String question) {
        return probe.value(question).filter("1"::equals).isPresent();
    }

    private static PutBack altered(Connection connection, DatabaseOption option, String value) throws SQLException {
        if (!option.takes(value)) {
            throw new UsageException("it takes " + option.range());
        }
        String before = ServerInfoQueries.value(connection, option.query());
        if (!option.takes(before)) {
            throw new UsageException("the server does not tell what it is now, so it could not be put back");
        }
        return changed(
                connection,
                new Change(
                        later -> execute(later, option.statement(value)),
                        later -> execute(later, option.statement(before)),
                        value,
                        later -> ServerInfoQueries.value(later, option.query())));
    }

    private static PutBack configured(Connection connection, String name, String value) throws SQLException {
        Configured before = find(connection, name).orElseThrow(SqlServerSettings::unknown);
        if (!before.dynamic()) {
            throw new UsageException("comes into force only when the server is started again (is_dynamic = 0 in"
                    + " sys.configurations); configure it there, restart the server and leave it out here");
        }
        if (!value.matches(INTEGER)) {
            throw new UsageException("it takes a whole number, as sp_configure does");
        }
        return changed(
                connection,
                new Change(
                        later -> configure(later, name, value, before.advanced()),
                        later -> configure(later, name, Long.toString(before.value()), before.advanced()),
                        value,
                        later -> find(later, name)
                                .map(after -> Long.toString(after.inUse()))
                                .orElse(ServerInfoQueries.UNKNOWN)));
    }

    /** A server may refuse a value and keep it for later, or take it and go on with another one. */
    private static PutBack changed(Connection connection, Change change) throws SQLException {
        try {
            change.statement().run(connection);
            String inForce = change.inForce().answer(connection);
            if (!inForce.equalsIgnoreCase(change.wanted())) {
                throw new UsageException("the server took it and still uses " + inForce);
            }
            return change.putBack();
        } catch (SQLException | UsageException e) {
            try {
                change.putBack().run(connection);
            } catch (SQLException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }

    /** Advanced options can be configured only while they are shown. */
    private static void configure(Connection connection, String name, String value, boolean advanced)
            throws SQLException {
        boolean show = advanced
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
        execute(connection, statement(name, value));
        execute(connection, RECONFIGURE);
    }

    public static String statement(String name, String value) {
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

    private static UsageException unknown() {
        String options = Arrays.stream(DatabaseOption.values())
                .map(DatabaseOption::settingName)
                .collect(Collectors.joining(", "));
        return new UsageException("it is neither an option of the database that Rowmark knows (" + options
                + ") nor a name in sys.configurations");
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
