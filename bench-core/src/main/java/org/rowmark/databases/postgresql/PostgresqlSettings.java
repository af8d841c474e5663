package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.Await;
import org.rowmark.util.UsageException;

/**
 * ALTER SYSTEM, and a reload of the configuration. It writes postgresql.auto.conf: what somebody else had written there
 * for the setting is what is put back, and without that the setting is reset to what the other files say.
 */
final class PostgresqlSettings implements RuntimeSettings {
    private static final Duration RELOAD_LIMIT = Duration.ofSeconds(10);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /** Their members are quoted one by one, and an old value does not say where one ends. */
    private static final Set<String> LISTS = Set.of(
            "local_preload_libraries",
            "search_path",
            "session_preload_libraries",
            "shared_preload_libraries",
            "temp_tablespaces",
            "unix_socket_directories");

    /** ALTER SYSTEM, and a look at what it wrote, are for superusers unless granted; 9.5 is the first to show that. */
    static boolean allowed(Connection connection) throws SQLException {
        int version = Postgresql.version(connection);
        if (version < 90_500) {
            return false;
        }
        String granted = version < 150_000
                ? "false"
                : "(has_function_privilege('pg_reload_conf()', 'execute')"
                        + " and has_function_privilege('pg_show_all_file_settings()', 'execute')"
                        + " and has_table_privilege('pg_file_settings', 'select') and exists"
                        + " (select 1 from pg_parameter_acl where has_parameter_privilege(parname, 'alter system')))";
        return ServerInfoQueries.value(
                        connection,
                        "select (current_setting('is_superuser') = 'on' or " + granted + ") and not exists"
                                + " (select 1 from pg_settings where name = 'allow_alter_system' and setting = 'off')")
                .equals("t");
    }

    @Override
    public PutBack set(Connection connection, String name, String value) throws SQLException {
        requireChangeable(connection, name);
        String identifier = ask(
                        connection,
                        "select string_agg(quote_ident(part), '.') from unnest(string_to_array(?, '.')) part",
                        name)
                .orElse("");
        Optional<String> old = ask(
                connection,
                "select setting from pg_file_settings where lower(name) = lower(?)"
                        + " and sourcefile like '%/postgresql.auto.conf' order by seqno desc limit 1",
                name);
        String undo =
                old.isPresent() ? assignment(connection, identifier, old.get()) : "alter system reset " + identifier;
        PutBack putBack = later -> {
            execute(later, undo);
            reload(later);
        };
        execute(connection, assignment(connection, identifier, value));
        try {
            reload(connection);
            requireInForce(connection, name);
        } catch (SQLException | UsageException e) {
            putBackAfter(e, putBack, connection);
            throw e;
        }
        return putBack;
    }

    private static void requireChangeable(Connection connection, String name) throws SQLException {
        if (!allowed(connection)) {
            throw new UsageException("this user may not change settings; ALTER SYSTEM (from PostgreSQL 9.5) is for"
                    + " superusers, and for others who are granted it together with pg_reload_conf() and"
                    + " pg_file_settings");
        }
        if (LISTS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new UsageException("it is a list of names, which Rowmark does not change; set it at the server");
        }
        Optional<String> context =
                ask(connection, "select context from pg_settings where lower(name) = lower(?)", name);
        if (context.equals(Optional.of("postmaster"))) {
            throw new UsageException("the server reads it only when it starts; set it there and restart the server");
        }
    }

    /** The files may not have the last word: a command line, a role's or a database's own value comes before them. */
    private static void requireInForce(Connection connection, String name) throws SQLException {
        String source = ask(
                        connection,
                        // what counts for new sessions only is never in force in this one
                        "select case when context like '%backend' then 'configuration file' else source end"
                                + " from pg_settings where lower(name) = lower(?)",
                        name)
                .orElseThrow(() -> new UsageException("the server does not know it"));
        if (!source.equals("configuration file")) {
            throw new UsageException("another value overrides it (source: " + source + "); change that one");
        }
    }

    /** The server reads its files a moment after it was asked to; a session does so before its next statement. */
    private static void reload(Connection connection) throws SQLException {
        String loadTime = "select extract(epoch from pg_conf_load_time())";
        String before = ServerInfoQueries.value(connection, loadTime);
        execute(connection, "select pg_reload_conf()");
        if (!Await.until(
                () -> !ServerInfoQueries.value(connection, loadTime).equals(before), RELOAD_LIMIT, BETWEEN_LOOKS)) {
            throw new SQLException("the server did not reload its configuration within " + RELOAD_LIMIT.toSeconds()
                    + " s; its log says why");
        }
    }

    private static void putBackAfter(Exception refusal, PutBack putBack, Connection connection) {
        try {
            putBack.run(connection);
        } catch (SQLException e) {
            refusal.addSuppressed(e);
        }
    }

    private static String assignment(Connection connection, String identifier, String value) throws SQLException {
        return "alter system set " + identifier + " = "
                + ask(connection, "select quote_literal(cast(? as text))", value)
                        .orElseThrow();
    }

    private static Optional<String> ask(Connection connection, String query, String parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, parameter);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
