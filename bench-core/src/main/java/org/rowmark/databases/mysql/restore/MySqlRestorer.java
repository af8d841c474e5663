package org.rowmark.databases.mysql.restore;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.OwnDatabaseName;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Databases of MySQL and MariaDB, beside the target's own on the same server. */
public class MySqlRestorer implements Restorer {
    /** ER_NO_SUCH_THREAD: the session has just ended by itself. */
    private static final int NO_SUCH_SESSION = 1094;

    private final MySqlProduct product;

    public MySqlRestorer(MySqlProduct product) {
        this.product = product;
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new MySqlClientRestore(usualMethod(), product, this), new MySqlTabRestore(product, this));
    }

    @Override
    public String usualMethod() {
        return product.id() + "-client";
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(MySqlClient.Address.url(running.endpoint().url(), name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        String count = "select count(*) from information_schema.schemata where schema_name = '" + name + "'";
        return Drivers.ask(
                running.endpoint(),
                connection -> !ServerInfoQueries.value(connection, count).equals("0"));
    }

    @Override
    public void create(RunningTarget running, String name) throws SQLException {
        Drivers.ask(running.endpoint(), connection -> execute(connection, "create database " + name));
    }

    /** Ends the sessions of clients that were killed first, as they hold its tables until they end. */
    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        OwnDatabaseName.requireOurs(running, name);
        Drivers.ask(running.endpoint(), connection -> {
            String sessions = "select id, user from information_schema.processlist where db = '" + name
                    + "' and id <> connection_id()";
            for (String session : ServerInfoQueries.pairs(connection, sessions).keySet()) {
                try {
                    execute(connection, "kill " + session);
                } catch (SQLException e) {
                    if (e.getErrorCode() != NO_SUCH_SESSION) {
                        throw e;
                    }
                }
            }
            return execute(connection, "drop database if exists " + name);
        });
    }

    /**
     * Adds up the files of InnoDB's tables, as the server knows them, and the sizes that other engines report of
     * theirs. Estimates of rows and pages, which {@code information_schema.tables} has for InnoDB, are not included.
     */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return Drivers.ask(running.endpoint(), connection -> {
            String files = ServerInfoQueries.value(
                    connection,
                    "select table_name from information_schema.tables where lower(table_schema) = 'information_schema'"
                            + " and lower(table_name) in ('innodb_tablespaces', 'innodb_sys_tablespaces')");
            String ours = "select coalesce(sum(file_size), 0) from information_schema." + files + " where left(name, "
                    + (name.length() + 1) + ") = '" + name + "/'";
            String others = "select coalesce(sum(data_length + index_length), 0) from information_schema.tables"
                    + " where table_schema = '" + name + "' and engine <> 'InnoDB'";
            return Long.parseLong(ServerInfoQueries.value(connection, "select (" + ours + ") + (" + others + ")"));
        });
    }

    @Override
    public Optional<String> explain(String failure) {
        return Failure.explain(failure);
    }

    private static boolean execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
        }
    }

    /**
     * A known failure of the clients of MySQL and MariaDB.
     *
     * @param explanation with {@code %s} for the group of the pattern, if it has one
     */
    record Failure(String pattern, String explanation) {
        private static final String NEWER =
                "the dump comes from another product or a newer version: this server does not know the ";

        private static final List<Failure> KNOWN = List.of(
                new Failure(
                        "ERROR 1064 \\(42000\\) at line 1:|ASCII '\\\\0' appeared in the statement",
                        "the file is no SQL dump: the server does not understand how it begins"),
                new Failure(
                        "at line 1: Unknown command '\\\\-'",
                        "a newer dump program made the dump: its first line enables the client's sandbox mode, which"
                                + " this client does not have; install newer client programs, or remove that line"),
                // The client connects for the first time before it reads a line.
                new Failure(
                        "ERROR 200[235] \\(HY000\\) at line (\\d+)",
                        "the file is no dump of MariaDB or MySQL: the client takes line %s for a command to connect"
                                + " elsewhere, as \\restrict of PostgreSQL's dumps looks like"),
                new Failure("Unknown system variable ('[^']*')", NEWER + "setting %s"),
                new Failure("Unknown collation: ('[^']*')", NEWER + "collation %s"),
                new Failure(
                        "Access denied for user ('[^']*'@'[^']*')",
                        "the server refused the password or the rights of user %s"));

        /** Explains the failure in one line, if it is known. */
        static Optional<String> explain(String failure) {
            for (Failure known : KNOWN) {
                Matcher matcher = Pattern.compile(known.pattern).matcher(failure);
                if (matcher.find()) {
                    return Optional.of(known.explanation.formatted(matcher.groupCount() == 0 ? "" : matcher.group(1)));
                }
            }
            return Optional.empty();
        }
    }
}
