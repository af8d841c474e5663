package org.rowmark.databases.postgresql.restore;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.postgresql.PostgresqlMonitor;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.OwnDatabaseName;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Databases beside the target's own on the same PostgreSQL server. */
public final class PostgresqlRestorer implements Restorer {
    /** The first version that drops a database with open connections. */
    private static final int DROPS_BY_FORCE = 130_000;

    private static final String INDEXES = "select t.relname, i.relname, x.indisvalid and x.indisready"
            + " from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid"
            + " join pg_namespace n on n.oid = t.relnamespace"
            + " where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'";

    /** Errors of PostgreSQL's programs and their explanations, with {@code $1} for the error's first group. */
    private static final Map<Pattern, String> EXPLANATIONS = new LinkedHashMap<>();

    static {
        explanation(
                "does not appear to be a valid archive|input file is too short",
                "the file is no archive of pg_dump -Fc");
        explanation(
                "input file appears to be a text format dump",
                "the file is a plain SQL dump, which the way psql restores; way pg_restore takes archives of pg_dump -Fc");
        explanation(
                "unsupported version \\(([^)]*)\\) in file header",
                "a newer pg_dump made the archive (format $1); install PostgreSQL's programs of that version or newer");
        explanation(
                "invalid command \\\\restrict",
                "a newer pg_dump made the dump; install PostgreSQL's programs of that version or newer");
        explanation(
                "psql:<stdin>:(\\d+): ERROR:\\s+(?:syntax error at or near|invalid byte sequence)",
                "line $1 of the file is none that PostgreSQL understands; way psql restores plain dumps of pg_dump");
        explanation(
                "password authentication failed for user (\"[^\"]*\")", "the server refused the password of user $1");
        explanation("no password supplied", "the server wants a password; give the target one");
    }

    private static void explanation(String pattern, String text) {
        EXPLANATIONS.put(Pattern.compile(pattern), text);
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new PgRestore(), new Psql());
    }

    @Override
    public String usualMethod() {
        return "pg_restore";
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(PostgresqlAddress.url(running.endpoint().url(), name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        String count = "select count(*) from pg_database where datname = '" + name + "'";
        return Drivers.ask(
                running.endpoint(),
                connection -> !ServerInfoQueries.value(connection, count).equals("0"));
    }

    /** Copies template0, which is always empty, unlike template1. */
    @Override
    public void create(RunningTarget running, String name) throws SQLException {
        Drivers.ask(
                running.endpoint(),
                connection -> execute(connection, "create database " + name + " template template0"));
    }

    @Override
    public void drop(RunningTarget running, String name) throws SQLException {
        OwnDatabaseName.requireOurs(running, name);
        Drivers.ask(running.endpoint(), connection -> {
            boolean byForce = PostgresqlMonitor.version(connection) >= DROPS_BY_FORCE;
            if (!byForce) {
                execute(
                        connection,
                        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
            }
            return execute(connection, "drop database if exists " + name + (byForce ? " with (force)" : ""));
        });
    }

    /** Counts all files of the database, but not the server's log of changes. */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        String size = "select pg_database_size('" + name + "')";
        return Drivers.ask(running.endpoint(), connection -> Long.parseLong(ServerInfoQueries.value(connection, size)));
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public Optional<String> explain(String failure) {
        for (Map.Entry<Pattern, String> explanation : EXPLANATIONS.entrySet()) {
            Matcher found = explanation.getKey().matcher(failure);
            if (found.find()) {
                String value = found.groupCount() > 0 ? found.group(1) : "";
                return Optional.of(explanation.getValue().replace("$1", value));
            }
        }
        return Optional.empty();
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }
}
