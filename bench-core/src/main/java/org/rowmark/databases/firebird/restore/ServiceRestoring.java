package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalDouble;
import org.firebirdsql.management.FBBackupManagerBase;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secrets;

/**
 * A restore by one of Jaybird's backup managers.
 *
 * @param manager knows the backup and what is asked for
 */
record ServiceRestoring(RunningTarget site, RestoreJob job, FBBackupManagerBase manager, GbakOutput output)
        implements PreparedRestore {

    ServiceRestoring(RunningTarget site, RestoreJob job, FBBackupManagerBase manager) {
        this(site, job, manager, new GbakOutput(OptionalDouble::empty));
    }

    @Override
    public void run() throws IOException {
        manager.setDatabase(FirebirdFiles.path(site, job.name()));
        manager.setVerbose(true);
        try (OutputStream log =
                        Files.newOutputStream(site.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                OutputStream lines = new LineSplitter(line -> read(line, log))) {
            manager.setLogger(lines);
            FirebirdServices.run(
                    site, "restores " + job.backup(), () -> manager.restoreDatabase(FirebirdServices.options(job)));
        }
        output.requireComplete(); // a service may give up without an error
    }

    @Override
    public Map<String, Double> phases() {
        return output.phases();
    }

    /** Reads a line of the service's output and appends it, without secrets, to a log. */
    private void read(String line, OutputStream log) {
        if (line.isBlank()) {
            return;
        }
        try {
            log.write((Secrets.scrub(line.stripTrailing()) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        output.read(line.stripTrailing()).ifPresent(job.progress());
    }
}
