package org.rowmark.run.output;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * The directory that holds the data of a run's private servers and embedded databases; removed with all in it at the
 * end.
 */
public final class RunDataDirectory implements AutoCloseable {
    /** Of the forks' temporary files, such as the libraries that drivers unpack. No target can have this name. */
    public static final String TEMPORARY = ".tmp";

    private final Path root;
    private final ShutdownActions.Undo undo;

    private RunDataDirectory(Path root) {
        this.root = root;
        this.undo = ShutdownActions.register(ShutdownActions.Stage.FILES, this::remove);
    }

    /** @throws UsageException if the parent cannot be written to */
    public static RunDataDirectory in(Path parent) {
        try {
            Path root =
                    Files.createTempDirectory(Files.createDirectories(parent).toAbsolutePath(), "rowmark-");
            // a server that refuses to run as root runs as another user, who must get to its own directory below
            FilePermissions.set(root, "rwx--x--x");
            Files.createDirectory(root.resolve(TEMPORARY));
            return new RunDataDirectory(root);
        } catch (IOException e) {
            throw new UsageException(
                    "cannot create a data directory in " + parent + ": " + ErrorMessages.of(e)
                            + "; name another with --data",
                    e);
        }
    }

    public Path path() {
        return root;
    }

    /**
     * The target's part, created if need be; its server's log goes to the run directory. Servers run in directories of
     * their own, so all paths are absolute.
     */
    public Workspace workspace(Target target, Path runDirectory) throws IOException {
        return new Workspace(
                Files.createDirectories(root.resolve(target.name())), serverLog(target, runDirectory.toAbsolutePath()));
    }

    public static Path serverLog(Target target, Path runDirectory) {
        return runDirectory.resolve(target.name() + ".log");
    }

    /** Takes the output of programs that workloads run. */
    public static Path programsLog(Target target, Path runDirectory) {
        return runDirectory.toAbsolutePath().resolve(target.name() + "-programs.log");
    }

    @Override
    public void close() {
        remove();
        ShutdownActions.done(undo);
    }

    private void remove() {
        deleteRecursively(root);
    }

    /** Deletes what can be deleted; a file that a dying server still holds must not hide the run's result. */
    static void deleteRecursively(Path directory) {
        if (Files.notExists(directory)) {
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("rowmark: could not remove " + directory + ": " + ErrorMessages.of(e));
        }
    }
}
