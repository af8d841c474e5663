package org.rowmark.databases.sqlserver;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.databases.support.launch.AppliedSettings;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Sql;

/** Microsoft's container image. Settings in capitals are its variables; others are set by SQL at each start. */
final class SqlServerLauncher implements Launcher {
    private static final String CREATE = "if db_id('rowmark') is null create database rowmark";
    private static final String LICENCE = "ACCEPT_EULA";
    private static final String IMAGE = "mcr.microsoft.com/mssql/server:2022-latest";
    private static final int PORT = 1433;

    private record DatabaseInContainer(Server container, Endpoint endpoint) implements Server {
        @Override
        public boolean isRunning() {
            return container.isRunning();
        }

        @Override
        public void close() {
            container.close();
        }
    }

    @Override
    public Optional<String> missing(Target target) {
        return target.server() == ServerKind.CONTAINER ? Containers.missing() : Optional.empty();
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        return switch (target.server()) {
            case EXTERNAL -> ServerStarts.external(target);
            case CONTAINER -> startContainer(target, workspace);
            default ->
                throw ServerStarts.unknownKind(
                        target, "container, or external with url: jdbc:sqlserver://host:port;databaseName=…");
        };
    }

    private static Server startContainer(Target target, Workspace workspace) {
        Server container = Containers.start(target, workspace, recipe(target));
        try {
            Endpoint server = container.endpoint();
            Endpoint endpoint = server.at(server.url() + ";databaseName=rowmark");
            try (Connection connection = Drivers.connect(server, ConnectionMode.PLAIN)) {
                Sql.execute(connection, CREATE);
            }
            try (Connection connection = Drivers.connect(endpoint, ConnectionMode.PLAIN)) {
                settings(target, false)
                        .forEach((name, value) -> AppliedSettings.set(
                                target, name, value, () -> new SqlServerSettings().set(connection, name, value)));
            }
            return new DatabaseInContainer(container, endpoint);
        } catch (SQLException e) {
            container.close();
            throw target.problem(Sql.reason(e), e);
        } catch (RuntimeException | LinkageError e) {
            container.close();
            throw e;
        }
    }

    static Containers.Recipe recipe(Target target) {
        if (!"Y".equals(target.settings().get(LICENCE))) {
            throw target.problem(
                    "the image is under Microsoft's licence; put " + LICENCE + ": 'Y' into settings: if you accept it");
        }
        PortsAndPaths.requireTcp(target);
        Map<String, String> environment = settings(target, true);
        environment.put("MSSQL_SA_PASSWORD", Containers.PASSWORD.reveal());
        return new Containers.Recipe(
                IMAGE,
                PORT,
                environment,
                List.of(),
                port -> DriverJars.endpoint(
                                target,
                                "jdbc:sqlserver://127.0.0.1:" + port + ";encrypt=true;trustServerCertificate=true")
                        .as("sa", Containers.PASSWORD));
    }

    private static Map<String, String> settings(Target target, boolean inCapitals) {
        Map<String, String> settings = new TreeMap<>(target.settings());
        settings.keySet().removeIf(name -> name.matches("[A-Z0-9_]+") != inCapitals);
        return settings;
    }
}
