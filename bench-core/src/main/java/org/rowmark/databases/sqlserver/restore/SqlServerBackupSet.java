package org.rowmark.databases.sqlserver.restore;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.sqlserver.restore.RestoreStatements.Move;
import org.rowmark.util.UsageException;

/**
 * The backup in a file that is restored: the newest that holds a whole database.
 *
 * @param position in the file, from 1
 * @param bytes what it takes in the file
 * @param major version of the server that made it: 16 for 2022
 */
record SqlServerBackupSet(int position, long bytes, int major) {
    private static final String WHOLE_DATABASE = "1";

    /** BackupType of RESTORE HEADERONLY. */
    private static final Map<String, String> TYPES = Map.of(
            WHOLE_DATABASE,
            "a whole database",
            "2",
            "a transaction log",
            "4",
            "a file",
            "5",
            "the differences of a database",
            "6",
            "the differences of a file",
            "7",
            "a part of a database",
            "8",
            "the differences of a part of a database");

    /**
     * @param headers the rows of RESTORE HEADERONLY, by names of the columns
     * @throws UsageException if no whole database is in it, or it is damaged
     */
    static SqlServerBackupSet newest(Path backup, List<Map<String, String>> headers) {
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
        return new SqlServerBackupSet(
                number(newest, "Position", 1), Long.parseLong(bytes), number(newest, "SoftwareVersionMajor", 0));
    }

    private static String contents(List<Map<String, String>> headers) {
        return headers.isEmpty() ? "nothing" : TYPES.getOrDefault(headers.get(0).get("BackupType"), "something else");
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

    /**
     * Where files go: into the directories that the server has for new ones, under the name of the new database.
     *
     * @param files the rows of RESTORE FILELISTONLY, by names of the columns
     * @param data the directory for data, as the server writes it
     * @param log the directory for logs
     */
    static List<Move> moves(String name, List<Map<String, String>> files, String data, String log) {
        List<Move> moves = new ArrayList<>();
        for (Map<String, String> file : files) {
            String type = file.getOrDefault("Type", "D");
            String ending = switch (type) {
                case "L" -> ".ldf";
                case "D" -> moves.isEmpty() ? ".mdf" : ".ndf";
                default -> ""; // a directory: FILESTREAM, full text
            };
            String directory = type.equals("L") ? log : data;
            moves.add(new Move(
                    file.getOrDefault("LogicalName", ""), inside(directory, name + "_" + (moves.size() + 1) + ending)));
        }
        return moves;
    }

    private static String inside(String directory, String file) {
        boolean ends = directory.endsWith("/") || directory.endsWith("\\");
        return directory + (ends ? "" : directory.startsWith("/") ? "/" : "\\") + file;
    }

    private static int number(Map<String, String> row, String column, int otherwise) {
        return Integer.parseInt(row.getOrDefault(column, Integer.toString(otherwise)));
    }
}
