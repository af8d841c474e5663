package org.rowmark.databases.firebird;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.Sql;

/**
 * Settings and counters of a Firebird. The monitoring tables are exact, as of the moment when a transaction first reads
 * them: pages read from and written to the database's file, which holds data and log in one. With a page cache for each
 * connection (Classic, SuperClassic) the database's counters are zero, and only the size is reported.
 */
final class FirebirdMonitor implements Monitor {
    private static final int FIRST_WITH_CONFIG = 4;

    private static final List<String> DATABASE_SETTINGS =
            List.of("page_size", "page_buffers", "forced_writes", "sweep_interval", "sql_dialect", "reserve_space");

    /** Context variables of the session; a version may not know all of them. */
    private static final List<String> VARIABLES =
            List.of("NETWORK_PROTOCOL", "WIRE_ENCRYPTED", "WIRE_COMPRESSED", "ISOLATION_LEVEL");

    /** Lines of firebird.conf that matter to the numbers; Firebird 4 and later show them to their administrator. */
    private static final String SERVER_SETTINGS = """
            select rdb$config_name, rdb$config_value from rdb$config
            where rdb$config_name in ('ServerMode', 'GCPolicy', 'TempCacheLimit', 'WireCrypt')""";

    /** Lines of firebird.conf that are set, without paths and names, which do not matter to the numbers. */
    private static final String CHANGED_SETTINGS = """
            select rdb$config_name, rdb$config_value from rdb$config
            where rdb$config_is_set and rdb$config_name not in (
              'AuditTraceConfigFile', 'DatabaseAccess', 'ExternalFileAccess', 'IpcName', 'RemoteBindAddress',
              'RemotePipeName', 'RemoteServiceName', 'RemoteServicePort', 'SecurityDatabase', 'TempDirectories',
              'UdfAccess')""";

    private static final Map<String, String> DEFAULTS = Map.of(
            "page_size", "8192",
            "forced_writes", "1",
            "sweep_interval", "20000",
            "sql_dialect", "3",
            "reserve_space", "1");

    /** A database that is open has fetched pages. */
    private static final String COUNTERS = """
            select io.mon$page_reads as "data.reads",
              io.mon$page_reads * d.mon$page_size as "data.bytes-read",
              io.mon$page_writes as "data.writes",
              io.mon$page_writes * d.mon$page_size as "data.bytes-written",
              io.mon$page_fetches as "server.page-fetches",
              io.mon$page_fetches - io.mon$page_reads as "data.cache-hits",
              io.mon$page_reads as "data.cache-misses",
              io.mon$page_marks as "server.page-marks",
              d.mon$pages * d.mon$page_size as "data.size"
            from mon$database d
            left join mon$io_stats io on io.mon$stat_id = d.mon$stat_id and io.mon$page_fetches > 0""";

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = new TreeMap<>();
        for (String column : DATABASE_SETTINGS) {
            settings.put(column, ServerInfoQueries.value(connection, "select mon$" + column + " from mon$database"));
        }
        Map<String, String> changed = new TreeMap<>(ServerInfoQueries.changed(settings, DEFAULTS));
        int version = connection.getMetaData().getDatabaseMajorVersion();
        TolerantQueries queries = new TolerantQueries(connection);
        if (version >= FIRST_WITH_CONFIG) {
            settings.putAll(ServerInfoQueries.pairs(connection, SERVER_SETTINGS));
            changed.putAll(queries.pairs(CHANGED_SETTINGS));
        }
        settings.put(
                "ods",
                ServerInfoQueries.value(connection, "select mon$ods_major || '.' || mon$ods_minor from mon$database"));
        for (String variable : VARIABLES) {
            queries.value("select rdb$get_context('SYSTEM', '" + variable + "') from rdb$database")
                    .ifPresent(value -> settings.put(variable, value));
        }
        boolean waits = settings.get("forced_writes").equals("1");
        return new ServerInfo(
                ServerInfoQueries.version(connection),
                ServerInfoQueries.commitWaits(waits, "forced writes " + (waits ? "on" : "off")),
                settings,
                changed,
                host(connection.getMetaData().getDatabaseProductVersion()));
    }

    /** Derives the operating system from the letters with which the version begins. */
    private static Map<String, String> host(String version) {
        boolean isLinux = version.startsWith("LI-");
        return isLinux || version.startsWith("WI-") ? Map.of("os", isLinux ? "Linux" : "Windows") : Map.of();
    }

    /** Reads the counters in a transaction that only reads: others write a page when they end. */
    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        boolean readOnly = connection.isReadOnly();
        connection.setAutoCommit(false); // ends what is open
        try {
            connection.setReadOnly(true);
            List<Counter> counters = CounterQuery.read(connection, COUNTERS);
            connection.commit();
            return counters;
        } finally {
            connection.rollback();
            connection.setReadOnly(readOnly);
            connection.setAutoCommit(true);
        }
    }

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        return OptionalLong.of(
                Sql.number(connection, "select cast(mon$page_buffers as bigint) * mon$page_size from mon$database"));
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of((int) Sql.number(connection, "select mon$page_size from mon$database"));
    }
}
