package org.rowmark.db;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** A running server as it describes itself: version, durability, settings, counters. */
public interface Monitor {

    ServerInfo info(Connection connection) throws SQLException;

    /**
     * Reads the server's own counters, of the kinds server, data, log and temp, and the sizes of its files, also of single
     * ones: the same at every reading by the same user. Names are {@code reads}, {@code bytes-read}, {@code read-time},
     * {@code writes}, {@code bytes-written}, {@code write-time}, {@code syncs} and {@code sync-time} where they fit; units
     * are bytes, ms and count. What the version lacks or the user may not see is absent and no error. Reading takes a few
     * milliseconds, writes nothing, and leaves the connection as it was.
     */
    default List<Counter> counters(Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns start settings by which a server also times its reads and writes of files, where that has a cost. */
    default Map<String, String> timingSettings() {
        return Map.of();
    }

    /**
     * Adds the session's work to the server's counters where sessions do that late; takes a second, autocommit is on.
     */
    default void flush(Connection connection) throws SQLException {}

    /** Returns the page size of the connection's database, in bytes; empty where it has none or several. */
    default OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.empty();
    }

    /** Reads the bytes in force of {@link Database#memory}; empty where the server does not report them. */
    default OptionalLong memory(Connection connection) throws SQLException {
        return OptionalLong.empty();
    }

    /** Reads the bytes that the server keeps in huge pages, a little less than it takes; empty without such a setting. */
    default OptionalLong largePageBytes(Connection connection) throws SQLException {
        return OptionalLong.empty();
    }
}
