package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.firebirdsql.gds.ServiceRequestBuffer;
import org.firebirdsql.gds.ng.FbService;
import org.firebirdsql.management.FBBackupManager;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/** Jaybird's FBBackupManager: the server restores a file on its own disk. */
public final class ApiServiceRestore implements FirebirdWay {
    @Override
    public String name() {
        return "api-service";
    }

    @Override
    public String meaning() {
        return "Jaybird's FBBackupManager: the server restores a file on its own disk (Services API)";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return FirebirdServices.missing(site).or(() -> FirebirdFiles.missingDisk(site));
    }

    @Override
    public Map<String, String> programs(RunningTarget site) {
        return FirebirdServices.versions();
    }

    /** Streamed, so that the file is this user's: somebody else's server may not write into his directories. */
    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        FirebirdFiles.requireThisMachine(site);
        new ApiStreamingRestore().backUp(site, source, backup);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        Manager manager = FirebirdServices.to(site, new Manager(job, FirebirdServices.tellTimes(site)));
        manager.setBackupPath(FirebirdFiles.backupOnServer(site, job));
        return new ServiceRestoring(site, job, manager);
    }

    private static final class Manager extends FBBackupManager {
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
