package org.rowmark.databases.firebird.restore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.firebirdsql.management.FBBackupManagerBase;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
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
                OutputStream lines = new Lines(line -> output.read(line).ifPresent(job.progress()), log)) {
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

    /** Cuts what is written into lines, and hands each to a consumer and, without secrets, to a log. */
    private static final class Lines extends OutputStream {
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();
        private final Consumer<String> consumer;
        private final OutputStream log;

        Lines(Consumer<String> consumer, OutputStream log) {
            this.consumer = consumer;
            this.log = log;
        }

        @Override
        public void write(int value) throws IOException {
            if (value == '\n') {
                end();
            } else {
                line.write(value);
            }
        }

        private void end() throws IOException {
            String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
            line.reset();
            if (!text.isEmpty()) {
                log.write((Secrets.scrub(text) + "\n").getBytes(StandardCharsets.UTF_8));
                consumer.accept(text);
            }
        }

        @Override
        public void close() throws IOException {
            end();
        }
    }
}
