package org.rowmark.databases.firebird;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.Server;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;

/** Starts a private Firebird, from an installation or in a container; both are reached over TCP without encryption. */
public final class FirebirdServer {
    /** Debian's 3.0.11 among others: one server in four never reacts to a signal, however long one waits. */
    private static final ServerProcess.Stop STOP = ServerProcess.Stop.terminate(Duration.ofSeconds(3));

    /** A database and a security database, at the largest page size. */
    static final long MEGABYTES = 20;

    public static final String USER = "SYSDBA";
    private static final int PORT = 3050;
    private static final String DATABASE = "/var/lib/firebird/data/rowmark.fdb";

    /** A container's port is open to other machines. One for all rounds: the image sets it at each start. */
    private static final Secret PASSWORD = newPassword();

    private FirebirdServer() {}

    /** A fresh port each time: Firebird waits silently for ten seconds where old connections linger on its port. */
    static Server start(Target target, Workspace workspace) throws IOException {
        requireTcp(target);
        FirebirdInstallation installation = FirebirdInstallation.of(target);
        FirebirdSettings.check(target, installation);
        PortsAndPaths.requireSpace(target, workspace, MEGABYTES);
        int port = PortsAndPaths.port(target, FirebirdSettings.PORT);
        FirebirdRoot root = new FirebirdRoot(installation, workspace.data(), workspace.log());
        root.create();
        root.configure(
                Map.of(
                        "RemoteBindAddress",
                        "127.0.0.1",
                        "DatabaseAccess",
                        "Restrict " + workspace.data().resolve("data"),
                        "AuthServer",
                        "Srp256, Srp",
                        "AuthClient",
                        "Srp256, Srp",
                        "UserManager",
                        "Srp",
                        "WireCrypt",
                        "Enabled",
                        FirebirdSettings.PORT,
                        Integer.toString(port)),
                target.settings());
        Path database = root.database(target.settings());
        root.publish(Map.of(database, Map.of()));
        Secret password = newPassword();
        root.newSecurityDatabase(USER, password);
        ServerProcess process = ServerProcess.start(root.server(), STOP);
        Endpoint endpoint = at(target, port, FirebirdRoot.ALIAS, password);
        return ServerStarts.answering(target, process, endpoint, endpoint);
    }

    /** The image of Firebird's makers; it ignores settings that its version does not know. */
    static Containers.Recipe recipe(Target target) {
        requireTcp(target);
        Map<String, String> environment = new HashMap<>(Map.of(
                "FIREBIRD_ROOT_PASSWORD",
                PASSWORD.reveal(),
                "FIREBIRD_DATABASE",
                DATABASE,
                "FIREBIRD_DATABASE_PAGE_SIZE",
                FirebirdSettings.pageSize(target.settings()),
                "FIREBIRD_DATABASE_DEFAULT_CHARSET",
                "UTF8",
                "FIREBIRD_CONF_WireCrypt",
                "Enabled",
                "FIREBIRD_CONF_GCPolicy",
                "cooperative"));
        target.settings().forEach((name, value) -> environment.put("FIREBIRD_CONF_" + name, value));
        environment.remove("FIREBIRD_CONF_" + FirebirdSettings.PAGE_SIZE);
        return new Containers.Recipe(
                "firebirdsql/firebird:5", PORT, environment, List.of(), port -> at(target, port, DATABASE, PASSWORD));
    }

    private static Endpoint at(Target target, int port, String database, Secret password) {
        return Endpoint.of(target, "jdbc:firebirdsql://127.0.0.1:" + port + "/" + database)
                .as(USER, password)
                .with(Map.of("wireCrypt", "DISABLED", "encoding", "NONE"));
    }

    private static void requireTcp(Target target) {
        if (target.transport() != Transport.TCP) {
            throw target.problem(
                    "placement: " + target.transport().id() + " is not for firebird, whose server listens on TCP only");
        }
    }

    private static Secret newPassword() {
        byte[] bytes = new byte[10];
        new SecureRandom().nextBytes(bytes);
        return Secret.of(HexFormat.of().formatHex(bytes));
    }
}
