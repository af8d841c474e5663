package org.rowmark.run.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** Where a run's files go: a directory that did not exist before, or was empty. */
public final class OutputDirectory {
    private final Path path;
    private final boolean created;

    private OutputDirectory(Path path, boolean created) {
        this.path = path;
        this.created = created;
    }

    /** @throws UsageException if it holds something or cannot be written to */
    public static OutputDirectory create(Path path) {
        boolean there = Files.exists(path);
        try {
            if (there && !isEmptyDirectory(path)) {
                throw new UsageException("--out " + path + " is not empty; name a new directory");
            }
            Files.createDirectories(path);
            Files.delete(Files.createTempFile(path, "probe", ""));
            return new OutputDirectory(path, !there);
        } catch (IOException e) {
            throw new UsageException(
                    "--out " + path + " cannot be written to: " + e.getClass().getSimpleName() + " "
                            + ErrorMessages.of(e),
                    e);
        }
    }

    public Path path() {
        return path;
    }

    /** Undoes the creation, after a run that could not begin: only servers' logs stand in it. */
    public void remove() {
        if (created) {
            RunDataDirectory.deleteRecursively(path);
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
