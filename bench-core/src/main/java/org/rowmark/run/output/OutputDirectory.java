package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rowmark.process.LockedDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** The directory for a run's files, which did not exist before or was empty. */
public record OutputDirectory(Path path, boolean isCreated) {
    /**
     * Creates the directory.
     *
     * @throws UsageException if it is not empty or cannot be written to
     */
    public static OutputDirectory create(Path path) {
        try {
            boolean isCreated = make(path);
            if (!isCreated && !isEmptyDirectory(path)) {
                throw new UsageException("--out " + path + " is not empty; name a new directory");
            }
            Files.delete(Files.createTempFile(path, "probe", ""));
            return new OutputDirectory(path, isCreated);
        } catch (IOException e) {
            throw new UsageException(
                    "--out " + path + " cannot be written to: " + e.getClass().getSimpleName() + " "
                            + ErrorMessages.of(e),
                    e);
        }
    }

    /** Returns whether it did not exist, for one of several processes. */
    private static boolean make(Path path) throws IOException {
        if (Files.exists(path)) {
            return false;
        }
        Files.createDirectories(path.toAbsolutePath().getParent());
        try {
            Files.createDirectory(path);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    /** Returns the directory of a run that is continued. */
    public static OutputDirectory existing(Path path) {
        return new OutputDirectory(path, false);
    }

    /** Removes the directory after a run that could not begin: it contains servers' logs only. */
    public void remove() {
        if (isCreated) {
            LockedDirectory.remove(path);
        }
    }

    private static boolean isEmptyDirectory(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.findAny().isEmpty();
        }
    }
}
