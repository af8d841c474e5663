package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * The password of private servers that listen on TCP, where every user of the machine can connect: random, in a file
 * that only its owner can read, and the same for all servers of a user, who share data.
 */
public final class ServerPassword {
    private static final String FILE = "server-password";
    private static final int DIGITS = 20;

    private ServerPassword() {}

    /** Returns the password, which is made by the first call on a machine. */
    public static synchronized Secret get() {
        Path file = CacheDirectory.prepared("").resolve(FILE);
        try {
            if (Files.notExists(file) || Files.size(file) < DIGITS) {
                make(file);
            }
            return Secret.of(Files.readString(file).strip());
        } catch (IOException e) {
            throw new UsageException(
                    "the password of private servers in " + file + " cannot be read or made: " + ErrorMessages.of(e),
                    e);
        }
    }

    /** Writes the file in one piece; that of another process that was faster stays. */
    private static void make(Path file) throws IOException {
        Path directory = file.getParent();
        Path next = Files.createTempFile(directory, FILE, ".next", FilePermissions.ownerOnly(directory));
        try {
            Files.writeString(next, Secret.random().reveal());
            Files.createLink(file, next);
        } catch (FileAlreadyExistsException e) {
            // made by another process
        } catch (UnsupportedOperationException | FileSystemException e) { // no links there
            Files.move(next, file);
        } finally {
            Files.deleteIfExists(next);
        }
    }
}
