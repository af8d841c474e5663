package org.rowmark.databases.sqlserver.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.sqlserver.SqlServer;
import org.rowmark.databases.sqlserver.restore.RestoreStatements.Move;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** RESTORE DATABASE over JDBC, from a file on the server's own disk. */
public final class SqlServerRestoreDatabase implements RestoreMethod {
    static final String DATA_DIRECTORY = "InstanceDefaultDataPath";
    static final String LOG_DIRECTORY = "InstanceDefaultLogPath";
    static final String VERSION = "ProductVersion";

    @Override
    public String name() {
        return "restore-database";
    }

    @Override
    public String meaning() {
        return "RESTORE DATABASE: the server copies the pages of a file on its own disk";
    }

    @Override
    public String format() {
        return "bak";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        try {
            return Drivers.ask(
                    site.endpoint(), connection -> SqlServerRestoreRights.missing(new TolerantQueries(connection)));
        } catch (SQLException e) {
            return Optional.of("a server that answers: " + reason(e));
        }
    }

    /** The file goes where the server keeps backups; what is kept here is its name. */
    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        ServerBackupFile file = ServerBackupFile.made(backup);
        SqlServerMessages messages = new SqlServerMessages();
        Drivers.ask(site.endpoint(), connection -> {
            messages.run(connection, RestoreStatements.backUp(source, file.path()), progress -> {});
            return null;
        });
        SqlServerOutput.append(site, messages.lines());
    }

    @Override
    public boolean keepsOnServer() {
        return true;
    }

    @Override
    public boolean isThere(RunningTarget site, Path backup) {
        try {
            return size(site, backup) > 0;
        } catch (IOException | SQLException | UsageException e) {
            return false;
        }
    }

    @Override
    public long size(RunningTarget site, Path backup) throws IOException, SQLException {
        ServerBackupFile file = ServerBackupFile.of(backup);
        return SqlServerBackupSet.newest(backup, headers(site.endpoint(), file)).bytes();
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        ServerBackupFile file = ServerBackupFile.of(job.backup());
        List<Map<String, String>> headers = headers(site.endpoint(), file);
        SqlServerBackupSet backup = SqlServerBackupSet.newest(job.backup(), headers);
        SqlServerOutput.append(site, "RESTORE HEADERONLY", headers);
        backup.requireNotNewerThan(job.backup(), property(site, VERSION));
        List<Map<String, String>> files =
                rows(site.endpoint(), file, RestoreStatements.files(file.path(), backup.position()));
        SqlServerOutput.append(site, "RESTORE FILELISTONLY", files);
        List<Move> moves = SqlServerBackupSet.moves(
                job.name(), files, property(site, DATA_DIRECTORY), property(site, LOG_DIRECTORY));
        String sql = RestoreStatements.restore(job.name(), file.path(), backup.position(), moves);
        return new Run(site, job, sql, new SqlServerMessages());
    }

    /** @param messages of one run */
    private record Run(RunningTarget site, RestoreJob job, String sql, SqlServerMessages messages)
            implements PreparedRestore {
        @Override
        public void run() throws IOException {
            SqlServerOutput.append(site, List.of(sql));
            try (Connection connection = Drivers.connect(site.endpoint(), ConnectionMode.PLAIN)) {
                messages.run(connection, sql, job.progress());
            } catch (SQLException e) {
                throw new IOException("RESTORE DATABASE failed: " + reason(e), e);
            } finally {
                SqlServerOutput.append(site, messages.lines());
            }
        }

        /** Copying pages, as the server says; the rest is recovery. */
        @Override
        public Map<String, Double> phases() {
            return messages.seconds().isPresent()
                    ? Map.of(PreparedRestore.DATA, messages.seconds().getAsDouble())
                    : Map.of();
        }
    }

    private static List<Map<String, String>> headers(Endpoint endpoint, ServerBackupFile file) throws IOException {
        return rows(endpoint, file, RestoreStatements.headers(file.path()));
    }

    private static List<Map<String, String>> rows(Endpoint endpoint, ServerBackupFile file, String sql)
            throws IOException {
        try {
            return Drivers.ask(endpoint, connection -> SqlServerOutput.rows(connection, sql));
        } catch (SQLException e) {
            throw new IOException("the server cannot read the backup " + file.path() + ": " + reason(e), e);
        }
    }

    /** @throws UsageException if the server does not tell it */
    private static String property(RunningTarget site, String name) throws SQLException {
        String query = "select cast(serverproperty('" + name + "') as nvarchar(400))";
        String value = Drivers.ask(site.endpoint(), connection -> ServerInfoQueries.value(connection, query));
        if (value.equals(ServerInfoQueries.UNKNOWN)) {
            throw new UsageException(
                    "restore-database needs a server that tells its " + name + ", as SQL Server does from 2012 on");
        }
        return value;
    }

    /** Of several errors the first says what is wrong, the last one that the statement has ended. */
    private static String reason(SQLException e) {
        return new SqlServer()
                .explain(e)
                .orElseGet(
                        () -> String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
    }
}
