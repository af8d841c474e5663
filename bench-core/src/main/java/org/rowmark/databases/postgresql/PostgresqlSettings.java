package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.RuntimeSettings;
import org.rowmark.util.Await;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** ALTER SYSTEM and a reload. The value of postgresql.auto.conf is put back, or reset if there was none. */
final class PostgresqlSettings implements RuntimeSettings {
    private static final Duration RELOAD_LIMIT = Duration.ofSeconds(10);
    private static final Duration INTERVAL = Duration.ofMillis(20);

    /** Settings whose members are quoted one by one, where an old value does not show where a member ends. */
    private static final Set<String> LISTS = Set.of("""
            local_preload_libraries search_path session_preload_libraries shared_preload_libraries temp_tablespaces
            unix_socket_directories""".split("\\s+"));

    static boolean allowed(Connection connection) throws SQLException {
        String granted = PostgresqlMonitor.version(connection) < 150_000
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
    public void set(Connection connection, String name, String value) throws SQLException {
        Optional<String> old = earlier(connection, name);
        Sql.execute(connection, assignment(name, value));
        orPutBack(connection, name, old, now -> {
            reload(now);
            requireInForce(now, name);
        });
    }

    @Override
    public Optional<String> earlier(Connection connection, String name) throws SQLException {
        requireChangeable(connection, name);
        return Sql.text(
                connection,
                "select setting from pg_file_settings where " + isNamed(name)
                        + " and sourcefile like '%/postgresql.auto.conf' order by seqno desc limit 1");
    }

    @Override
    public void putBack(Connection connection, String name, Optional<String> earlier) throws SQLException {
        Sql.execute(
                connection,
                earlier.map(value -> assignment(name, value)).orElse("alter system reset " + identifier(name)));
        reload(connection);
    }

    private static String assignment(String name, String value) {
        return "alter system set " + identifier(name) + " = " + literal(value);
    }

    /** Quotes a name, of which each part between dots is a name. */
    private static String identifier(String name) {
        return '"' + name.replace("\"", "\"\"").replace(".", "\".\"") + '"';
    }

    private static String literal(String text) {
        return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static String isNamed(String name) {
        return "lower(name) = lower(" + literal(name) + ")";
    }

    private static void requireChangeable(Connection connection, String name) throws SQLException {
        if (!allowed(connection)) {
            throw new UsageException("this user may not change settings; ALTER SYSTEM is for"
                    + " superusers, and for others who are granted it together with pg_reload_conf() and"
                    + " pg_file_settings");
        }
        if (LISTS.contains(name.toLowerCase(Locale.ROOT))) {
            throw new UsageException("it is a list of names, which Rowmark does not change; set it at the server");
        }
        if (Sql.text(connection, "select context from pg_settings where " + isNamed(name))
                .equals(Optional.of("postmaster"))) {
            throw new UsageException("the server reads it only when it starts; set it there and restart the server");
        }
    }

    /** Checks that no value of a command line, a role or a database overrides the files' value. */
    private static void requireInForce(Connection connection, String name) throws SQLException {
        String source = Sql.text(
                        connection,
                        // a setting for new sessions only is never in force in this one
                        "select case when context like '%backend' then 'configuration file' else source end"
                                + " from pg_settings where " + isNamed(name))
                .orElseThrow(() -> new UsageException("the server does not know it"));
        if (!source.equals("configuration file")) {
            throw new UsageException("another value overrides it (source: " + source + "); change that one");
        }
    }

    /** Waits for the reload: the server reads its files a moment later, a session before its next statement. */
    private static void reload(Connection connection) throws SQLException {
        String loadTime = "select extract(epoch from pg_conf_load_time())";
        String before = ServerInfoQueries.value(connection, loadTime);
        Sql.execute(connection, "select pg_reload_conf()");
        if (!Await.until(() -> !ServerInfoQueries.value(connection, loadTime).equals(before), RELOAD_LIMIT, INTERVAL)) {
            throw new SQLException("the server did not reload its configuration within " + RELOAD_LIMIT.toSeconds()
                    + " s; its log shows why");
        }
    }
}
