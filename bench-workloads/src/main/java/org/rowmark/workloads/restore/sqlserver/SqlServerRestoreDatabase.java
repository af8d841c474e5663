package org.rowmark.workloads.restore.sqlserver;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.rowmark.databases.sqlserver.SqlServer;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secrets;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.PhasedRestore;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;

/** RESTORE DATABASE over JDBC, from a file on the server's own disk; the cache holds a note with the name of the file. */
record SqlServerRestoreDatabase(String name, String meaning, String format) implements RestoreMethod {
    private static final String MAY_CREATE = "select case when has_perms_by_name(null, null, 'CREATE ANY DATABASE') = 1"
            + " or has_perms_by_name('master', 'DATABASE', 'CREATE DATABASE') = 1 then 1 end";

    /** BackupType of RESTORE HEADERONLY. */
    private static final String WHOLE_DATABASE = "1";

    private static final String NOTE = "a backup of Rowmark's on the server: ";
    private static final int LONGEST_NOTE = 400;

    @Override
    public Optional<String> missing(RunningTarget running) throws SQLException {
        return Drivers.query(running.endpoint(), connection -> missing(new TolerantQueries(connection)));
    }

    /** Returns the end of "needs …"; empty if the endpoint restores databases for this user, as far as is known. */
    static Optional<String> missing(TolerantQueries queries) {
        if (queries.value(SqlServer.BABELFISH).isPresent()) {
            return Optional.of("SQL Server itself, and this is Babelfish, which speaks its protocol");
        }
        return queries.value(MAY_CREATE).isPresent()
                ? Optional.empty()
                : Optional.of("the permission CREATE ANY DATABASE, which members of the server role dbcreator have");
    }

    /** Writes the file to the server's directory for backups, without a mark in the history of the database's own. */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        String file = "rowmark_" + UUID.randomUUID() + ".bak";
        Files.writeString(backup, NOTE + file);
        run(
                running,
                "backup database " + source + " to disk = " + text(file) + " with copy_only, init, checksum",
                progress -> {});
    }

    @Override
    public boolean keepsOnServer() {
        return true;
    }

    @Override
    public boolean isThere(RunningTarget running, Path backup) {
        try {
            return size(running, backup) > 0;
        } catch (IOException | UsageException e) {
            return false;
        }
    }

    @Override
    public long size(RunningTarget running, Path backup) throws IOException {
        return BackupSet.newest(backup, headers(running, file(backup))).bytes();
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        String file = file(job.backup());
        int position = BackupSet.newest(job.backup(), headers(running, file)).position();
        String source = " from disk = " + text(file) + " with file = " + position;
        String moves = moves(
                job.name(),
                rows(running, file, "restore filelistonly" + source),
                property(running, "InstanceDefaultDataPath"),
                property(running, "InstanceDefaultLogPath"));
        String sql = "restore database " + job.name() + source + moves + ", replace, stats = 5";
        return new PhasedRestore(phases -> run(running, sql, job.progress())
                .seconds()
                .ifPresent(copying -> phases.add(PreparedRestore.DATA, copying))); // the rest is recovery
    }

    private static List<Map<String, String>> headers(RunningTarget running, String file) throws IOException {
        return rows(running, file, "restore headeronly from disk = " + text(file));
    }

    /** @param backup a note, or a path on the server */
    static String file(Path backup) throws IOException {
        if (Files.isRegularFile(backup) && Files.size(backup) < LONGEST_NOTE) {
            String text = Files.readString(backup, StandardCharsets.ISO_8859_1);
            if (text.startsWith(NOTE)) {
                return text.substring(NOTE.length());
            }
        }
        return onServer(backup.toString());
    }

    /** Restores the separators of a path of a server on Linux, which Windows has replaced by its own here. */
    static String onServer(String path) {
        boolean isOfLinux = path.startsWith("\\") && !path.startsWith("\\\\");
        return isOfLinux ? path.replace('\\', '/') : path;
    }

    /**
     * Moves files into the directories that the server has for new data and logs, under the name of the database.
     *
     * @param files the rows of RESTORE FILELISTONLY, by names of the columns
     */
    static String moves(String name, List<Map<String, String>> files, String data, String log) {
        List<String> moves = new ArrayList<>();
        for (Map<String, String> file : files) {
            String type = file.getOrDefault("Type", "D");
            String ending = switch (type) {
                case "L" -> ".ldf";
                case "D" -> moves.isEmpty() ? ".mdf" : ".ndf";
                default -> ""; // a directory: FILESTREAM, full text
            };
            String directory = type.equals("L") ? log : data;
            boolean ends = directory.endsWith("/") || directory.endsWith("\\");
            String separator = ends ? "" : directory.startsWith("/") ? "/" : "\\";
            String path = directory + separator + name + "_" + (moves.size() + 1) + ending;
            moves.add(", move " + text(file.getOrDefault("LogicalName", "")) + " to " + text(path));
        }
        return String.join("", moves);
    }

    /** A backup of a whole database in a file, which may hold several, numbered from 1. */
    record BackupSet(int position, long bytes) {
        /** @param headers the rows of RESTORE HEADERONLY, by names of the columns */
        static BackupSet newest(Path backup, List<Map<String, String>> headers) {
            return headers.stream()
                    .filter(header -> WHOLE_DATABASE.equals(header.get("BackupType")))
                    .map(header -> new BackupSet(
                            Integer.parseInt(header.getOrDefault("Position", "1")),
                            Long.parseLong(header.getOrDefault(
                                    "CompressedBackupSize", header.getOrDefault("BackupSize", "0")))))
                    .max(Comparator.comparingInt(BackupSet::position))
                    .orElseThrow(() -> new UsageException("backup " + backup
                            + " holds no whole database; RESTORE DATABASE needs one that BACKUP DATABASE made"));
        }
    }

    private static SqlServerMessages run(RunningTarget running, String sql, Consumer<String> progress)
            throws IOException {
        SqlServerMessages messages = new SqlServerMessages();
        log(running, List.of(sql));
        try (Connection connection = Drivers.connect(running.endpoint(), ConnectionMode.PLAIN)) {
            messages.run(connection, sql, progress);
            return messages;
        } catch (SQLException e) {
            String statement = sql.startsWith("restore") ? "RESTORE" : "BACKUP";
            throw new IOException(statement + " DATABASE failed: " + reason(e), e);
        } finally {
            log(running, messages.lines());
        }
    }

    private static void log(RunningTarget running, List<String> lines) throws IOException {
        List<String> scrubbed = lines.stream().map(Secrets::scrub).toList();
        Files.write(running.output(), scrubbed, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Reads a result with columns that differ between versions, and logs it. */
    private static List<Map<String, String>> rows(RunningTarget running, String file, String sql) throws IOException {
        try {
            List<Map<String, String>> rows = Drivers.query(
                    running.endpoint(), connection -> Sql.rows(connection, sql, SqlServerRestoreDatabase::row));
            log(running, rows.stream().map(row -> sql + ": " + row).toList());
            return rows;
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
        return Drivers.query(running.endpoint(), connection -> Sql.text(connection, query))
                .orElseThrow(() -> new UsageException("restore-database needs a server that reports its " + name
                        + ", as SQL Server does from 2012 on"));
    }

    private static String text(String text) {
        return "N'" + text.replace("'", "''") + "'";
    }

    /** Returns the first of several errors, which is the cause; the last one is the end of the statement. */
    private static String reason(SQLException e) {
        return new SqlServer().driver().explain(e).orElseGet(() -> Sql.firstLine(e.getMessage()));
    }
}
