package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.db.restore.PreparedRestore;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;

/**
 * gbak -se: the server restores a file on its own disk, gbak asks for it and prints what the server says. It would take a
 * service of the engine in its own process too, but that of version 3.0.11 crashes at its end every few times.
 */
public final class GbakServiceRestore implements FirebirdWay {
    private static final String SERVICE = "service_mgr";

    @Override
    public String name() {
        return "gbak-service";
    }

    @Override
    public String meaning() {
        return "gbak -se: the server restores a file on its own disk (Services API)";
    }

    @Override
    public Optional<String> missing(RunningTarget site) {
        return FirebirdFiles.missingServer(site)
                .or(() -> FirebirdFiles.missingDisk(site))
                .or(() -> Gbak.missing(site));
    }

    @Override
    public Map<String, String> programs(RunningTarget site) throws IOException {
        return Gbak.client(site).version();
    }

    @Override
    public void backUp(RunningTarget site, String source, Path backup) throws IOException {
        if (FirebirdFiles.isOurs(site)) {
            Gbak.client(site).backUp(List.of("-se", service(site)), FirebirdFiles.path(site, source), backup);
        } else {
            FirebirdFiles.requireThisMachine(site);
            // as a client, whose file it is: somebody else's server may not write into this user's directories
            new GbakTcpRestore().backUp(site, source, backup);
        }
    }

    @Override
    public PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException {
        String database = FirebirdFiles.path(site, job.name());
        return Gbak.client(site).asking(service(site), job, database, FirebirdServices.tellTimes(site));
    }

    private static String service(RunningTarget site) {
        return FirebirdAddress.of(site.endpoint()).connection(SERVICE);
    }
}
