package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.databases.support.launch.UnprivilegedUser;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Workspace;

/**
 * PgBouncer in front of a private PostgreSQL: a single session of the server for all clients, which each transaction gets
 * anew.
 *
 * @param endpoint without names of prepared statements, which this version of PgBouncer does not know
 */
public record PgBouncer(Endpoint endpoint, ServerProcess process) implements AutoCloseable {
    private static final String NAME = "pgbouncer";
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** Starts it; skips the test where it is not installed and not required. */
    public static PgBouncer start(Endpoint postgresql, Path directory) throws IOException {
        Optional<Path> program = InstalledPrograms.find(NAME);
        Assumptions.assumeTrue(program.isPresent() || RequiredServers.isRequired(NAME), NAME + " is not installed");
        int port = ServerProcess.freePort();
        String address = postgresql.url().replaceFirst("^jdbc:postgresql://([^/]+)/.*", "$1");
        Path configuration = Files.writeString(directory.resolve("pgbouncer.ini"), """
            [databases]
            * = host=%s port=%s user=%s password=%s
            [pgbouncer]
            listen_addr = 127.0.0.1
            listen_port = %d
            auth_type = any
            pool_mode = transaction
            default_pool_size = 1
            ignore_startup_parameters = extra_float_digits
            unix_socket_dir =
            """.formatted(
                        address.replaceFirst(":.*", ""),
                        address.replaceFirst(".*:", ""),
                        postgresql.user().orElseThrow(),
                        postgresql.password().orElseThrow().reveal(),
                        port));
        Workspace workspace = new Workspace(directory, directory.resolve("pgbouncer.log"));
        UnprivilegedUser user =
                UnprivilegedUser.find(workspace, program.orElseThrow()).orElseThrow();
        ServerProcess process = ServerProcess.start(
                user.command(List.of(program.orElseThrow().toString(), configuration.toString()), workspace),
                ServerProcess.Stop.terminate(LIMIT));
        Endpoint endpoint =
                postgresql.at(postgresql.url().replace(address, "127.0.0.1:" + port) + "?prepareThreshold=0");
        process.awaitReady(() -> Drivers.connect(endpoint, ConnectionMode.PLAIN).close(), LIMIT);
        return new PgBouncer(endpoint, process);
    }

    /** Returns the endpoint with the driver's own names of prepared statements. */
    public Endpoint named() {
        return endpoint.at(endpoint.url().replaceFirst("\\?.*", ""));
    }

    @Override
    public void close() {
        process.close();
    }
}
