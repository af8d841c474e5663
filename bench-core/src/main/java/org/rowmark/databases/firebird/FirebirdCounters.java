package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.db.Counter;

/**
 * The monitoring tables, which are exact: pages that were read from and written to the database's file, where data and
 * what is a log elsewhere are one, and the size of that file. They show the moment when a transaction first asked them,
 * and in autocommit every question is a transaction of its own.
 *
 * <p>A server with one page cache for all (Super, and the embedded engine) counts for all. With a cache for each
 * connection (Classic, SuperClassic) it has zeros in that place, and no more than each connection's own counters, which
 * go with the connection: then the size is all that is told. The driver's information calls would show one connection's
 * numbers there as if they were the database's.
 */
final class FirebirdCounters {
    /** A database that is open has fetched pages. */
    private static final String QUERY = """
            select iif(io.mon$page_fetches = 0, null, io.mon$page_reads) as "data.reads",
              iif(io.mon$page_fetches = 0, null, io.mon$page_reads * d.mon$page_size) as "data.bytes-read",
              iif(io.mon$page_fetches = 0, null, io.mon$page_writes) as "data.writes",
              iif(io.mon$page_fetches = 0, null, io.mon$page_writes * d.mon$page_size) as "data.bytes-written",
              nullif(io.mon$page_fetches, 0) as "server.page-fetches",
              iif(io.mon$page_fetches = 0, null, io.mon$page_marks) as "server.page-marks",
              d.mon$pages * d.mon$page_size as "data.size"
            from mon$database d join mon$io_stats io on io.mon$stat_id = d.mon$stat_id""";

    private FirebirdCounters() {}

    /**
     * Asks in a transaction of its own that only reads: each that may write writes a page when it ends. With autocommit
     * the driver may have one open still, as after reading metadata, and cannot change it.
     */
    static List<Counter> of(Connection connection) throws SQLException {
        boolean readOnly = connection.isReadOnly();
        connection.setAutoCommit(false); // ends what is open
        try {
            connection.setReadOnly(true);
            List<Counter> counters = CounterQuery.read(connection, QUERY);
            connection.commit();
            return counters;
        } finally {
            connection.rollback();
            connection.setReadOnly(readOnly);
            connection.setAutoCommit(true);
        }
    }
}
