package org.rowmark.clients.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.rowmark.clients.launch.StartedClients.ClientProcess;
import org.rowmark.process.ShutdownActions;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;

/** A way to start the client processes of a run, on this machine or on others. */
@FunctionalInterface
public interface ClientLauncher {
    /** Starts clients 1 to count by the command {@code client}, or none if one fails. */
    StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException;

    /** Clients that are started by hand: only the token file is written here, and removed with this process. */
    record ByHand(Path file, Consumer<String> instructions) implements ClientLauncher {
        /** Returns a token file beside the run directory; in it if it is a root directory. */
        public static Path tokenFile(Path run) {
            Path directory = run.toAbsolutePath().normalize();
            Path name = directory.getFileName();
            return name == null ? directory.resolve("rowmark.token") : directory.resolveSibling(name + ".token");
        }

        @Override
        public StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException {
            Files.deleteIfExists(file);
            Files.writeString(Files.createFile(file, FilePermissions.ownerOnly(file)), token.reveal() + "\n");
            ShutdownActions.register(ShutdownActions.Stage.FILES, file.toFile()::delete);
            int port = coordinator.getPort();
            instructions.accept("waiting for " + (count == 1 ? "client 1" : "clients 1 to " + count)
                    + "; start each: ./rowmark client --join " + SocketAddresses.text(coordinator) + " --token "
                    + file.toAbsolutePath() + " --number 1/" + count + (count == 1 ? "" : " to " + count + "/" + count)
                    + "; to another machine, copy the token file and keep open: ssh -N -R " + port + ":"
                    + SocketAddresses.text(coordinator) + " MACHINE");
            return StartedClients.of(0, number -> null);
        }
    }

    /** Client processes on this machine, with this JVM and this class path. */
    record Local(String mainClass) implements ClientLauncher {
        @Override
        public StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException {
            return StartedClients.of(count, number -> {
                ClientProcess client = new ClientProcess("this machine", command(coordinator, number + "/" + count));
                client.begin(token.reveal() + "\n");
                return client;
            });
        }

        private List<String> command(InetSocketAddress coordinator, String number) {
            return List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp",
                    System.getProperty("java.class.path"),
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1", // it only waits; its forks have the flags of the run
                    "-Xss512k",
                    mainClass,
                    "--join",
                    SocketAddresses.text(coordinator),
                    "--token",
                    "-",
                    "--number",
                    number);
        }
    }
}
