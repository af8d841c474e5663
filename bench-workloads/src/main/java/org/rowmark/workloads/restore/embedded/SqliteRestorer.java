package org.rowmark.workloads.restore.embedded;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.IndexState;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/**
 * SQLite's databases, one file each. The online backup API copies pages as they are, so their size is the backup's;
 * VACUUM INTO writes rows and indexes anew and without gaps, in pages of the requested size.
 */
@AutoService(Restorer.class)
public final class SqliteRestorer extends EmbeddedRestorer {
    private static final String SCHEME = "jdbc:sqlite:";
    private static final String HEADER = "SQLite format 3\0";
    private static final String FORMAT = "copy";
    private static final String INDEXES =
            "select t.name, i.name, 1 from sqlite_master t join pragma_index_list(t.name) i"
                    + " where t.type = 'table' union all select t.name, c.name, 1 from sqlite_master t"
                    + " join pragma_table_info(t.name) c where t.type = 'table' and c.pk = 1"
                    + " and not exists (select 1 from pragma_index_list(t.name) i where i.origin = 'pk')";

    public SqliteRestorer() {
        super("sqlite", SCHEME + "(?:file:)?", ".db");
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(
                method(
                        "online-backup",
                        "the online backup API (restore from): page by page from a copy of the database",
                        FORMAT,
                        this::backUp,
                        this::prepareOnline),
                method(
                        "vacuum-into",
                        "VACUUM INTO: rows and indexes written anew from a copy of the database",
                        FORMAT,
                        this::backUp,
                        this::prepareVacuum,
                        RestoreJob.Option.PAGE_SIZE));
    }

    @Override
    protected DatabaseFiles files(RunningTarget running, String name) {
        return DatabaseFiles.named(path(running, name), "", "-journal", "-wal", "-shm");
    }

    /** Returns true: tables can only be altered by renaming and by adding columns. */
    @Override
    public boolean keysInTable() {
        return true;
    }

    /** Returns the indexes; a table whose primary key has none is itself the index, in the key's order. */
    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    private void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException {
        online(endpoint(running, source), "backup to ", backup);
    }

    private PreparedRestore prepareOnline(RunningTarget running, RestoreJob job) throws IOException {
        Path backup = job.backup();
        long pages = pagesOfBackup(running, backup);
        Endpoint restored = endpoint(running, job.name());
        return () -> {
            online(restored, "restore from ", backup);
            // the driver does not report every source that cannot be read
            long copied = pages(restored);
            if (copied != pages) {
                throw new IOException(
                        "restore of " + backup + " failed: " + copied + " of its " + pages + " pages have come back");
            }
        };
    }

    /** Executes a statement of the driver, which calls SQLite's online backup API. */
    private static void online(Endpoint endpoint, String statement, Path file) throws IOException, SQLException {
        try {
            open(endpoint, statement + '"' + file.toAbsolutePath() + '"');
        } catch (IOException e) {
            throw new IOException(statement + file + " failed: " + e.getMessage(), e);
        }
    }

    private PreparedRestore prepareVacuum(RunningTarget running, RestoreJob job) throws IOException {
        pagesOfBackup(running, job.backup());
        Endpoint backup = readOnly(running, job.backup());
        Endpoint restored = endpoint(running, job.name());
        List<String> statements = new ArrayList<>();
        job.pageSize().ifPresent(bytes -> statements.add("pragma page_size = " + bytes));
        statements.add("vacuum into " + quoted(path(running, job.name())));
        return () -> {
            open(backup, statements.toArray(String[]::new));
            pages(restored);
        };
    }

    /** Counts the pages of a backup, which must be a database. */
    private static long pagesOfBackup(RunningTarget running, Path backup) throws IOException {
        try (InputStream in = Files.newInputStream(BackupFile.require(backup))) {
            byte[] header = in.readNBytes(HEADER.length());
            if (!new String(header, StandardCharsets.ISO_8859_1).equals(HEADER)) {
                throw noBackup(backup, "a database file of SQLite 3");
            }
        }
        try {
            return pages(readOnly(running, backup));
        } catch (SQLException e) {
            throw new UsageException("backup " + backup + " cannot be read: " + Sql.reason(e), e);
        }
    }

    /** Counts the pages of a database, which reads its first page; opening the file alone reads nothing. */
    private static long pages(Endpoint endpoint) throws SQLException {
        return Drivers.query(endpoint, connection -> Sql.number(connection, "pragma page_count"));
    }

    /** Returns the endpoint of any file, with the target's own settings except those that change the file. */
    private static Endpoint readOnly(RunningTarget running, Path file) {
        Map<String, String> settings = new HashMap<>(running.endpoint().properties());
        settings.keySet().removeAll(Set.of("journal_mode", "page_size", "auto_vacuum", "encoding"));
        settings.put("open_mode", "1"); // SQLITE_OPEN_READONLY
        return running.endpoint().at(SCHEME + file.toAbsolutePath()).with(settings);
    }
}
