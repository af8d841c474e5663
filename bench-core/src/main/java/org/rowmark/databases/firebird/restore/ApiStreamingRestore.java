package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.firebirdsql.gds.ServiceRequestBuffer;
import org.firebirdsql.gds.ng.FbService;
import org.firebirdsql.management.FBStreamingBackupManager;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/** Jaybird's FBStreamingBackupManager: the client reads the backup and sends it to the server, which restores it. */
public final class ApiStreamingRestore implements FirebirdWay {
    /** The manager's own 30 KB make six times as many round trips. */
    private static final int BACKUP_BUFFER = 64 * 1024 - 1;

    @Override
    public String name() {
        return "api-streaming";
    }

    @Override
    public String meaning() {
        return "Jaybird's FBStreamingBackupManager: the client sends the backup to the server (Services API)";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return FirebirdServices.missing(site);
    }

    @Override
    public Map<String, String> programs(RunningTarget site) {
        return FirebirdServices.versions();
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        try (OutputStream file = Files.newOutputStream(backup)) {
            FBStreamingBackupManager manager = FirebirdServices.to(site, new FBStreamingBackupManager());
            manager.setDatabase(FirebirdFiles.path(site, source));
            manager.setBackupBufferSize(BACKUP_BUFFER);
            manager.setBackupOutputStream(file);
            FirebirdServices.run(site, "backs up " + source, manager::backupDatabase);
        }
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        Manager manager = FirebirdServices.to(site, new Manager(job, FirebirdServices.tellTimes(site)));
        return new Streaming(FirebirdFiles.backup(job), manager, new ServiceRestoring(site, job, manager));
    }

    /** Opens the backup when the restore begins: reading it is a part of that. */
    private record Streaming(Path backup, Manager manager, ServiceRestoring restoring) implements PreparedRestore {
        @Override
        public void run() throws IOException {
            try (InputStream input = Files.newInputStream(backup)) {
                manager.setRestoreInputStream(input);
                restoring.run();
            }
        }

        @Override
        public Map<String, Double> phases() {
            return restoring.phases();
        }
    }

    private static final class Manager extends FBStreamingBackupManager {
        private final RestoreJob job;
        private final boolean tellsTimes;

        Manager(RestoreJob job, boolean tellsTimes) {
            this.job = job;
            this.tellsTimes = tellsTimes;
        }

        @Override
        protected ServiceRequestBuffer getRestoreSRB(FbService service, int options) {
            return FirebirdServices.extend(super.getRestoreSRB(service, options), job, tellsTimes);
        }
    }
}
