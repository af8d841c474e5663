package org.rowmark.databases.sqlserver.restore;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Statements on whole databases, whatever is in the names. */
final class RestoreStatements {
    private RestoreStatements() {}

    static String name(String name) {
        return "[" + name.replace("]", "]]") + "]";
    }

    static String text(String text) {
        return "N'" + text.replace("'", "''") + "'";
    }

    static String idOf(String name) {
        return "select db_id(" + text(name) + ")";
    }

    /** One that is online may have users, one that is being restored has none and cannot be altered. */
    static String drop(String name) {
        return String.format(
                Locale.ROOT,
                "if databasepropertyex(%1$s, 'Status') = 'ONLINE' alter database %2$s set single_user with rollback"
                        + " immediate; drop database %2$s",
                text(name),
                name(name));
    }

    /** Over whatever the file holds, and without a mark in the history of the database's own backups. */
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
     * @param moves where its files go
     */
    static String restore(String name, String file, int position, List<Move> moves) {
        return "restore database " + name(name) + " from disk = " + text(file) + " with file = " + position
                + moves.stream()
                        .map(move -> ", move " + text(move.logicalName()) + " to " + text(move.path()))
                        .collect(Collectors.joining())
                + ", replace, stats = 5";
    }

    /** A file of the database that was backed up, and the path of the one to make. */
    record Move(String logicalName, String path) {}
}
