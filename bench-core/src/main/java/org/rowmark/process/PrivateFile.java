package org.rowmark.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.rowmark.util.FilePermissions;

/** A file that passes a password to a program, since every list of processes shows arguments. */
public record PrivateFile(Path path) implements AutoCloseable {
    /** @param directory goes with this process, as the file does if the process is killed */
    public static PrivateFile of(Path directory, List<String> lines) throws IOException {
        Path path = Files.createTempFile(directory, "client", ".cnf", FilePermissions.ownerOnly(directory));
        Files.write(path, lines);
        return new PrivateFile(path);
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(path);
    }
}
