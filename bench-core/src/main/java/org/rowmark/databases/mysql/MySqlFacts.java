package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ServerInfo;

/** What servers of MySQL and MariaDB say about themselves. A variable that a version does not have is left out. */
public final class MySqlFacts {
    /**
     * What private servers of MariaDB 10 say before their version, so that Connector/J takes them for what they can do.
     * After 5.7.19 it would ask for {@code transaction_isolation}, a variable that MariaDB has since 11.1.
     */
    public static final String POSING = "5.7.19-";

    private static final Pattern POSED =
            Pattern.compile("^" + Pattern.quote(POSING) + "(?=\\d+\\.\\d+\\.\\d+-MariaDB)");

    private static final List<String> SETTINGS = List.of(
            "character_set_server",
            "debug_no_sync",
            "innodb_buffer_pool_size",
            "innodb_doublewrite",
            "innodb_flush_log_at_trx_commit",
            "innodb_flush_method",
            "innodb_log_file_size",
            "innodb_page_size",
            "innodb_redo_log_capacity",
            "large_pages",
            "log_bin",
            "performance_schema",
            "query_cache_type",
            "sync_binlog",
            "transaction_isolation",
            "tx_isolation");

    private static final List<Map.Entry<String, String>> NEVER_SYNCS =
            List.of(Map.entry("innodb_flush_method", "nosync"), Map.entry("debug_no_sync", "ON"));

    private MySqlFacts() {}

    static ServerInfo of(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(
                connection,
                "show global variables where variable_name in (" + ServerInfoQueries.quoted(SETTINGS) + ")");
        // the default of the platform, in versions that say so by saying nothing
        settings.values().removeIf(String::isEmpty);
        String version = ServerInfoQueries.value(connection, "select concat(@@version, ' ', @@version_comment)");
        String machine = ServerInfoQueries.value(
                connection, "select concat(@@version_compile_os, ' ', @@version_compile_machine)");
        return new ServerInfo(
                withoutPosing(version),
                durability(settings),
                settings,
                MySqlChangedSettings.of(connection),
                Map.of("os", machine));
    }

    static String withoutPosing(String version) {
        return POSED.matcher(version).replaceFirst("");
    }

    /**
     * With a binary log a commit is in both logs or undone when the server comes up again, so it waits for the disk only
     * if both do.
     */
    static String durability(Map<String, String> settings) {
        List<String> because = new ArrayList<>();
        String flush = settings.getOrDefault("innodb_flush_log_at_trx_commit", "unknown");
        because.add("innodb_flush_log_at_trx_commit=" + flush);
        // 3 is MariaDB's own: it syncs as 1 does, and more often
        boolean waits = flush.equals("1") || flush.equals("3");
        if (is(settings, "log_bin", "ON")) {
            because.add("sync_binlog=" + settings.get("sync_binlog"));
            waits &= is(settings, "sync_binlog", "1");
        }
        for (Map.Entry<String, String> never : NEVER_SYNCS) {
            if (is(settings, never.getKey(), never.getValue())) {
                because.add(never.getKey() + "=" + never.getValue());
                waits = false;
            }
        }
        return ServerInfoQueries.commitWaits(waits, String.join(", ", because));
    }

    private static boolean is(Map<String, String> settings, String name, String value) {
        return value.equalsIgnoreCase(settings.get(name));
    }
}
