package org.rowmark.databases.firebird.restore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableConsumer;
import org.firebirdsql.management.BackupManager;
import org.firebirdsql.management.FBBackupManagerBase;
import org.firebirdsql.management.FBServiceManager;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.firebird.FirebirdRoot;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;

/** Firebird's Services API as Jaybird's backup managers reach it. */
final class FirebirdServices {
    /** Properties of a connection to a database that one to the services has too. */
    private static final List<String> PROPERTIES = List.of("wireCrypt", "wireCompression", "authPlugins");

    /** A piece of work of a backup manager. */
    @FunctionalInterface
    interface Work {
        void run(OutputStream log) throws SQLException, IOException;
    }

    private FirebirdServices() {}

    /** Returns why Jaybird's managers cannot be used, as the end of "needs …". */
    static Optional<String> missing(RunningTarget running) {
        Optional<String> server = FirebirdFiles.missingDirectory(running);
        return server.isPresent() || running.endpoint().driver().isEmpty()
                ? server
                : Optional.of("the driver that comes with Rowmark, whose backup manager it calls; this target has"
                        + " another one as driver:");
    }

    /** Sets server, user and properties of a manager's connections. */
    static <M extends FBServiceManager> M connect(M manager, RunningTarget running) {
        FirebirdAddress address = FirebirdAddress.of(running.endpoint());
        manager.setServerName(address.host().orElseThrow());
        manager.setPortNumber(address.port());
        manager.setUser(running.endpoint().user().orElse(FirebirdRoot.USER));
        running.endpoint().password().map(Secret::reveal).ifPresent(manager::setPassword);
        Map<String, String> properties = running.endpoint().properties();
        for (String name : PROPERTIES) {
            address.parameter(name)
                    .or(() -> Optional.ofNullable(properties.get(name)))
                    .ifPresent(value -> manager.setProperty(name, value));
        }
        return manager;
    }

    /**
     * Does the work with a note of it in the log of the target's programs.
     *
     * @throws IOException in one line, if the server or the driver refuses it
     */
    static void run(RunningTarget running, String description, Work work) throws IOException {
        try (OutputStream log =
                Files.newOutputStream(running.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            note(log, "# jaybird " + description);
            try {
                work.run(log);
                note(log, "# done");
            } catch (SQLException e) {
                String reason = Secrets.scrub(e.getMessage().replaceAll("\\s*\\R\\s*", " | "));
                note(log, "# " + reason);
                throw new IOException("jaybird's backup manager: " + reason, e);
            }
        }
    }

    /**
     * Restores a backup that the manager has been given.
     *
     * @param consumer gets the lines of the service as they come
     * @throws IOException as {@link #run}
     */
    static void restore(RunningTarget running, RestoreJob job, FBBackupManagerBase manager, Consumer<String> consumer)
            throws IOException {
        manager.setDatabase(FirebirdFiles.path(running, job.name()));
        manager.setVerbose(true);
        run(running, "restores " + job.backup(), log -> {
            try (OutputStream lines = lines(line -> {
                note(log, line);
                consumer.accept(line);
            })) {
                manager.setLogger(lines);
                manager.restoreDatabase(job.indexes() ? 0 : BackupManager.RESTORE_DEACTIVATE_INDEX);
            }
        });
    }

    private static void note(OutputStream log, String line) throws IOException {
        log.write((Secrets.scrub(line) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a stream that passes on what is written to it line by line. */
    private static OutputStream lines(FailableConsumer<String, IOException> consumer) {
        return new OutputStream() {
            private final ByteArrayOutputStream line = new ByteArrayOutputStream();

            @Override
            public void write(int value) throws IOException {
                if (value == '\n') {
                    close();
                } else {
                    line.write(value);
                }
            }

            /** Ends the line. */
            @Override
            public void close() throws IOException {
                String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
                line.reset();
                if (!text.isEmpty()) {
                    consumer.accept(text);
                }
            }
        };
    }
}
