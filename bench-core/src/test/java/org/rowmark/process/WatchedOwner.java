package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A process that makes a directory, starts a server there and waits to be killed. */
public final class WatchedOwner {
    private WatchedOwner() {}

    /** @param arguments where the directory is made, the signal, and the server's command for a shell */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path directory = LockedDirectory.in(Files.createDirectories(Path.of(arguments[0])));
        ServerProcess server = ServerProcess.start(
                new Command(List.of("sh", "-c", arguments[2]), directory, directory.resolve("log")),
                new ServerProcess.Stop(arguments[1], Duration.ofSeconds(20)));
        System.out.println(server.pid());
        Thread.sleep(60_000);
    }
}
