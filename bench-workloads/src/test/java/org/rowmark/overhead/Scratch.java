package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.commons.io.FileUtils;
import org.rowmark.db.Databases;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** A directory for a server's data and a run's files; it is removed at the end with all that is in it. */
record Scratch(Path path) implements AutoCloseable {

    /** Makes it readable for servers that run as another user. */
    static Scratch create() throws IOException {
        Path path = Files.createTempDirectory("rowmark-overhead-");
        if (!path.toFile().setExecutable(true, false)) {
            throw new IOException(path + " cannot be opened to other users");
        }
        return new Scratch(path);
    }

    /** Does something with a built-in target while its server runs. */
    static void with(String targetName, Work work) throws Exception {
        with(Targets.builtIn().named(targetName), work);
    }

    /** Does something with a target while its server runs. */
    static void with(Target target, Work work) throws Exception {
        try (Scratch scratch = create()) {
            Path directory = scratch.path();
            Workspace workspace =
                    new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
            try (Server server = Databases.named(target.database()).launcher().start(target, workspace)) {
                work.run(new RunningTarget(
                        target,
                        server.endpoint(),
                        workspace,
                        directory.resolve("programs.log"),
                        server.pid(),
                        Set.of()));
            }
        }
    }

    @Override
    public void close() throws IOException {
        FileUtils.deleteDirectory(path.toFile());
    }

    /** What is done with a target. */
    @FunctionalInterface
    interface Work {
        void run(RunningTarget running) throws Exception;
    }
}
