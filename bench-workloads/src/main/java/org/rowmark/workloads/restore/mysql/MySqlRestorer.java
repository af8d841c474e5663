package org.rowmark.workloads.restore.mysql;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import org.rowmark.databases.mysql.MySql;
import org.rowmark.databases.mysql.MySqlProduct;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.BackupFile.SqlDump;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;
import org.rowmark.workloads.restore.mysql.MySqlClient.Kind;

/** Databases of MySQL and MariaDB, beside the target's own on the same server. */
@AutoService(Restorer.class)
public class MySqlRestorer implements Restorer {
    /** ER_NO_SUCH_THREAD: the session has just ended by itself. */
    private static final int NO_SUCH_SESSION = 1094;

    private static final String NEWER =
            "the dump comes from another product or a newer version: this server does not know the ";

    /** Failures of the clients of MySQL and MariaDB. */
    static final KnownFailures FAILURES = new KnownFailures(
            "ERROR 1064 \\(42000\\) at line 1:|ASCII '\\\\0' appeared in the statement",
            "the file is no SQL dump: the server does not understand how it begins",
            "at line 1: Unknown command '\\\\-'",
            "a newer dump program made the dump: its first line enables the client's sandbox mode, which"
                    + " this client does not have; install newer client programs, or remove that line",
            // The client connects for the first time before it reads a line.
            "ERROR 200[235] \\(HY000\\) at line (\\d+)",
            "the file is no dump of MariaDB or MySQL: the client takes line $1 for a command to connect"
                    + " elsewhere, as \\\\restrict of PostgreSQL's dumps looks like",
            "Unknown system variable ('[^']*')",
            NEWER + "setting $1",
            "Unknown collation: ('[^']*')",
            NEWER + "collation $1",
            "Access denied; you need.*RELOAD",
            "a restore ends by writing its tables to the disk (flush tables for export); give the user the right RELOAD",
            "Access denied for user ('[^']*'@'[^']*')",
            "the server refused the password or the rights of user $1");

    public static final SqlDump DUMP =
            new SqlDump(Pattern.compile("^-- (MariaDB|MySQL) dump ", Pattern.MULTILINE), "-- Dump completed");

    private final MySqlProduct product;

    public MySqlRestorer() {
        this(MySql.PRODUCT);
    }

    MySqlRestorer(MySqlProduct product) {
        this.product = product;
    }

    @Override
    public String database() {
        return product.id();
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                new ClientRestore(
                        usualMethod(),
                        "the command-line client reads an SQL dump from its standard input",
                        "sql",
                        List.of(Kind.DUMP, Kind.SHELL),
                        product,
                        this),
                new MySqlTabRestore(
                        "tab",
                        "files of a --tab dump by LOAD DATA, in one or several jobs, the indexes afterwards",
                        "tab",
                        EnumSet.of(RestoreJob.Option.INACTIVE_INDEXES, RestoreJob.Option.JOBS),
                        List.of(Kind.DUMP, Kind.SHELL, Kind.IMPORT),
                        product,
                        this));
    }

    @Override
    public String usualMethod() {
        return product.id() + "-client";
    }

    /**
     * A dump of SQL statements through the client's standard input. Each table's indexes are declared with the table, so
     * they grow with its rows: phases cannot be distinguished.
     */
    private record ClientRestore(
            String name, String meaning, String format, List<Kind> kinds, MySqlProduct product, Restorer restorer)
            implements MySqlClient.Method {
        @Override
        public void backUp(RunningTarget running, String source, Path backup) throws IOException {
            Kind.DUMP
                    .require(running, product)
                    .dump(running, List.of("--routines", "--events", "--hex-blob", "--result-file=" + backup, source));
        }

        @Override
        public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException {
            MySqlClient client = Kind.SHELL.require(running, product);
            List<String> words = List.of("--database=" + job.name());
            LongConsumer progress = BackupFile.progress(DUMP.require(job.backup()), job.progress());
            return () -> {
                restorer.create(running, job.name());
                client.run(running, words, Optional.of(job.backup()), line -> {}, progress);
            };
        }
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(new JdbcUrl(running.endpoint().url()).withDatabase(name));
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        String count = "select count(*) from information_schema.schemata where schema_name = '" + name + "'";
        return Drivers.query(running.endpoint(), connection -> Sql.number(connection, count) > 0);
    }

    @Override
    public void create(RunningTarget running, String name) throws SQLException {
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            Sql.execute(connection, "create database " + name);
        }
    }

    /** Ends the sessions of clients that were killed first, as they hold its tables until they end. */
    @Override
    public void drop(RunningTarget running, String name) throws IOException, SQLException {
        Restorer.requireOurs(running, name);
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            String sessions =
                    "select id from information_schema.processlist where db = '" + name + "' and id <> connection_id()";
            for (long session : Sql.rows(connection, sessions, row -> row.getLong(1))) {
                try {
                    Sql.execute(connection, "kill " + session);
                } catch (SQLException e) {
                    if (e.getErrorCode() != NO_SUCH_SESSION) {
                        throw e;
                    }
                }
            }
            Sql.execute(connection, "drop database if exists " + name);
        }
    }

    /** Waits until no page of an InnoDB table is dirty and the files are synced; other engines have written theirs. */
    @Override
    public void sync(RunningTarget running, String name) throws IOException, SQLException {
        try (Connection connection = Drivers.connect(endpoint(running, name), ConnectionMode.PLAIN)) {
            String tables = "select concat('`', replace(table_name, '`', '``'), '`') from information_schema.tables"
                    + " where table_schema = database() and engine = 'InnoDB'";
            List<String> names = Sql.rows(connection, tables, row -> row.getString(1));
            if (!names.isEmpty()) {
                Sql.execute(connection, "flush tables " + String.join(", ", names) + " for export", "unlock tables");
            }
        }
    }

    /**
     * Adds up the files of InnoDB's tables, as the server knows them, and the sizes that other engines report of
     * theirs. Estimates of rows and pages, which {@code information_schema.tables} has for InnoDB, are not included.
     */
    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return Drivers.query(running.endpoint(), connection -> {
            String files = ServerInfoQueries.value(
                    connection,
                    "select table_name from information_schema.tables where lower(table_schema) = 'information_schema'"
                            + " and lower(table_name) in ('innodb_tablespaces', 'innodb_sys_tablespaces')");
            String ours = "select coalesce(sum(file_size), 0) from information_schema." + files + " where left(name, "
                    + (name.length() + 1) + ") = '" + name + "/'";
            String others = "select coalesce(sum(data_length + index_length), 0) from information_schema.tables"
                    + " where table_schema = '" + name + "' and engine <> 'InnoDB'";
            return Sql.number(connection, "select (" + ours + ") + (" + others + ")");
        });
    }

    @Override
    public Optional<String> explain(String failure) {
        return FAILURES.explain(failure);
    }
}
