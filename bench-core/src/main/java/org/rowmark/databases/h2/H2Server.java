package org.rowmark.databases.h2;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.PortsAndPaths;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Server;
import org.rowmark.process.Command;
import org.rowmark.process.ServerProcess;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** H2's TCP server in a JVM of its own, run by this JVM's Java from the jars of the target's driver. */
final class H2Server {
    /** The name of the database, of which its files are named. */
    static final String DATABASE = "rowmark";

    private H2Server() {}

    /** Starts the server; its database stays open between connections, as those of other servers do. */
    static Server start(Target target, Workspace workspace) throws IOException {
        requirePossible(target);
        int port = ServerProcess.freePort();
        ServerProcess process = ServerProcess.start(
                new Command(words(target, workspace, port), workspace.data(), workspace.log())
                        .behind(workspace.prefix()),
                ServerProcess.Stop.terminate(Duration.ofSeconds(20)));
        String host = "jdbc:h2:tcp://127.0.0.1:" + port;
        String database = host + "/./" + DATABASE + ";DB_CLOSE_DELAY=-1" + H2.ALWAYS
                + ServerStarts.urlSettings(target.settings());
        return ServerStarts.answering(
                target,
                process,
                // not the database itself, which takes its settings from its first connection
                ServerStarts.withDefaultUser(DriverJars.endpoint(target, host + "/mem:ready"), "sa"),
                ServerStarts.withDefaultUser(DriverJars.endpoint(target, database), "sa"));
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
                "-ifNotExists");
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
