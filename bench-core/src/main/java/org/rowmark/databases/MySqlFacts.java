package org.rowmark.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.db.Counter;
import org.rowmark.db.ServerFacts;

/** What servers of MySQL and MariaDB say about themselves. A variable that a version does not have is left out. */
final class MySqlFacts {
    /**
     * What private servers of MariaDB 10 say before their version, so that Connector/J takes them for what they can do.
     * After 5.7.19 it would ask for {@code transaction_isolation}, a variable that MariaDB has since 11.1.
     */
    static final String POSING = "5.7.19-";

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

    /** A status variable of the server as a counter. */
    private record Status(String name, Counter.Kind kind, String unit, String variable) {
        Optional<Counter> in(Map<String, String> status) {
            return Optional.ofNullable(status.get(variable))
                    .map(value -> new Counter(name, kind, unit, Double.parseDouble(value)));
        }
    }

    /** In {@code Innodb_data_*} MySQL counts the log in, MariaDB 10.11 does not. */
    private static final List<Status> COUNTERS = List.of(
            new Status("reads", Counter.Kind.SERVER, "count", "Innodb_data_reads"),
            new Status("bytes-read", Counter.Kind.SERVER, "bytes", "Innodb_data_read"),
            new Status("writes", Counter.Kind.SERVER, "count", "Innodb_data_writes"),
            new Status("bytes-written", Counter.Kind.SERVER, "bytes", "Innodb_data_written"),
            new Status("syncs", Counter.Kind.SERVER, "count", "Innodb_data_fsyncs"),
            new Status("writes", Counter.Kind.LOG, "count", "Innodb_log_writes"),
            new Status("bytes-written", Counter.Kind.LOG, "bytes", "Innodb_os_log_written"),
            new Status("syncs", Counter.Kind.LOG, "count", "Innodb_os_log_fsyncs"));

    private MySqlFacts() {}

    static ServerFacts of(Connection connection) throws SQLException {
        Map<String, String> settings = Facts.pairs(
                connection, "show global variables where variable_name in (" + Facts.quoted(SETTINGS) + ")");
        // the default of the platform, in versions that say so by saying nothing
        settings.values().removeIf(String::isEmpty);
        String version = Facts.value(connection, "select concat(@@version, ' ', @@version_comment)");
        return new ServerFacts(withoutPosing(version), durability(settings), settings);
    }

    static String withoutPosing(String version) {
        return POSED.matcher(version).replaceFirst("");
    }

    static List<Counter> counters(Connection connection) throws SQLException {
        Map<String, String> status = Facts.pairs(
                connection,
                "show global status where variable_name in ("
                        + Facts.quoted(COUNTERS.stream().map(Status::variable).toList()) + ")");
        return COUNTERS.stream().flatMap(each -> each.in(status).stream()).toList();
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
        return Facts.commitWaits(waits, String.join(", ", because));
    }

    private static boolean is(Map<String, String> settings, String name, String value) {
        return value.equalsIgnoreCase(settings.get(name));
    }
}
