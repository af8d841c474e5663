package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/** gbak to host:path: gbak reads the backup and inserts its rows over the network as any client does. */
public final class GbakTcpRestore implements FirebirdWay {
    @Override
    public String name() {
        return "gbak-tcp";
    }

    @Override
    public String meaning() {
        return "gbak to host:path: gbak reads the backup and sends the rows to the server";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return FirebirdFiles.missingServer(site).or(() -> Gbak.missing(site));
    }

    @Override
    public Map<String, String> programs(RunningTarget site) throws IOException {
        return Gbak.client(site).version();
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        Gbak.client(site).backUp(List.of(), remote(site, source), backup);
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException {
        return Gbak.client(site).restoring(job, remote(site, job.name()));
    }

    private static String remote(RunningTarget site, String name) {
        return FirebirdAddress.of(site.endpoint()).connection(FirebirdFiles.path(site, name));
    }
}
