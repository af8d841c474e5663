package org.rowmark.databases.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.DatabaseFiles;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.databases.support.restore.EmbeddedUrl;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.IndexState;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** SQLite's databases, a file each. */
public final class SqliteRestorer implements EmbeddedRestorer {
    private static final String SCHEME = "jdbc:sqlite:";

    private static final String ENDING = ".db";
    private static final Pattern FILE = Pattern.compile("(" + SCHEME + "(?:file:)?)" + EmbeddedUrl.PATH + "(.*)");
    private static final String HEADER = "SQLite format 3\0";

    private static final String INDEXES =
            "select t.name, i.name, 1 from sqlite_master t join pragma_index_list(t.name) i"
                    + " where t.type = 'table' union all select t.name, c.name, 1 from sqlite_master t"
                    + " join pragma_table_info(t.name) c where t.type = 'table' and c.pk = 1"
                    + " and not exists (select 1 from pragma_index_list(t.name) i where i.origin = 'pk')";

    @Override
    public List<RestoreMethod> methods() {
        return List.of(new SqliteOnlineBackup(), new SqliteVacuumInto());
    }

    @Override
    public String usualWay() {
        return "online-backup";
    }

    @Override
    public Endpoint endpoint(RunningTarget site, String name) {
        return site.endpoint().at(beside(site, name).toString());
    }

    static Path file(RunningTarget site, String name) {
        return beside(site, name).file(Path.of(""));
    }

    @Override
    public DatabaseFiles files(RunningTarget site, String name) {
        return DatabaseFiles.named(file(site, name), "", "-journal", "-wal", "-shm");
    }

    private static EmbeddedUrl beside(RunningTarget site, String name) {
        return new SqliteRestorer().url(site).orElseThrow().beside(name + ENDING);
    }

    @Override
    public Optional<EmbeddedUrl> url(RunningTarget site) {
        return EmbeddedUrl.of(FILE, site.endpoint().url());
    }

    /**
     * How many pages there are in a database that is to be restored.
     *
     * @throws UsageException if it is none
     */
    static long pagesOfBackup(RunningTarget site, Path backup) throws IOException {
        try (InputStream in = Files.newInputStream(BackupFile.require(backup))) {
            byte[] header = in.readNBytes(HEADER.length());
            if (!new String(header, StandardCharsets.ISO_8859_1).equals(HEADER)) {
                throw EmbeddedRestorer.noBackup(backup, "a database file of SQLite 3");
            }
        }
        try {
            return pages(onlyRead(site, backup));
        } catch (SQLException e) {
            throw new UsageException("backup " + backup + " cannot be read: " + ServerStarts.firstLine(e), e);
        }
    }

    /** Opening a file reads nothing of it; this reads its first page. */
    static long pages(Endpoint endpoint) throws SQLException {
        return Drivers.ask(
                endpoint, connection -> Long.parseLong(ServerInfoQueries.value(connection, "pragma page_count")));
    }

    /** A file that somebody else has made, with the target's own settings but for those that change the file. */
    static Endpoint onlyRead(RunningTarget site, Path file) {
        Map<String, String> settings = new HashMap<>(site.endpoint().properties());
        settings.keySet().removeAll(Set.of("journal_mode", "page_size", "auto_vacuum", "encoding"));
        settings.put("open_mode", "1"); // SQLITE_OPEN_READONLY
        return site.endpoint().at(SCHEME + file.toAbsolutePath()).with(settings);
    }

    /** Tables are altered by renaming and adding columns only. */
    @Override
    public boolean keysInTable() {
        return true;
    }

    /** A table whose primary key has no index of its own is itself the index: its rows are kept in the key's order. */
    @Override
    public List<IndexState> indexes(Connection connection) throws SQLException {
        return IndexState.byQuery(connection, INDEXES);
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of(Integer.parseInt(ServerInfoQueries.value(connection, "pragma page_size")));
    }
}
