package org.rowmark.databases.sqlserver.restore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The statements on whole databases, with any characters in names. */
final class RestoreStatements {
    private RestoreStatements() {}

    static String name(String name) {
        return "[" + name.replace("]", "]]") + "]";
    }

    private static String text(String text) {
        return "N'" + text.replace("'", "''") + "'";
    }

    static String idOf(String name) {
        return "select db_id(" + text(name) + ")";
    }

    /** Ends the sessions of a database that is online; one that is being restored has none and cannot be altered. */
    static String drop(String name) {
        return String.format(
                Locale.ROOT,
                "if databasepropertyex(%1$s, 'Status') = 'ONLINE' alter database %2$s set single_user with rollback"
                        + " immediate; drop database %2$s",
                text(name),
                name(name));
    }

    /** Overwrites the file, and leaves no mark in the history of the database's own backups. */
    static String backUp(String name, String file) {
        return "backup database " + name(name) + " to disk = " + text(file) + " with copy_only, init, checksum";
    }

    static String headers(String file) {
        return "restore headeronly from disk = " + text(file);
    }

    static String files(String file, int position) {
        return "restore filelistonly from disk = " + text(file) + " with file = " + position;
    }

    /**
     * @param position of the backup in the file, from 1
     * @param moves the new paths of its files
     */
    static String restore(String name, String file, int position, List<Move> moves) {
        return "restore database " + name(name) + " from disk = " + text(file) + " with file = " + position
                + moves.stream()
                        .map(move -> ", move " + text(move.logicalName()) + " to " + text(move.path()))
                        .collect(Collectors.joining())
                + ", replace, stats = 5";
    }

    /** A file of the database that was backed up, and the path of the one to create. */
    record Move(String logicalName, String path) {
        /**
         * Moves files into the directories that the server has for new ones, under the name of the new database.
         *
         * @param files the rows of RESTORE FILELISTONLY, by names of the columns
         * @param data the directory for data, as the server writes it
         * @param log the directory for logs
         */
        static List<Move> all(String name, List<Map<String, String>> files, String data, String log) {
            List<Move> moves = new ArrayList<>();
            for (Map<String, String> file : files) {
                String type = file.getOrDefault("Type", "D");
                String ending = switch (type) {
                    case "L" -> ".ldf";
                    case "D" -> moves.isEmpty() ? ".mdf" : ".ndf";
                    default -> ""; // a directory: FILESTREAM, full text
                };
                String directory = type.equals("L") ? log : data;
                boolean ends = directory.endsWith("/") || directory.endsWith("\\");
                String separator = ends ? "" : directory.startsWith("/") ? "/" : "\\";
                moves.add(new Move(
                        file.getOrDefault("LogicalName", ""),
                        directory + separator + name + "_" + (moves.size() + 1) + ending));
            }
            return moves;
        }
    }
}
