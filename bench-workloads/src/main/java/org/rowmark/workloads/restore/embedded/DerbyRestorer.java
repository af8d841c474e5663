package org.rowmark.workloads.restore.embedded;

import com.google.auto.service.AutoService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.rowmark.databases.derby.DerbySettings;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.workloads.restore.BackupFile;
import org.rowmark.workloads.restore.DatabaseFiles;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;
import org.rowmark.workloads.restore.RestoreMethod;
import org.rowmark.workloads.restore.Restorer;

/** Derby's databases, one directory each, restored by the engine: it copies the backup's files and opens the copy. */
@AutoService(Restorer.class)
public final class DerbyRestorer extends EmbeddedRestorer {
    private static final String MARK = "service.properties";
    private static final Set<String> ENTRIES = Set.of(
            MARK, "seg0", "log", "tmp", "jar", "db.lck", "dbex.lck", "README_DO_NOT_TOUCH_FILES.txt", "BACKUP.HISTORY");

    public DerbyRestorer() {
        super("derby", "jdbc:derby:(?:directory:)?", "");
    }

    @Override
    public List<RestoreMethod> methods() {
        return List.of(method(
                "restore-from",
                ";restoreFrom=: the engine copies the files that SYSCS_BACKUP_DATABASE copied",
                "copy",
                (running, source, backup) -> open(
                        endpoint(running, source), "call syscs_util.syscs_backup_database(" + quoted(backup) + ")"),
                this::prepare));
    }

    @Override
    protected Optional<EmbeddedUrl> url(RunningTarget running) {
        return running.endpoint().properties().containsKey(DerbySettings.HOME) ? super.url(running) : Optional.empty();
    }

    /** Returns a URL that opens an existing database only. */
    @Override
    protected EmbeddedUrl url(RunningTarget running, String name) {
        return super.url(running, name).without("create").without("createFrom").without("restoreFrom");
    }

    @Override
    protected Path base(RunningTarget running) {
        return Path.of(running.endpoint().properties().getOrDefault(DerbySettings.HOME, ""));
    }

    @Override
    protected DatabaseFiles files(RunningTarget running, String name) throws IOException {
        return DatabaseFiles.directory(path(running, name), ENTRIES::contains);
    }

    @Override
    public void create(RunningTarget running, String name) throws IOException, SQLException {
        open(running.endpoint().at(url(running, name) + ";create=true"));
    }

    private PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException {
        Path copy = copy(job.backup());
        Endpoint restored = running.endpoint().at(url(running, job.name()) + ";restoreFrom=" + copy.toAbsolutePath());
        return () -> {
            try {
                open(restored);
            } catch (IOException e) {
                throw new IOException("restoreFrom=" + copy + " failed: " + e.getMessage(), e);
            }
        };
    }

    /** Finds the copy of a database in the directory that SYSCS_BACKUP_DATABASE was given, or that is the copy itself. */
    private static Path copy(Path backup) throws IOException {
        if (Files.isRegularFile(backup.resolve(MARK))) {
            return backup;
        }
        if (!Files.isDirectory(backup)) {
            throw noBackup(backup, "a directory, as SYSCS_BACKUP_DATABASE makes one");
        }
        return BackupFile.only(
                backup,
                file -> Files.isRegularFile(file.resolve(MARK)),
                "copies of Derby databases (directories with a " + MARK + "); name one");
    }
}
