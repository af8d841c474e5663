package org.rowmark.databases;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Dialect;
import org.rowmark.db.Feature;
import org.rowmark.db.ServerFacts;

/** What MySQL and MariaDB, reached through Connector/J, have in common. */
final class MySqlFamily {
    /** The protocol counts the parameters of a prepared statement in 16 bits. */
    private static final int MOST_PARAMETERS = 65_535;

    private static final List<String> SETTINGS = List.of(
            "character_set_server",
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

    private MySqlFamily() {}

    static Dialect dialect() {
        return new Dialect() {
            @Override
            public int maxRowsPerInsert(int columns) {
                return MOST_PARAMETERS / columns;
            }
        };
    }

    static Set<Feature> features() {
        return EnumSet.of(Feature.MULTI_ROW_INSERT, Feature.BATCH_REWRITE, Feature.FETCH_SIZE);
    }

    static Map<String, String> properties(ConnectionMode mode) {
        return switch (mode) {
            case PLAIN -> Map.of();
            case BATCH_REWRITE -> Map.of("rewriteBatchedStatements", "true");
            case CURSOR_FETCH -> Map.of("useCursorFetch", "true");
            case BULK_LOAD -> Map.of();
        };
    }

    static ServerFacts facts(Connection connection) throws SQLException {
        Map<String, String> settings = new TreeMap<>(Facts.pairs(
                connection, "show global variables where variable_name in (" + Facts.quoted(SETTINGS) + ")"));
        String version = Facts.value(connection, "select concat(@@version, ' ', @@version_comment)");
        return new ServerFacts(version, durability(settings), settings);
    }

    private static String durability(Map<String, String> settings) {
        String flush = settings.get("innodb_flush_log_at_trx_commit");
        // 3 is MariaDB's own: it syncs as 1 does, and more often
        boolean waits = (flush.equals("1") || flush.equals("3"))
                && !settings.getOrDefault("innodb_flush_method", "").equals("nosync");
        String because = "innodb_flush_log_at_trx_commit=" + flush;
        if (settings.getOrDefault("log_bin", "OFF").equals("ON")) {
            because += ", sync_binlog=" + settings.get("sync_binlog");
        }
        return Facts.commitWaits(waits, because);
    }
}
