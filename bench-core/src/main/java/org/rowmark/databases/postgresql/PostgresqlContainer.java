package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Server;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** A server in a container of the official image, or of one that is made from it, such as PostGIS's. */
final class PostgresqlContainer {
    private static final String IMAGE = "postgres:18";
    private static final int PORT = 5432;
    /** Not without one as a private server: a container's port is open to other machines. The same for all rounds. */
    private static final Secret PASSWORD = Secret.random();

    private PostgresqlContainer() {}

    static Server start(Target target, Workspace workspace) throws IOException {
        if (target.transport() == Transport.SOCKET) {
            throw target.problem("placement: socket is for server: local and"
                    + " server: artifact; a container's socket is in the container");
        }
        Map<String, String> settings = PostgresqlServer.settings(target);
        if (settings.containsKey("port")) {
            throw target.problem("setting port is Docker's to choose; leave it out");
        }
        return Containers.start(
                target,
                workspace,
                new Containers.Recipe(
                        IMAGE,
                        PORT,
                        Map.of(
                                "POSTGRES_PASSWORD",
                                PASSWORD.reveal(),
                                "POSTGRES_INITDB_ARGS",
                                "--encoding=UTF8 --locale=C"),
                        PostgresqlServer.words(List.of("postgres"), settings),
                        port -> DriverJars.endpoint(target, "jdbc:postgresql://127.0.0.1:" + port + "/postgres")
                                .as("postgres", PASSWORD)
                                .with(Map.of("sslmode", "disable"))));
    }
}
