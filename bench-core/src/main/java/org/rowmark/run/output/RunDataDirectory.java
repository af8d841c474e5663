package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.process.LockedDirectory;
import org.rowmark.process.ShutdownActions;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.UsageException;

/** The directory of the data of a run's private servers and embedded databases, removed at the end. */
public final class RunDataDirectory implements AutoCloseable {
    /**
     * The directory of the forks' temporary files, such as the libraries that drivers unpack. No target can have this
     * name.
     */
    public static final String TEMPORARY = ".tmp";

    private final Path root;

    private RunDataDirectory(Path root) {
        this.root = root;
    }

    /** @throws UsageException if the parent cannot be written to */
    public static RunDataDirectory in(Path parent) {
        try {
            Path root = LockedDirectory.in(Files.createDirectories(parent));
            // a server that refuses to run as root runs as another user, who must get to its own directory below
            FilePermissions.set(root, "rwx--x--x");
            Files.createDirectory(root.resolve(TEMPORARY));
            return new RunDataDirectory(root);
        } catch (IOException e) {
            throw new UsageException(
                    "cannot create a data directory in " + parent + ": " + ErrorMessages.of(e)
                            + "; name another with --data-dir",
                    e);
        }
    }

    public Path path() {
        return root;
    }

    /**
     * Returns the workspace of a target, whose directory is created if it does not exist; the log of its server is in
     * the run directory. All paths are absolute, since servers run in directories of their own.
     */
    public Workspace workspace(Target target, Path runDirectory, List<String> prefix) throws IOException {
        return new Workspace(
                Files.createDirectories(root.resolve(target.name())),
                serverLog(target, runDirectory.toAbsolutePath()),
                prefix);
    }

    public static Path serverLog(Target target, Path runDirectory) {
        return runDirectory.resolve(target.name() + ".log");
    }

    /** Returns the name of the file for the output of programs that workloads run. */
    public static String programsLog(Target target) {
        return target.name() + "-programs.log";
    }

    /** Removes it, unless the process is ending: servers are ended first then. */
    @Override
    public void close() {
        ShutdownActions.holdIfEnding();
        LockedDirectory.remove(root);
    }
}
