package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A running server as it describes itself: version, durability, settings, counters. */
public interface Monitor {

    /** Reads version, durability and settings of the server behind an open connection. */
    ServerInfo info(Connection connection) throws SQLException;

    /**
     * Reads the server's own counters, of the kinds server, data, log and temp, and the sizes of its files. The same come
     * in every reading of a server by the same user, with {@link Feature#COUNTERS} at least one that is no size. Names
     * are {@code reads}, {@code bytes-read}, {@code read-time}, {@code writes}, {@code bytes-written},
     * {@code write-time}, {@code syncs} and {@code sync-time} where they fit; units are bytes, ms and count. Where the
     * server counts single files, those come besides, as they are there at the moment.
     *
     * <p>What the version does not count, what is not switched on and what the user may not see is absent and no error.
     * Reading takes a few milliseconds, writes nothing, and leaves the connection as it was.
     *
     * @param connection autocommit is on; not one that is measured
     * @throws SQLException when the connection is gone
     */
    default List<Counter> counters(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * The settings with which a server also counts how long its reads and writes of files take, where that costs
     * something and is off by default. They can be set when it is started.
     */
    default Map<String, String> timingSettings() {
        return Map.of();
    }

    /**
     * Makes the session of this connection report its work to the server's counters, where sessions do that later than
     * they answer. Afterwards the counters are right as far as this session goes. May take a second.
     *
     * @param connection autocommit is on; the one that was measured
     * @throws SQLException when the connection is gone
     */
    default void flush(Connection connection) throws SQLException {}
}
