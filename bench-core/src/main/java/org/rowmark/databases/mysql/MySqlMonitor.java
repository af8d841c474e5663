package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.Sql;

/** Facts and counters of MySQL and MariaDB. A variable that a version does not have is left out. */
record MySqlMonitor(Map<String, String> timingSettings) implements Monitor {
    private static final String SETTINGS = """
            show global variables where variable_name in ('character_set_server', 'debug_no_sync',
              'innodb_buffer_pool_size', 'innodb_doublewrite', 'innodb_flush_log_at_trx_commit', 'innodb_flush_method',
              'innodb_log_file_size', 'innodb_page_size', 'innodb_purge_threads', 'innodb_redo_log_capacity',
              'large_pages', 'log_bin', 'performance_schema', 'query_cache_type', 'sync_binlog',
              'transaction_isolation', 'tx_isolation')""";

    private static final String LARGE_PAGES = "show global variables where variable_name in"
            + " ('innodb_buffer_pool_size', 'key_buffer_size', 'aria_pagecache_buffer_size')";

    private static final String INNODB = "InnoDB";
    private static final String ENGINE = "default_storage_engine";
    private static final String ENFORCED_ENGINE = "enforce_storage_engine";

    /** The engine of tables whose definition names none, and MySQL's switch of the redo log. */
    private static final String OF_TABLES = "show variables where variable_name = '" + ENGINE + "'"
            + " or variable_name = '" + ENFORCED_ENGINE + "' and value <> ''";

    private static final String REDO_LOG = "show global status where variable_name = 'Innodb_redo_log_enabled'";

    private static final Set<String> NEVER_WAIT = Set.of("ARCHIVE", "ARIA", "BLACKHOLE", "CSV", "MEMORY", "MYISAM");

    private static final List<Map.Entry<String, String>> NEVER_SYNCS = List.of(
            Map.entry("innodb_flush_method", "nosync"),
            Map.entry("debug_no_sync", "ON"),
            Map.entry("Innodb_redo_log_enabled", "OFF"));

    /** Locations of files, addresses of the server, names of the machine, and the version. */
    private static final String IRRELEVANT = "^(.*(dir|_file|_path)|bind_address|hostname|log_bin_(basename|index)"
            + "|log_error|port|pseudo_.*|report_.*|secure_file_priv|server_(id|uid|uuid)|socket"
            + "|ssl_(ca|cert|crl)(path)?|mysqlx_.*|timestamp|version.*)$";

    /** MariaDB's changed settings. The origin AUTO is the server's own choice. */
    private static final String CHANGED_IN_MARIADB = "select variable_name, "
            + ServerInfoQueries.shown("global_value") + " from information_schema.system_variables"
            + " where global_value_origin not in ('COMPILE-TIME', 'AUTO')"
            + " and not (global_value <=> default_value) and lower(variable_name) not regexp '" + IRRELEVANT + "'";

    /** Variables that a driver sets for its session, which MySQL reports as if they had been set for all sessions. */
    private static final String OF_SESSIONS = """
            'autocommit', 'character_set_client', 'character_set_connection', 'character_set_results',
            'collation_connection', 'foreign_key_checks', 'net_write_timeout', 'sql_mode', 'sql_select_limit',
            'time_zone', 'transaction_isolation', 'transaction_read_only'""";

    /** MySQL's changed settings, known from 8.0 on, recognised by their source and not by their value. */
    private static final String CHANGED_IN_MYSQL = "select g.variable_name, "
            + ServerInfoQueries.shown("g.variable_value") + " from performance_schema.global_variables g"
            + " join performance_schema.variables_info i on i.variable_name = g.variable_name"
            + " where i.variable_source <> 'COMPILED' and not (i.variable_source = 'DYNAMIC' and g.variable_name in ("
            + OF_SESSIONS + ")) and lower(g.variable_name) not regexp '" + IRRELEVANT + "'";

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(connection, SETTINGS);
        settings.putAll(ServerInfoQueries.pairs(connection, OF_TABLES));
        settings.putAll(ServerInfoQueries.pairs(connection, REDO_LOG));
        settings.values().removeIf(String::isEmpty); // the platform's default, which some versions report as nothing
        String version = ServerInfoQueries.value(connection, "select concat(@@version, ' ', @@version_comment)");
        String machine = ServerInfoQueries.value(
                connection, "select concat(@@version_compile_os, ' ', @@version_compile_machine)");
        return new ServerInfo(version, durability(settings), settings, changed(connection), Map.of("os", machine));
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return MySqlCounters.of(connection);
    }

    /** Reads names in lower case and values by the query that the server knows; none from MySQL 5.7. */
    private static Map<String, String> changed(Connection connection) {
        TolerantQueries queries = new TolerantQueries(connection);
        Map<String, String> changed = new TreeMap<>();
        for (String query : List.of(CHANGED_IN_MARIADB, CHANGED_IN_MYSQL)) {
            queries.pairs(query).forEach((name, value) -> changed.put(name.toLowerCase(Locale.ROOT), value));
        }
        return changed;
    }

    /** Describes the durability in tables of the default engine. A commit in two logs waits if both logs do. */
    static String durability(Map<String, String> settings) {
        String variable = settings.containsKey(ENFORCED_ENGINE) ? ENFORCED_ENGINE : ENGINE;
        String engine = settings.getOrDefault(variable, INNODB);
        if (!engine.equalsIgnoreCase(INNODB)) {
            String setting = variable + "=" + engine;
            return NEVER_WAIT.contains(engine.toUpperCase(Locale.ROOT))
                    ? ServerInfoQueries.commitWaits(false, setting)
                    : ServerInfoQueries.commitUnknown(setting);
        }
        List<String> because = new ArrayList<>();
        String flush = settings.getOrDefault("innodb_flush_log_at_trx_commit", "unknown");
        because.add("innodb_flush_log_at_trx_commit=" + flush);
        boolean waits = flush.equals("1") || flush.equals("3"); // 3 is MariaDB's: syncs as 1 does, and more often
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

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of((int) Sql.number(connection, "select @@innodb_page_size"));
    }

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        return OptionalLong.of(Sql.number(connection, "select @@innodb_buffer_pool_size"));
    }

    /** Returns the sizes of the buffer pool and of the caches of MyISAM and Aria, which a version may not have. */
    @Override
    public OptionalLong largePageBytes(Connection connection) throws SQLException {
        return OptionalLong.of(ServerInfoQueries.pairs(connection, LARGE_PAGES).values().stream()
                .mapToLong(Long::parseLong)
                .sum());
    }
}
