package org.rowmark.databases.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ServerInfo;

/** What a SQLite database says about itself. */
final class SqliteFacts {
    private static final List<String> PRAGMAS = List.of(
            "busy_timeout",
            "cache_size",
            "cache_spill",
            "foreign_keys",
            "journal_mode",
            "locking_mode",
            "mmap_size",
            "page_size",
            "synchronous",
            "temp_store",
            "wal_autocheckpoint");

    /** Of SQLite itself, as it is compiled unless it is told otherwise; of the rest a default is not certain. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "busy_timeout", "0",
            "cache_size", "-2000",
            "foreign_keys", "0",
            "journal_mode", "delete",
            "locking_mode", "normal",
            "mmap_size", "0",
            "page_size", "4096",
            "synchronous", "2",
            "temp_store", "0",
            "wal_autocheckpoint", "1000");

    private static final List<String> SYNCHRONOUS = List.of("OFF", "NORMAL", "FULL", "EXTRA");

    private SqliteFacts() {}

    static ServerInfo of(Connection connection) throws SQLException {
        Map<String, String> settings = new HashMap<>();
        for (String pragma : PRAGMAS) {
            settings.put(pragma, ServerInfoQueries.value(connection, "pragma " + pragma));
        }
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                durability(settings),
                settings,
                ServerInfoQueries.changed(settings, DEFAULTS),
                Map.of());
    }

    /**
     * With a rollback journal NORMAL still syncs at a commit; with a write-ahead log it does so at checkpoints only.
     */
    private static String durability(Map<String, String> settings) {
        String journal = settings.get("journal_mode");
        int synchronous = Integer.parseInt(settings.get("synchronous"));
        boolean waits = synchronous >= 2 || (synchronous == 1 && !journal.equals("wal"));
        return ServerInfoQueries.commitWaits(
                waits, "synchronous=" + SYNCHRONOUS.get(synchronous) + ", journal_mode=" + journal);
    }
}
