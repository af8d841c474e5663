package org.rowmark.workloads.restore.firebird;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.commons.lang3.function.FailableRunnable;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.gds.ServiceRequestBuffer;
import org.firebirdsql.gds.ng.FbService;
import org.firebirdsql.jaybird.Version;
import org.firebirdsql.management.BackupManager;
import org.firebirdsql.management.FBBackupManager;
import org.firebirdsql.management.FBBackupManagerBase;
import org.firebirdsql.management.FBStreamingBackupManager;
import org.rowmark.databases.firebird.FirebirdRoot;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.workloads.restore.PreparedRestore;
import org.rowmark.workloads.restore.RestoreJob;

/**
 * A restore by one of Jaybird's backup managers.
 *
 * @param streams whether the client reads the backup and sends it to the server, which reads its own disk otherwise
 */
record ApiRestore(String name, String meaning, boolean streams) implements FirebirdRestorer.Method {
    static final ApiRestore SERVICE = new ApiRestore(
            "api-service",
            "Jaybird's FBBackupManager: the server restores a file on its own disk (Services API)",
            false);
    static final ApiRestore STREAMING = new ApiRestore(
            "api-streaming",
            "Jaybird's FBStreamingBackupManager: the client sends the backup to the server (Services API)",
            true);

    /** The manager's own 30 KB make six times as many round trips. */
    private static final int BACKUP_BUFFER = 64 * 1024 - 1;

    /** Properties of a connection to a database that one to the services has too. */
    private static final List<String> PROPERTIES = List.of("wireCrypt", "wireCompression", "authPlugins");

    @Override
    public Optional<String> missing(RunningTarget running) {
        return FirebirdRestorer.missingDirectory(running)
                .or(() -> running.endpoint().driver().isEmpty()
                        ? Optional.empty()
                        : Optional.of("the driver that comes with Rowmark, whose backup manager it calls; this target"
                                + " has another one as driver:"))
                .or(() -> streams ? Optional.empty() : FirebirdRestorer.missingDisk(running));
    }

    @Override
    public Map<String, String> programs(RunningTarget running) {
        return Map.of("jaybird", Version.JAYBIRD_DISPLAY_VERSION);
    }

    /** Streams in any case, so that the file is this user's, to whose directories an external server may not write. */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        if (!streams) {
            FirebirdRestorer.requireThisMachine(running);
        }
        try (OutputStream file = Files.newOutputStream(backup)) {
            FBStreamingBackupManager manager = connected(new FBStreamingBackupManager(), running, source);
            manager.setBackupBufferSize(BACKUP_BUFFER);
            manager.setBackupOutputStream(file);
            run(running, "backs up " + source, manager, line -> {}, manager::backupDatabase);
        }
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        if (streams) {
            FBStreamingBackupManager streaming = new FBStreamingBackupManager() {
                @Override
                protected ServiceRequestBuffer getRestoreSRB(FbService service, int options) {
                    return extend(super.getRestoreSRB(service, options), job);
                }
            };
            Path backup = FirebirdRestorer.backup(job);
            connected(streaming, running, job.name());
            return new VerboseRestore(job.progress(), lines -> {
                try (InputStream input = Files.newInputStream(backup)) { // reading it is a part of the restore
                    streaming.setRestoreInputStream(input);
                    restore(running, job, streaming, lines);
                }
            });
        }
        FBBackupManager manager = new FBBackupManager() {
            @Override
            protected ServiceRequestBuffer getRestoreSRB(FbService service, int options) {
                return extend(super.getRestoreSRB(service, options), job);
            }
        };
        connected(manager, running, job.name()).setBackupPath(FirebirdRestorer.backupOnServer(running, job));
        return new VerboseRestore(job.progress(), lines -> restore(running, job, manager, lines));
    }

    /** Adds what the managers have no methods for, and the page size, of which they refuse some before the server can. */
    private static ServiceRequestBuffer extend(ServiceRequestBuffer request, RestoreJob job) {
        request.addArgument(ISCConstants.isc_spb_res_stat, "TDRW");
        job.pageSize().ifPresent(bytes -> request.addArgument(ISCConstants.isc_spb_res_page_size, bytes));
        job.buffers().ifPresent(pages -> request.addArgument(ISCConstants.isc_spb_res_buffers, pages));
        return request;
    }

    /** Sets the database of that name, and server, user and properties of the manager's connections. */
    private static <M extends FBBackupManagerBase> M connected(M manager, RunningTarget running, String name) {
        Endpoint endpoint = running.endpoint();
        FirebirdAddress address = FirebirdAddress.of(endpoint);
        manager.setServerName(address.host().orElseThrow());
        manager.setPortNumber(address.port());
        manager.setUser(endpoint.user().orElse(FirebirdRoot.USER));
        endpoint.password().map(Secret::reveal).ifPresent(manager::setPassword);
        Map<String, String> properties = new HashMap<>(endpoint.properties());
        properties.putAll(new JdbcUrl(endpoint.url()).properties());
        properties.keySet().retainAll(PROPERTIES);
        properties.forEach(manager::setProperty);
        manager.setDatabase(FirebirdRestorer.path(running, name));
        return manager;
    }

    private static void restore(
            RunningTarget running, RestoreJob job, FBBackupManagerBase manager, Consumer<String> lines)
            throws IOException {
        manager.setVerbose(true);
        int options = job.indexes() ? 0 : BackupManager.RESTORE_DEACTIVATE_INDEX;
        run(running, "restores " + job.backup(), manager, lines, () -> manager.restoreDatabase(options));
    }

    /**
     * Does work of a manager with a note of it in the log of the target's programs.
     *
     * @param lines receives the lines of the service as they come
     * @throws IOException in one line, if the server or the driver refuses it
     */
    private static void run(
            RunningTarget running,
            String description,
            FBBackupManagerBase manager,
            Consumer<String> lines,
            FailableRunnable<SQLException> work)
            throws IOException {
        try (PrintWriter log = new PrintWriter(Files.newBufferedWriter(
                        running.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND));
                LineSplitter output = new LineSplitter(line -> {
                    log.println(Secrets.scrub(line));
                    lines.accept(line);
                })) {
            log.println(Secrets.scrub("# jaybird " + description));
            manager.setLogger(output);
            try {
                work.run();
            } catch (SQLException e) {
                String reason = Secrets.scrub(e.getMessage().replaceAll("\\s*\\R\\s*", " | "));
                log.println("# " + reason);
                throw new IOException("jaybird's backup manager: " + reason, e);
            }
        }
    }
}
