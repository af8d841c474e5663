package org.rowmark.util;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A file that passes a password to a program, as other users can read arguments in lists of processes. Readable by its
 * owner only, deleted as soon as the program has ended.
 */
public record PrivateFile(Path path, ShutdownActions.Undo undo) implements AutoCloseable {
    public static PrivateFile of(Path directory, List<String> lines) throws IOException {
        Path path = Files.createTempFile(directory, "client", ".cnf", FilePermissions.ownerOnly(directory));
        ShutdownActions.Undo undo = ShutdownActions.register(ShutdownActions.Stage.FILES, () -> {
            try {
                Files.deleteIfExists(path);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Files.write(path, lines);
        return new PrivateFile(path, undo);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
        ShutdownActions.done(undo);
    }
}
