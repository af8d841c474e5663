package org.rowmark.databases.tds;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Backups and restores as the documentation of SQL Server has them, rows and messages typed from there and never seen
 * from a server: nothing is copied, but names come and go.
 */
public final class TdsBackups {
    /** What is on the server's disk, what databases there are, and what it tells of itself. */
    static final List<String> TABLES = List.of(
            "create table sys.server_properties (name varchar(128), \"value\" varchar(128))",
            "create table sys.database_names (name varchar(128))",
            "create table sys.backup_headers (device varchar(400), \"BackupType\" integer, \"Position\" integer,"
                    + " \"SoftwareVersionMajor\" integer, \"BackupSize\" bigint, \"CompressedBackupSize\" bigint,"
                    + " \"IsDamaged\" integer, \"DatabaseName\" varchar(128), \"BackupDescription\" varchar(255))",
            "create table sys.backup_files (device varchar(400), \"LogicalName\" varchar(128),"
                    + " \"PhysicalName\" varchar(260), \"Type\" varchar(1))",
            "create alias serverproperty for '" + TdsBackups.class.getName() + ".serverProperty'");

    private static final Pattern LIST =
            Pattern.compile("restore (headeronly|filelistonly) from disk = N('(?:[^']|'')*')(?: with file = \\d+)?");
    private static final Pattern BACK_UP =
            Pattern.compile("backup database \\[(.*)] to disk = N('(?:[^']|'')*') with copy_only, init, checksum");
    private static final Pattern RESTORE = Pattern.compile(
            "restore database \\[(.*)] from disk = N'.*' with file = \\d+, move .*, replace, stats = 5");
    private static final Pattern CREATE = Pattern.compile("create database \\[(.*)]");
    private static final Pattern ALTER = Pattern.compile("alter database \\[(.*)] set recovery simple");
    private static final Pattern DROP = Pattern.compile("if databasepropertyex\\(.*; drop database \\[(.*)]");

    /** The statement and what it says while it is carried out. */
    record Told(String statement, List<TdsMessage> messages) {}

    /** @param number of the message, as sys.messages has it */
    record TdsMessage(int number, String text) {}

    private static final List<TdsMessage> RESTORED = List.of(
            new TdsMessage(3211, "30 percent processed."),
            new TdsMessage(3211, "61 percent processed."),
            new TdsMessage(3211, "100 percent processed."),
            new TdsMessage(4035, "Processed 336 pages for database 'rowmark_restored', file 'bench' on file 1."),
            new TdsMessage(4035, "Processed 2 pages for database 'rowmark_restored', file 'bench_log' on file 1."),
            new TdsMessage(
                    3014, "RESTORE DATABASE successfully processed 338 pages in 0.035 seconds (75.334 MB/sec)."));

    private TdsBackups() {}

    /** The query of H2 that answers, if it is a question for what a file holds. */
    static Optional<String> query(String sql, Connection connection) throws SQLException {
        Matcher list = LIST.matcher(sql);
        if (!list.matches()) {
            return Optional.empty();
        }
        boolean headers = list.group(1).equals("headeronly");
        String where =
                (headers ? " from sys.backup_headers" : " from sys.backup_files") + " where device = " + list.group(2);
        String device = list.group(2).replace("''", "'");
        if (count(connection, where) == 0) {
            throw new SQLException(
                    device.endsWith(".txt'")
                            ? "The media family on device " + device
                                    + " is incorrectly formed. SQL Server cannot process" + " this media family."
                            : "Cannot open backup device " + device
                                    + ". Operating system error 2(The system cannot find" + " the file specified.).");
        }
        return Optional.of(
                headers
                        ? "select \"BackupType\", \"Position\", \"SoftwareVersionMajor\", \"BackupSize\","
                                + " \"CompressedBackupSize\", \"IsDamaged\", \"DatabaseName\", \"BackupDescription\""
                                + where
                        : "select \"LogicalName\", \"PhysicalName\", \"Type\"" + where);
    }

    /** What a statement on whole databases does to the catalogue, and says. */
    static Optional<Told> statement(String sql) {
        Matcher backUp = BACK_UP.matcher(sql);
        if (backUp.matches()) {
            return Optional.of(new Told(
                    "insert into sys.backup_headers values (" + backUp.group(2) + ", 1, 1, 16, 3000000, 1000000, 0, '"
                            + backUp.group(1) + "', null)",
                    List.of()));
        }
        Matcher restore = RESTORE.matcher(sql);
        if (restore.matches()) {
            return Optional.of(new Told(insert(restore.group(1)), RESTORED));
        }
        Matcher create = CREATE.matcher(sql);
        if (create.matches()) {
            return Optional.of(new Told(insert(create.group(1)), List.of()));
        }
        Matcher drop = DROP.matcher(sql);
        if (drop.matches()) {
            return Optional.of(
                    new Told("delete from sys.database_names where name = '" + drop.group(1) + "'", List.of()));
        }
        return ALTER.matcher(sql).matches()
                ? Optional.of(new Told("set lock_timeout 1000", List.of()))
                : Optional.empty();
    }

    private static String insert(String name) {
        return "insert into sys.database_names values ('" + name + "')";
    }

    private static long count(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select count(*)" + where)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** As SQL Server's function, null for what it does not know. */
    public static String serverProperty(Connection connection, String name) throws SQLException {
        return value(connection, "select max(\"value\") from sys.server_properties where name = '" + name + "'");
    }

    /** Of a database of that name, null if there is none. */
    static Integer databaseId(Connection connection, String name) throws SQLException {
        String id = value(connection, "select max(6) from sys.database_names where name = '" + name + "'");
        return id == null ? null : Integer.valueOf(id);
    }

    private static String value(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
