package org.rowmark.databases.firebird;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DataFiles;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Launcher;
import org.rowmark.db.Server;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** The start of a Firebird; a private server, local or in a container, is reached over TCP without encryption. */
final class FirebirdLauncher implements Launcher {
    /** Debian's 3.0.11 among others: one server in four never reacts to a signal, however long one waits. */
    private static final ServerProcess.Stop STOP = ServerProcess.Stop.terminate(Duration.ofSeconds(3));

    /** Settings of the server's memory, processes and network, on which no database depends. */
    private static final Pattern OF_SERVER = Pattern.compile(
            "servermode|defaultdbcachepages|filesystemcache\\w+"
                    + "|usefilesystemcache|gcpolicy|temp(block|cache|directories)\\w*|lock\\w+|snapshotsmemsize"
                    + "|(max)?parallelworkers|cpuaffinitymask|wire\\w+|tcp\\w+|connection\\w+|remoteserviceport|deadlocktimeout");

    /** A database and a security database, at the largest page size. */
    private static final long MEGABYTES = 20;

    private static final int CONTAINER_PORT = 3050;
    private static final String CONTAINER_DATABASE = "/var/lib/firebird/data/rowmark.fdb";

    @Override
    public Optional<String> missing(Target target) {
        return switch (target.server()) {
            case LOCAL -> FirebirdInstallation.missing(target);
            case CONTAINER -> Containers.missing();
            default -> Optional.empty();
        };
    }

    @Override
    public Server start(Target target, Workspace workspace) throws IOException {
        PortsAndPaths.requireTcp(target);
        return switch (target.server()) {
            case LOCAL -> ServerStarts.local(target, workspace, FirebirdLauncher::local);
            case CONTAINER -> Containers.start(target, workspace, recipe(target));
            case EXTERNAL -> {
                if (target.url().orElseThrow().matches(".*:(local|embedded):.*")) {
                    throw target.problem("url: opens the file in the measuring JVM; name a server that has it");
                }
                yield ServerStarts.external(target);
            }
            default -> throw ServerStarts.unknownKind(target, "local, container or external");
        };
    }

    /** Returns the directory of the database, whose pages are written in an order that needs no recovery. */
    @Override
    public Optional<DataFiles> dataFiles(Target target) {
        return Optional.of(DataFiles.of(
                        target,
                        List.of(FirebirdRoot.DATA),
                        name -> !OF_SERVER.matcher(name).matches())
                .survivingKill());
    }

    /** Takes a fresh port each time: Firebird waits ten seconds where old connections linger on its port. */
    private static Server local(Target target, Workspace workspace) throws IOException {
        FirebirdInstallation installation = FirebirdInstallation.of(target);
        FirebirdSettings.check(target, installation);
        PortsAndPaths.requireSpace(target, workspace, MEGABYTES);
        FirebirdRoot root = new FirebirdRoot(installation, workspace.data(), workspace.log());
        int port = PortsAndPaths.port(target, "RemoteServicePort");
        root.create(
                Map.of(
                        "RemoteBindAddress", "127.0.0.1",
                        "DatabaseAccess", "Restrict " + workspace.data().resolve(FirebirdRoot.DATA),
                        "AuthServer", "Srp256, Srp",
                        "AuthClient", "Srp256, Srp",
                        "UserManager", "Srp",
                        "WireCrypt", "Enabled",
                        "RemoteServicePort", Integer.toString(port)),
                target.settings());
        root.createDatabase(target.settings());
        Secret password = Secret.random();
        root.newSecurityDatabase(password);
        ServerProcess process = ServerProcess.start(root.command("firebird").behind(workspace.prefix()), STOP);
        Endpoint endpoint = endpoint(target, port, FirebirdRoot.ALIAS, password);
        return ServerStarts.answering(target, process, endpoint, endpoint);
    }

    /** Returns the image of Firebird's makers; it ignores settings that its version does not have. */
    static Containers.Recipe recipe(Target target) {
        Map<String, String> environment = new HashMap<>(Map.of(
                "FIREBIRD_DATABASE_DEFAULT_CHARSET", "UTF8",
                "FIREBIRD_CONF_WireCrypt", "Enabled",
                "FIREBIRD_CONF_GCPolicy", "cooperative"));
        environment.put("FIREBIRD_ROOT_PASSWORD", Containers.PASSWORD.reveal());
        environment.put("FIREBIRD_DATABASE", CONTAINER_DATABASE);
        environment.put("FIREBIRD_DATABASE_PAGE_SIZE", FirebirdSettings.pageSize(target.settings()));
        target.settings().forEach((name, value) -> environment.put("FIREBIRD_CONF_" + name, value));
        environment.remove("FIREBIRD_CONF_" + FirebirdSettings.PAGE_SIZE);
        if (target.settings().containsKey(FirebirdSettings.FORCED_WRITES)) {
            throw target.problem("setting " + FirebirdSettings.FORCED_WRITES + " is not for containers; leave it out");
        }
        return new Containers.Recipe(
                "firebirdsql/firebird:5",
                CONTAINER_PORT,
                environment,
                List.of(),
                port -> endpoint(target, port, CONTAINER_DATABASE, Containers.PASSWORD));
    }

    private static Endpoint endpoint(Target target, int port, String database, Secret password) {
        return DriverJars.endpoint(target, "jdbc:firebirdsql://127.0.0.1:" + port + "/" + database)
                .as(FirebirdRoot.USER, password)
                .with(Map.of("wireCrypt", "DISABLED", "encoding", "NONE"));
    }
}
