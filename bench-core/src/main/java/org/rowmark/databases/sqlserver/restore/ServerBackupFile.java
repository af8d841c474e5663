package org.rowmark.databases.sqlserver.restore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * A backup on the server's disk.
 *
 * @param path as the server knows it; without a directory it is in the one that the server has for backups
 */
record ServerBackupFile(String path) {
    private static final String MARK = "a backup of Rowmark's on the server: ";
    private static final int LONGEST = 400;

    /** A new one, and a note of it in place of a backup. */
    static ServerBackupFile made(Path note) throws IOException {
        ServerBackupFile file = new ServerBackupFile("rowmark_" + UUID.randomUUID() + ".bak");
        Files.writeString(note, MARK + file.path);
        return file;
    }

    /** @param backup a note, or a path on the server */
    static ServerBackupFile of(Path backup) throws IOException {
        if (Files.isRegularFile(backup) && Files.size(backup) < LONGEST) {
            String text = Files.readString(backup, StandardCharsets.ISO_8859_1);
            if (text.startsWith(MARK)) {
                return new ServerBackupFile(text.substring(MARK.length()));
            }
        }
        return new ServerBackupFile(onServer(backup.toString()));
    }

    /** Windows here writes the path of a server on Linux with its own separators. */
    static String onServer(String path) {
        boolean isOfLinux = path.startsWith("\\") && !path.startsWith("\\\\");
        return isOfLinux ? path.replace('\\', '/') : path;
    }
}
