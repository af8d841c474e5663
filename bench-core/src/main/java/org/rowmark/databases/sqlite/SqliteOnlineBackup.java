package org.rowmark.databases.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.RunningTarget;

/** Pages are copied as they are, so their size is the backup's. */
public final class SqliteOnlineBackup implements RestoreMethod {
    @Override
    public String name() {
        return "online-backup";
    }

    @Override
    public String meaning() {
        return "the online backup API (restore from): page by page from a copy of the database";
    }

    @Override
    public String format() {
        return "copy";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new SqliteRestorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        SqliteBackupApi.backUp(new SqliteRestorer().endpoint(site, source), backup);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        Path backup = job.backup();
        long pages = SqliteRestorer.pagesOfBackup(site, backup);
        Endpoint restored = new SqliteRestorer().endpoint(site, job.name());
        return () -> {
            SqliteBackupApi.restore(restored, backup, job.progress());
            // the driver does not tell of every source that cannot be read
            long copied = SqliteRestorer.pages(restored);
            if (copied != pages) {
                throw new IOException(
                        "restore of " + backup + " failed: " + copied + " of its " + pages + " pages have come back");
            }
        };
    }
}
