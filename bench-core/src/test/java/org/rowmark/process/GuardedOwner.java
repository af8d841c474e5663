package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A process with a guardian that starts a server and waits to be killed. */
public final class GuardedOwner {
    private GuardedOwner() {}

    /** @param arguments the directory that it makes, and the server's command for a shell */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Guardian.start();
        Path directory = Path.of(arguments[0]);
        Guardian.makes(directory);
        Files.createDirectory(directory);
        Guardian.changes("jdbc:x://server/db", "some setting", Optional.of("8 MB"));
        ServerProcess server = ServerProcess.start(
                new Command(List.of("sh", "-c", arguments[1]), directory, directory.resolve("log")),
                ServerProcess.Stop.terminate(Duration.ofSeconds(20)));
        System.out.println(server.pid());
        Thread.sleep(60_000);
    }
}
