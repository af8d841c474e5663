package org.rowmark.databases.derby;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/** The connection attribute restoreFrom: the engine copies the backup's files, recovers the database and opens it. */
public final class DerbyRestoreFrom implements RestoreMethod {
    private static final String MARK = "service.properties";

    @Override
    public String name() {
        return "restore-from";
    }

    @Override
    public String meaning() {
        return ";restoreFrom=: the engine copies the files that SYSCS_BACKUP_DATABASE copied";
    }

    @Override
    public String format() {
        return "copy";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new DerbyRestorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        EmbeddedRestorer.open(
                new DerbyRestorer().endpoint(site, source),
                "call syscs_util.syscs_backup_database(" + EmbeddedRestorer.quoted(backup) + ")");
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        Path copy = copy(job.backup());
        Endpoint restored = DerbyRestorer.opening(
                new DerbyRestorer().endpoint(site, job.name()),
                "restoreFrom",
                copy.toAbsolutePath().toString());
        return () -> {
            try {
                EmbeddedRestorer.open(restored);
            } catch (IOException e) {
                throw new IOException("restoreFrom=" + copy + " failed: " + e.getMessage(), e);
            }
        };
    }

    /** The copy of a database, or what SYSCS_BACKUP_DATABASE was given: the directory above. */
    private static Path copy(Path backup) throws IOException {
        if (Files.isRegularFile(backup.resolve(MARK))) {
            return backup;
        }
        if (!Files.isDirectory(backup)) {
            throw new UsageException("backup " + backup + " is not a directory, as SYSCS_BACKUP_DATABASE makes one");
        }
        try (Stream<Path> files = Files.list(backup)) {
            List<Path> copies = files.filter(file -> Files.isRegularFile(file.resolve(MARK)))
                    .sorted()
                    .toList();
            if (copies.size() != 1) {
                throw new UsageException("backup " + backup + " holds " + copies.size()
                        + " copies of Derby databases (directories with a " + MARK + "); name one");
            }
            return copies.get(0);
        }
    }
}
