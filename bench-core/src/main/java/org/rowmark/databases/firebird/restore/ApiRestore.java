package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.gds.ServiceRequestBuffer;
import org.firebirdsql.gds.ng.FbService;
import org.firebirdsql.jaybird.Version;
import org.firebirdsql.management.FBBackupManager;
import org.firebirdsql.management.FBStreamingBackupManager;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

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

    @Override
    public Optional<String> missing(RunningTarget running) {
        Optional<String> missing = FirebirdServices.missing(running);
        return streams ? missing : missing.or(() -> FirebirdFiles.missingDisk(running));
    }

    @Override
    public Map<String, String> programs(RunningTarget running) {
        return Map.of("jaybird", Version.JAYBIRD_DISPLAY_VERSION);
    }

    /**
     * Streams in any case, so that the file is this user's: an external server may not write into this user's
     * directories.
     */
    @Override
    public void backUp(RunningTarget running, String source, Path backup) throws IOException {
        if (!streams) {
            FirebirdFiles.requireThisMachine(running);
        }
        try (OutputStream file = Files.newOutputStream(backup)) {
            FBStreamingBackupManager manager = FirebirdServices.connect(new FBStreamingBackupManager(), running);
            manager.setDatabase(FirebirdFiles.path(running, source));
            manager.setBackupBufferSize(BACKUP_BUFFER);
            manager.setBackupOutputStream(file);
            FirebirdServices.run(running, "backs up " + source, log -> manager.backupDatabase());
        }
    }

    @Override
    public PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException {
        if (streams) {
            FBStreamingBackupManager manager = new FBStreamingBackupManager() {
                @Override
                protected ServiceRequestBuffer getRestoreSRB(FbService service, int options) {
                    return extend(super.getRestoreSRB(service, options), job);
                }
            };
            FirebirdServices.connect(manager, running);
            Path backup = FirebirdFiles.backup(job);
            return new VerboseRestore(job.progress(), lines -> {
                try (InputStream input = Files.newInputStream(backup)) { // reading it is a part of the restore
                    manager.setRestoreInputStream(input);
                    FirebirdServices.restore(running, job, manager, lines);
                }
            });
        }
        FBBackupManager manager = new FBBackupManager() {
            @Override
            protected ServiceRequestBuffer getRestoreSRB(FbService service, int options) {
                return extend(super.getRestoreSRB(service, options), job);
            }
        };
        FirebirdServices.connect(manager, running).setBackupPath(FirebirdFiles.backupOnServer(running, job));
        return new VerboseRestore(job.progress(), lines -> FirebirdServices.restore(running, job, manager, lines));
    }

    /**
     * Adds to a request what the managers have no methods for, and the page size, of which they refuse some before the
     * server can report an error.
     */
    private static ServiceRequestBuffer extend(ServiceRequestBuffer request, RestoreJob job) {
        request.addArgument(ISCConstants.isc_spb_res_stat, "TDRW");
        job.pageSize().ifPresent(bytes -> request.addArgument(ISCConstants.isc_spb_res_page_size, bytes));
        job.buffers().ifPresent(pages -> request.addArgument(ISCConstants.isc_spb_res_buffers, pages));
        return request;
    }
}
