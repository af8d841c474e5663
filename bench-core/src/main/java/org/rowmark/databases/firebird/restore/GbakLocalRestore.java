package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/** gbak to a plain path: the engine works in gbak's own process, and no server takes part. */
public final class GbakLocalRestore implements FirebirdWay {
    @Override
    public String name() {
        return "gbak-local";
    }

    @Override
    public String meaning() {
        return "gbak to a plain path: the engine is in gbak's own process (embedded)";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return FirebirdFiles.isOurs(site)
                ? Gbak.missing(site)
                : Optional.of("the server's files, which are its own; a target with server: local has them");
    }

    @Override
    public Map<String, String> programs(RunningTarget site) throws IOException {
        return Gbak.engine(site).version();
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        Gbak.engine(site).backUp(List.of(), FirebirdFiles.path(site, source), backup);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        return Gbak.engine(site).restoring(job, FirebirdFiles.path(site, job.name()));
    }
}
