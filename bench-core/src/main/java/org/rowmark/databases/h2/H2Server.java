package org.rowmark.databases.h2;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerPassword;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Server;
import org.rowmark.process.Command;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** H2's TCP server in a JVM of its own. It creates no databases: their administrators can run any code in it. */
final class H2Server {
    private static final String DATABASE = "rowmark";

    static final String FILE = DATABASE + ".mv.db";

    private H2Server() {}

    /** Starts the server; its database stays open between connections, as those of other servers do. */
    static Server start(Target target, Workspace workspace) throws IOException {
        requirePossible(target);
        if (Files.notExists(workspace.data().resolve(FILE))) {
            ServerStarts.embedded(
                    target, endpoint(target, "jdbc:h2:file:" + workspace.data().resolve(DATABASE)));
        }
        int port = ServerProcess.freePort();
        ServerProcess process = ServerProcess.start(
                new Command(words(target, workspace, port), workspace.data(), workspace.log())
                        .behind(workspace.prefix()),
                ServerProcess.Stop.terminate(Duration.ofSeconds(20)));
        Endpoint endpoint =
                endpoint(target, "jdbc:h2:tcp://127.0.0.1:" + port + "/./" + DATABASE + ";DB_CLOSE_DELAY=-1");
        return ServerStarts.answering(
                target,
                process,
                // not a connection to the database: one that fails because of a setting would be repeated until the
                // limit
                () -> new Socket(InetAddress.getLoopbackAddress(), port).close(),
                endpoint);
    }

    private static Endpoint endpoint(Target target, String url) {
        return DriverJars.endpoint(target, url + H2.ALWAYS + ServerStarts.urlSettings(target.settings()))
                .as("sa", ServerPassword.get());
    }

    private static void requirePossible(Target target) {
        if (target.source().isPresent()) {
            throw target.problem("home: is not for h2, which is not installed:"
                    + " its server runs from the driver; another version of both is named by driver:");
        }
        PortsAndPaths.requireTcp(target);
    }

    private static List<String> words(Target target, Workspace workspace, int port) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(DriverJars.endpoint(target, "").driver()),
                "-Dh2.bindAddress=127.0.0.1",
                "org.h2.tools.Server",
                "-tcp",
                "-tcpPort",
                Integer.toString(port),
                "-baseDir",
                workspace.data().toString(),
                "-ifExists");
    }

    /** Returns absolute entries, because the server runs in another directory. */
    private static String classPath(List<Path> driver) {
        Stream<Path> entries = driver.isEmpty()
                ? Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(Path::of)
                : driver.stream();
        return entries.map(entry -> entry.toAbsolutePath().toString()).collect(Collectors.joining(File.pathSeparator));
    }
}
