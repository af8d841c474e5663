package org.rowmark.workloads.restore.sqlserver;

import com.google.auto.service.AutoService;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.KnownFailures;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.workloads.restore.IndexState;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** Databases of the same server, created and dropped on connections to the target's own. */
@AutoService(Restorer.class)
public final class SqlServerRestorer implements Restorer {
    /** A disabled index is defined, but not maintained. */
    private static final String INDEXES = "select t.name, i.name, 1 - cast(i.is_disabled as int) from sys.indexes i"
            + " join sys.tables t on t.object_id = i.object_id where i.type > 0 and t.is_ms_shipped = 0";

    private static final String BYTES = "select sum(cast(size as bigint)) * 8192 from sys.database_files";

    /** A property of the URL, whose value may be in braces; the driver knows it by two names. */
    private static final Pattern DATABASE = Pattern.compile(
            ";\\s*(?:databaseName|database)\\s*=\\s*(?:\\{(?:[^}]|}})*}|[^;]*)", Pattern.CASE_INSENSITIVE);

    /** Errors of Windows, or of SQL Server on Linux in the same form; their texts are in the language of the system. */
    private static final KnownFailures FAILURES = new KnownFailures(
            "Operating system error [23]\\(",
            "the server finds no such file; the path is one of the server's own disks",
            "Operating system error 5\\(",
            "the account that the server runs as must be able to read the file");

    @Override
    public String database() {
        return "sqlserver";
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new SqlServerRestoreDatabase(
                "restore-database", "RESTORE DATABASE: the server copies the pages of a file on its own disk", "bak"));
    }

    @Override
    public Endpoint endpoint(RunningTarget running, String name) {
        return running.endpoint().at(url(running.endpoint().url(), name));
    }

    static String url(String url, String name) {
        String without = DATABASE.matcher(url).replaceAll("");
        return without + (without.endsWith(";") ? "" : ";") + "databaseName=" + name;
    }

    @Override
    public boolean exists(RunningTarget running, String name) throws SQLException {
        String id = "select db_id('" + name + "')";
        return Drivers.query(running.endpoint(), connection -> Sql.text(connection, id))
                .isPresent();
    }

    /** Creates the database with simple recovery, as loading needs no log that could be backed up. */
    @Override
    public void create(RunningTarget running, String name) throws SQLException {
        execute(running, "create database " + name, "alter database " + name + " set recovery simple");
    }

    /** Ends the sessions of a database that is online; one that is being restored has none and cannot be altered. */
    @Override
    public void drop(RunningTarget running, String name) throws SQLException {
        Optional<String> own =
                Drivers.query(running.endpoint(), connection -> Sql.text(connection, "select db_name()"));
        if (own.filter(name::equalsIgnoreCase).isPresent()) {
            throw running.target()
                    .problem("its own database is called " + name
                            + ", as Rowmark calls one that it drops; name another one in the url");
        }
        Restorer.requireOurs(running, name);
        if (exists(running, name)) {
            execute(
                    running,
                    "if databasepropertyex('" + name + "', 'Status') = 'ONLINE' alter database " + name
                            + " set single_user with rollback immediate; drop database " + name);
        }
    }

    @Override
    public void sync(RunningTarget running, String name) throws SQLException {
        Drivers.query(endpoint(running, name), connection -> {
            Sql.execute(connection, "checkpoint");
            return null;
        });
    }

    @Override
    public long size(RunningTarget running, String name) throws SQLException {
        return Drivers.query(endpoint(running, name), connection -> Sql.number(connection, BYTES));
    }

    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public Optional<String> explain(String failure) {
        return FAILURES.explain(failure);
    }

    private static void execute(RunningTarget running, String... statements) throws SQLException {
        Drivers.query(running.endpoint(), connection -> {
            for (String sql : statements) {
                new SqlServerMessages().run(connection, sql, progress -> {});
            }
            return null;
        });
    }
}
