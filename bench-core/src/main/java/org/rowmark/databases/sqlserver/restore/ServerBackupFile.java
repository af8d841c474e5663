package org.rowmark.databases.sqlserver.restore;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.rowmark.util.UsageException;

/**
 * A file of backups on the server's disk.
 *
 * @param path as the server knows it; without a directory it is in the server's directory for backups
 */
record ServerBackupFile(String path) {
    private static final String MARK = "a backup of Rowmark's on the server: ";
    private static final int LONGEST = 400;

    /** Names a new file, and writes a note of it in place of a backup. */
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

    /** Restores the separators of a path of a server on Linux, which Windows has replaced by its own here. */
    static String onServer(String path) {
        boolean isOfLinux = path.startsWith("\\") && !path.startsWith("\\\\");
        return isOfLinux ? path.replace('\\', '/') : path;
    }

    /**
     * A backup of a whole database in a file.
     *
     * @param position in the file, from 1
     * @param bytes its size in the file
     * @param major version of the server that made it: 16 for 2022
     */
    record BackupSet(int position, long bytes, int major) {
        private static final String WHOLE_DATABASE = "1";

        /** BackupType of RESTORE HEADERONLY. */
        private static final Map<String, String> TYPES = Map.of(
                "1", "a whole database",
                "2", "a transaction log",
                "4", "a file",
                "5", "the differences of a database",
                "6", "the differences of a file",
                "7", "a part of a database",
                "8", "the differences of a part of a database");

        /**
         * Finds the newest backup of a whole database.
         *
         * @param headers the rows of RESTORE HEADERONLY, by names of the columns
         * @throws UsageException if there is none, or it is damaged
         */
        static BackupSet newest(Path backup, List<Map<String, String>> headers) {
            Map<String, String> newest = headers.stream()
                    .filter(header -> WHOLE_DATABASE.equals(header.get("BackupType")))
                    .max(Comparator.comparingInt(header -> number(header, "Position", 1)))
                    .orElseThrow(() -> new UsageException("backup " + backup + " holds " + contents(headers)
                            + ", not a whole database; RESTORE DATABASE needs one that BACKUP DATABASE made"));
            if (number(newest, "IsDamaged", 0) == 1) {
                throw new UsageException(
                        "backup " + backup + " is damaged: the server that made it has marked it so (IsDamaged)");
            }
            String bytes = newest.getOrDefault("CompressedBackupSize", newest.getOrDefault("BackupSize", "0"));
            return new BackupSet(
                    number(newest, "Position", 1), Long.parseLong(bytes), number(newest, "SoftwareVersionMajor", 0));
        }

        private static String contents(List<Map<String, String>> headers) {
            return headers.isEmpty()
                    ? "nothing"
                    : TYPES.getOrDefault(headers.get(0).get("BackupType"), "something else");
        }

        /**
         * @param version the server's ProductVersion
         * @throws UsageException if the backup is of a later version
         */
        void requireNotNewerThan(Path backup, String version) {
            String own = version.split("\\.", 2)[0];
            if (own.matches("\\d+") && major > Integer.parseInt(own)) {
                throw new UsageException("backup " + backup + " was made by version " + major
                        + " of SQL Server, and this server is version " + own
                        + ", which restores backups of its own version and earlier ones");
            }
        }

        private static int number(Map<String, String> row, String column, int otherwise) {
            return Integer.parseInt(row.getOrDefault(column, Integer.toString(otherwise)));
        }
    }
}
