package org.rowmark.databases.sqlserver.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.sqlserver.SqlServer;
import org.rowmark.databases.sqlserver.restore.RestoreStatements.Move;
import org.rowmark.databases.sqlserver.restore.ServerBackupFile.BackupSet;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/** RESTORE DATABASE over JDBC, from a file on the server's own disk. */
record SqlServerRestoreDatabase(String name, String meaning, String format) implements RestoreMethod {
    private static final String EDITION = "select cast(serverproperty('EngineEdition') as varchar(10))";
    private static final String MAY_CREATE = "select has_perms_by_name(null, null, 'CREATE ANY DATABASE')";
    private static final String MAY_CREATE_IN_MASTER =
            "select has_perms_by_name('master', 'DATABASE', 'CREATE DATABASE')";

    /** Standard, Enterprise and Express; all others are services, which restore by themselves. */
    private static final Set<String> RESTORING = Set.of("2", "3", "4");

    SqlServerRestoreDatabase() {
        this("restore-database", "RESTORE DATABASE: the server copies the pages of a file on its own disk", "bak");
    }

    @Override
    public Optional<String> missing(RunningTarget running) {
        try {
            return Drivers.query(running.endpoint(), connection -> missing(new TolerantQueries(connection)));
        } catch (SQLException e) {
            return Optional.of("a server that answers: " + reason(e));
        }
    }

    /** Returns the end of "needs …"; empty if the endpoint restores databases for this user, as far as is known. */
    static Optional<String> missing(TolerantQueries queries) {
        Optional<String> edition = queries.value(EDITION);
        if (edition.filter(RESTORING::contains).isEmpty()
                || queries.value(SqlServer.BABELFISH).isPresent()) {
            return Optional.of("SQL Server itself, from 2012 on, and this is something else that speaks its protocol");
        }
        boolean may = queries.value(MAY_CREATE).filter("1"::equals).isPresent()
                || queries.value(MAY_CREATE_IN_MASTER).filter("1"::equals).isPresent();
        return may
                ? Optional.empty()
                : Optional.of("the permission CREATE ANY DATABASE, which members of the server role dbcreator have");
    }

    /** Writes the file to the server's directory for backups, and its name to {@code backup}. */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
        ServerBackupFile file = ServerBackupFile.made(backup);
        SqlServerMessages messages = new SqlServerMessages();
        Drivers.query(running.endpoint(), connection -> {
            messages.run(connection, RestoreStatements.backUp(source, file.path()), progress -> {});
            return null;
        });
        log(running, messages.lines());
    }

    @Override
    public boolean keepsOnServer() {
        return true;
    }

    @Override
    public boolean isThere(RunningTarget running, Path backup) {
        try {
            return size(running, backup) > 0;
        } catch (IOException | SQLException | UsageException e) {
            return false;
        }
    }

    @Override
    public long size(RunningTarget running, Path backup) throws IOException, SQLException {
        String file = ServerBackupFile.of(backup).path();
        return BackupSet.newest(backup, rows(running, file, RestoreStatements.headers(file)))
                .bytes();
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        String file = ServerBackupFile.of(job.backup()).path();
        List<Map<String, String>> headers = rows(running, file, RestoreStatements.headers(file));
        BackupSet backup = BackupSet.newest(job.backup(), headers);
        log(running, headers.stream().map(row -> "RESTORE HEADERONLY: " + row).toList());
        backup.requireNotNewerThan(job.backup(), property(running, "ProductVersion"));
        List<Map<String, String>> files = rows(running, file, RestoreStatements.files(file, backup.position()));
        log(running, files.stream().map(row -> "RESTORE FILELISTONLY: " + row).toList());
        List<Move> moves = Move.all(
                job.name(),
                files,
                property(running, "InstanceDefaultDataPath"),
                property(running, "InstanceDefaultLogPath"));
        String sql = RestoreStatements.restore(job.name(), file, backup.position(), moves);
        return new Run(running, job, sql, new SqlServerMessages());
    }

    /** @param messages of one run */
    private record Run(RunningTarget running, RestoreJob job, String sql, SqlServerMessages messages)
            implements PreparedRestore {
        @Override
        public void run() throws IOException {
            log(running, List.of(sql));
            try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
                messages.run(connection, sql, job.progress());
            } catch (SQLException e) {
                throw new IOException("RESTORE DATABASE failed: " + reason(e), e);
            } finally {
                log(running, messages.lines());
            }
        }

        /** Returns the time for copying pages, as the server reports it; the rest is recovery. */
        @Override
        public Map<String, Double> phases() {
            return messages.seconds().isPresent()
                    ? Map.of(PreparedRestore.DATA, messages.seconds().getAsDouble())
                    : Map.of();
        }
    }

    private static void log(RunningTarget running, List<String> lines) throws IOException {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(Secrets.scrub(line)).append('\n'));
        Files.writeString(running.output(), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Reads a result with columns that differ between versions. */
    private static List<Map<String, String>> rows(RunningTarget running, String file, String sql) throws IOException {
        try {
            return Drivers.query(
                    running.endpoint(), connection -> Sql.rows(connection, sql, SqlServerRestoreDatabase::row));
        } catch (SQLException e) {
            throw new IOException("the server cannot read the backup " + file + ": " + reason(e), e);
        }
    }

    /** Reads a row as text by names of the columns, without those that are null. */
    private static Map<String, String> row(ResultSet row) throws SQLException {
        ResultSetMetaData columns = row.getMetaData();
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            values.put(columns.getColumnLabel(i), row.getString(i));
        }
        values.values().removeIf(Objects::isNull);
        return values;
    }

    /** @throws UsageException if the server does not report it */
    private static String property(RunningTarget running, String name) throws SQLException {
        String query = "select cast(serverproperty('" + name + "') as nvarchar(400))";
        String value = Drivers.query(running.endpoint(), connection -> ServerInfoQueries.value(connection, query));
        if (value.equals(ServerInfoQueries.UNKNOWN)) {
            throw new UsageException(
                    "restore-database needs a server that reports its " + name + ", as SQL Server does from 2012 on");
        }
        return value;
    }

    /** Returns the first of several errors, which is the cause; the last one is the end of the statement. */
    private static String reason(SQLException e) {
        return new SqlServer()
                .driver()
                .explain(e)
                .orElseGet(
                        () -> String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
}
