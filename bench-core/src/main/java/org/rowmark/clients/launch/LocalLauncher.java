package org.rowmark.clients.launch;

import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.util.Secret;
import org.rowmark.util.SocketAddresses;

/** Client processes on this machine, with this JVM and this class path. */
public record LocalLauncher(String mainClass) implements ClientLauncher {
    private static final String HOST = "this machine";

    @Override
    public StartedClients start(InetSocketAddress coordinator, Secret token, int count) throws IOException {
        return StartedClients.of(count, number -> {
            ClientProcess client = new ClientProcess(HOST, command(coordinator, number + "/" + count));
            client.begin(token.reveal() + "\n");
            return client;
        });
    }

    private List<String> command(InetSocketAddress coordinator, String number) {
        String classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath,
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
