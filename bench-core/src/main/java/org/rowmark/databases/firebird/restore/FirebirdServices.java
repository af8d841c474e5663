package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.firebirdsql.gds.ISCConstants;
import org.firebirdsql.gds.ServiceRequestBuffer;
import org.firebirdsql.jaybird.Version;
import org.firebirdsql.management.BackupManager;
import org.firebirdsql.management.FBServiceManager;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.firebird.FirebirdServer;
import org.rowmark.db.Drivers;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;

/** Firebird's Services API as Jaybird's backup managers reach it. */
final class FirebirdServices {
    /** The first version of which a service tells the times of a restore. */
    private static final int TELLS_TIMES = 3;

    private static final String STATISTICS = "TDRW";

    /** Of a connection to a database, those that one to the services has too. */
    private static final List<String> PROPERTIES = List.of("wireCrypt", "wireCompression", "authPlugins");

    /** What is asked of a backup manager. */
    @FunctionalInterface
    interface Work {
        void run() throws SQLException, IOException;
    }

    private FirebirdServices() {}

    /** Why Jaybird's managers cannot be used, as the end of "needs …". */
    static Optional<String> missing(RunningTarget site) {
        Optional<String> server = FirebirdFiles.missingServer(site);
        return server.isPresent() || site.endpoint().driver().isEmpty()
                ? server
                : Optional.of("the driver that comes with Rowmark, whose backup manager it calls; this target has"
                        + " another one as driver:");
    }

    static Map<String, String> versions() {
        return Map.of("jaybird", Version.JAYBIRD_DISPLAY_VERSION);
    }

    /** Whether the server's services tell the times of a restore. */
    static boolean tellTimes(RunningTarget site) throws SQLException {
        return Drivers.ask(
                site.endpoint(), connection -> connection.getMetaData().getDatabaseMajorVersion() >= TELLS_TIMES);
    }

    /** Sets where the server is and who asks. */
    static <M extends FBServiceManager> M to(RunningTarget site, M manager) {
        FirebirdAddress address = FirebirdAddress.of(site.endpoint());
        manager.setServerName(address.host().orElseThrow());
        manager.setPortNumber(address.port());
        manager.setUser(site.endpoint().user().orElse(FirebirdServer.USER));
        site.endpoint().password().map(Secret::reveal).ifPresent(manager::setPassword);
        Map<String, String> properties = site.endpoint().properties();
        for (String name : PROPERTIES) {
            address.parameter(name)
                    .or(() -> Optional.ofNullable(properties.get(name)))
                    .ifPresent(value -> manager.setProperty(name, value));
        }
        return manager;
    }

    /**
     * Adds to a request what the managers have no methods for, and the page size, of which they refuse some before the
     * server can say what it does with them.
     */
    static ServiceRequestBuffer extend(ServiceRequestBuffer request, RestoreJob job, boolean tellsTimes) {
        if (tellsTimes) {
            request.addArgument(ISCConstants.isc_spb_res_stat, STATISTICS);
        }
        job.pageSize().ifPresent(bytes -> request.addArgument(ISCConstants.isc_spb_res_page_size, bytes));
        job.buffers().ifPresent(pages -> request.addArgument(ISCConstants.isc_spb_res_buffers, pages));
        return request;
    }

    static int options(RestoreJob job) {
        return job.indexes() ? 0 : BackupManager.RESTORE_DEACTIVATE_INDEX;
    }

    /**
     * Does the work with a note of it in the site's output.
     *
     * @throws IOException in one line, if the server or the driver refuses it
     */
    static void run(RunningTarget site, String what, Work work) throws IOException {
        note(site, "# jaybird " + what);
        try {
            work.run();
            note(site, "# done");
        } catch (SQLException e) {
            String reason = Secrets.scrub(e.getMessage().replaceAll("\\s*\\R\\s*", " | "));
            note(site, "# " + reason);
            throw new IOException("jaybird's backup manager: " + reason, e);
        }
    }

    private static void note(RunningTarget site, String line) throws IOException {
        try (Writer log =
                Files.newBufferedWriter(site.output(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            log.write(Secrets.scrub(line) + "\n");
        }
    }
}
