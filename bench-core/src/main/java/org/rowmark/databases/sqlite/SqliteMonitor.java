package org.rowmark.databases.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;

/** Pragmas and size of a SQLite database. */
final class SqliteMonitor implements Monitor {
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

    /** The defaults of SQLite as it is compiled by default; other pragmas have no certain default. */
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

    /** Reads the file's size as of the last commit, exactly. There are no other counters, and no size of the log. */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return CounterQuery.readIfTold(
                connection, "select page_count * page_size as \"data.size\" from pragma_page_count, pragma_page_size");
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
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

    /** Describes the durability: NORMAL syncs at a commit with a rollback journal, but not with a write-ahead log. */
    private static String durability(Map<String, String> settings) {
        String journal = settings.get("journal_mode");
        int synchronous = Integer.parseInt(settings.get("synchronous"));
        boolean waits = synchronous >= 2 || (synchronous == 1 && !journal.equals("wal"));
        return ServerInfoQueries.commitWaits(
                waits, "synchronous=" + SYNCHRONOUS.get(synchronous) + ", journal_mode=" + journal);
    }
}
