package org.rowmark.databases.h2;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;

/**
 * Settings and counters of an H2 database. Its counters are of its one file, which holds the data and what other
 * products write to a log, since the database was opened; a database in memory has none. The counts are exact, but the
 * writing itself follows a commit by up to {@code WRITE_DELAY}.
 */
final class H2Monitor implements Monitor {
    /** Without the names of the columns, which are others before version 2. */
    private static final String ALL_SETTINGS = "select * from information_schema.settings";

    private static final List<String> SETTINGS = List.of(
            "MODE",
            "WRITE_DELAY",
            "COMPRESS",
            "RETENTION_TIME",
            "QUERY_CACHE_SIZE",
            "ANALYZE_AUTO",
            "info.PAGE_SIZE",
            "info.CACHE_MAX_SIZE");

    /** Metrics by the names of the settings that hold them. */
    private static final Map<String, String> COUNTERS = Map.of(
            "info.FILE_READ", "data.reads",
            "info.FILE_READ_BYTES", "data.bytes-read",
            "info.FILE_WRITE", "data.writes",
            "info.FILE_WRITE_BYTES", "data.bytes-written",
            "info.FILE_SIZE", "data.size");

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(connection, ALL_SETTINGS);
        settings.keySet().retainAll(SETTINGS);
        String durability = H2.url(connection).startsWith(H2.IN_MEMORY)
                ? ServerInfoQueries.inMemory()
                : ServerInfoQueries.commitWaits(
                        false,
                        "WRITE_DELAY=" + settings.get("WRITE_DELAY")
                                + " ms; H2 does not sync the file at a commit, whatever the delay");
        return new ServerInfo(ServerInfoQueries.version(connection), durability, settings);
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        ServerInfoQueries.pairs(connection, ALL_SETTINGS).forEach((setting, value) -> {
            if (COUNTERS.containsKey(setting)) {
                counters.add(CounterQuery.counter(COUNTERS.get(setting), Double.parseDouble(value)));
            }
        });
        return counters;
    }
}
