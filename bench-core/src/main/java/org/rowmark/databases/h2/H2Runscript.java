package org.rowmark.databases.h2;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.databases.support.restore.EmbeddedRestorer;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.targets.RunningTarget;

/**
 * A script of all that makes the database anew. It deals with one table after the other, rows and indexes, so that it
 * has no phases.
 */
public final class H2Runscript implements RestoreMethod {
    private static final String ZIP = " compression zip";

    @Override
    public String name() {
        return "runscript";
    }

    @Override
    public String meaning() {
        return "RUNSCRIPT FROM: the statements that SCRIPT TO wrote, zipped";
    }

    @Override
    public String format() {
        return "script";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return new H2Restorer().missing(site);
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException {
        EmbeddedRestorer.open(H2Restorer.existing(site, source), "script to " + EmbeddedRestorer.quoted(backup) + ZIP);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        Path backup = BackupFile.require(job.backup());
        String run = "runscript from " + EmbeddedRestorer.quoted(backup) + compression(backup);
        return () -> {
            try {
                EmbeddedRestorer.open(new H2Restorer().endpoint(site, job.name()), run);
            } catch (IOException e) {
                String reason = e.getMessage().replaceFirst("; SQL statement:$", "");
                throw new IOException("RUNSCRIPT of " + backup + " failed: " + reason, e);
            }
        };
    }

    /** A user's own script may be packed in another way or not at all. */
    private static String compression(Path backup) throws IOException {
        try (InputStream in = Files.newInputStream(backup)) {
            int first = in.read();
            int second = in.read();
            if (first == 'P' && second == 'K') {
                H2Restorer.requireZip(backup, "script\\.sql", "the zip file that H2's SCRIPT TO makes");
                return ZIP;
            }
            return first == 0x1F && second == 0x8B ? " compression gzip" : "";
        }
    }
}
