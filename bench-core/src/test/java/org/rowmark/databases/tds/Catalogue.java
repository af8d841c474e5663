package org.rowmark.databases.tds;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What sys tells of the server and its database, and how it is changed: tables of H2. */
public final class Catalogue {
    private static final List<String> TABLES = List.of(
            "create schema sys",
            "create table sys.configurations (name varchar(35), value integer, value_in_use integer,"
                    + " is_dynamic integer, is_advanced integer)",
            "insert into sys.configurations values ('show advanced options', 0, 0, 1, 0),"
                    + " ('max degree of parallelism', 0, 0, 1, 1), ('nested triggers', 1, 1, 1, 0),"
                    + " ('fill factor (%)', 0, 0, 0, 1)",
            "create table sys.databases (database_id integer, compatibility_level integer,"
                    + " delayed_durability_desc varchar(60), recovery_model_desc varchar(60),"
                    + " is_read_committed_snapshot_on integer, target_recovery_time_in_seconds integer)",
            "insert into sys.databases values (5, 110, 'DISABLED', 'FULL', 0, 60)",
            "create alias db_id for '" + Catalogue.class.getName() + ".databaseId'",
            "create alias db_name for '" + Catalogue.class.getName() + ".databaseName'",
            "create alias has_perms_by_name for '" + Catalogue.class.getName() + ".hasPermission'");

    private static final Pattern CONFIGURE = Pattern.compile("exec sp_configure N('.*'), (-?[0-9]+)");
    private static final Pattern ALTER =
            Pattern.compile("alter database current set (\\w+)(?: =)? (\\w+)(?: seconds| with no_wait)?");

    private Catalogue() {}

    static void create(String database) throws SQLException {
        try (Connection connection = DriverManager.getConnection(database);
                Statement statement = connection.createStatement()) {
            for (String sql : TABLES) {
                statement.execute(sql);
            }
            for (String sql : TdsBackups.TABLES) {
                statement.execute(sql);
            }
        }
    }

    /** A change of what the catalogue tells, as an update of one row. */
    static Optional<String> update(String sql) {
        Matcher configure = CONFIGURE.matcher(sql);
        if (configure.matches()) {
            return Optional.of("update sys.configurations set value = " + configure.group(2) + " where name = "
                    + configure.group(1) + " and (is_advanced = 0 or exists (select 1 from sys.configurations"
                    + " where name = 'show advanced options' and value_in_use = 1))");
        }
        Matcher alter = ALTER.matcher(sql);
        return alter.matches()
                ? Optional.of("update sys.databases set " + column(alter.group(1)) + " = "
                        + value(alter.group(1), alter.group(2)))
                : Optional.empty();
    }

    /** Puts in force what is configured and need not wait for the next start. */
    static Optional<String> reconfigure(String sql) {
        return sql.equals("reconfigure")
                ? Optional.of("update sys.configurations set value_in_use = value where is_dynamic = 1")
                : Optional.empty();
    }

    public static int databaseId() {
        return 5;
    }

    /** Null if there is no database of that name. */
    public static Integer databaseId(Connection connection, String name) throws SQLException {
        return TdsBackups.databaseId(connection, name);
    }

    public static String databaseName() {
        return "bench";
    }

    public static int hasPermission(String securable, String kind, String permission) {
        return 1;
    }

    private static String column(String option) {
        return switch (option) {
            case "recovery" -> "recovery_model_desc";
            case "delayed_durability" -> "delayed_durability_desc";
            case "read_committed_snapshot" -> "is_read_committed_snapshot_on";
            case "target_recovery_time" -> "target_recovery_time_in_seconds";
            default -> option;
        };
    }

    private static String value(String option, String value) {
        return option.equals("read_committed_snapshot") ? value.equals("ON") ? "1" : "0" : "'" + value + "'";
    }
}
