package org.rowmark.util;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** POSIX permissions of files; on other file systems files keep inherited permissions. */
public final class FilePermissions {
    private FilePermissions() {}

    /** Returns the attributes of new files that only their owner may read and write. */
    public static FileAttribute<?>[] ownerOnly(Path directory) {
        return isPosix(directory)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    /** Adds text to a file that is created, if there is none, so that only its owner may read and write it. */
    public static void append(Path file, String text) throws IOException {
        try (OutputStream out = Channels.newOutputStream(Files.newByteChannel(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND), ownerOnly(file)))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public static void set(Path path, String permissions) throws IOException {
        if (isPosix(path)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
        }
    }

    private static boolean isPosix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
