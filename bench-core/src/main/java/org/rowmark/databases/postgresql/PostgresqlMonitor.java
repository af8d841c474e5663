package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Counter;
import org.rowmark.db.Monitor;
import org.rowmark.db.ServerInfo;
import org.rowmark.util.Sql;

/** Version, durability, settings and counters of a PostgreSQL server. */
public final class PostgresqlMonitor implements Monitor {
    private static final List<String> SETTINGS = List.of("""
            autovacuum autovacuum_naptime autovacuum_vacuum_scale_factor block_size checkpoint_timeout data_checksums
            effective_cache_size fsync full_page_writes huge_pages huge_pages_status io_method jit max_wal_size
            shared_buffers synchronous_commit track_io_timing transaction_isolation wal_compression wal_level
            wal_sync_method work_mem""".split("\\s+"));

    /** Settings that were fixed when the server was built or its cluster was created, so that they have no source. */
    private static final List<String> BUILT_IN =
            List.of("block_size", "data_checksums", "lc_collate", "lc_ctype", "segment_size", "wal_segment_size");

    /** Settings without effect on speed, and those that may contain a password. */
    private static final String IRRELEVANT = "^(.*_(file|directory|directories|filename)|port|listen_addresses"
            + "|primary_conninfo|.*_command|bonjour_name|cluster_name|lc_(messages|monetary|numeric|time)|timezone|log_timezone"
            + "|default_text_search_config|datestyle)$";

    /** The changed settings, without the driver's for its session and those that the server derives. */
    private static final String CHANGED =
            "select name, " + ServerInfoQueries.shown("current_setting(name)") + " from pg_settings"
                    + " where setting is distinct from boot_val"
                    + " and (source not in ('default', 'override', 'client', 'session') or name in ("
                    + ServerInfoQueries.quoted(BUILT_IN) + ")) and lower(name) !~ '" + IRRELEVANT + "'";

    private static final Pattern BUILT_FOR = Pattern.compile(" on ([^ ,]+),");

    /** Longer than half a second, the interval between reports of a session before version 15. */
    private static final long PAUSE_MILLIS = 600;

    public static int version(Connection connection) throws SQLException {
        return Integer.parseInt(ServerInfoQueries.value(connection, "select current_setting('server_version_num')"));
    }

    @Override
    public ServerInfo info(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(
                connection,
                "select name, current_setting(name) from pg_settings where name in ("
                        + ServerInfoQueries.quoted(SETTINGS) + ")");
        String fsync = settings.get("fsync");
        String commit = settings.get("synchronous_commit");
        String durability = ServerInfoQueries.commitWaits(
                fsync.equals("on") && !commit.equals("off"), "fsync=" + fsync + ", synchronous_commit=" + commit);
        String version = ServerInfoQueries.value(connection, "select version()");
        TolerantQueries queries = new TolerantQueries(connection);
        // the system that the server was built for: all that it reports about its machine
        Matcher system = BUILT_FOR.matcher(version);
        Map<String, String> host = system.find() ? Map.of("os", system.group(1)) : Map.of();
        return new ServerInfo(version, durability, settings, queries.pairs(CHANGED), host);
    }

    @Override
    public List<Counter> counters(Connection connection) throws SQLException {
        return PostgresqlCounters.of(connection, version(connection), new PostgresqlDriver().isShared(connection));
    }

    /** Returns the settings of version 14 and later. */
    @Override
    public Map<String, String> timingSettings() {
        return Map.of("track_io_timing", "on", "track_wal_io_timing", "on");
    }

    /** Makes the session report its statistics, after a pause for the checkpointer, which reports later. */
    @Override
    public void flush(Connection connection) throws SQLException {
        int version = version(connection);
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        Sql.execute(
                connection, version >= PostgresqlCounters.REPORTS_ON_REQUEST ? PostgresqlCounters.REPORT : "select 1");
    }

    @Override
    public OptionalInt pageSize(Connection connection) throws SQLException {
        return OptionalInt.of((int) Sql.number(connection, "show block_size"));
    }

    @Override
    public OptionalLong memory(Connection connection) throws SQLException {
        return bytes(connection, "'shared_buffers'");
    }

    /** Returns the size of the shared buffers and of those of the log; the rest of the shared memory is small. */
    @Override
    public OptionalLong largePageBytes(Connection connection) throws SQLException {
        return bytes(connection, "'shared_buffers', 'wal_buffers'");
    }

    private static OptionalLong bytes(Connection connection, String settings) throws SQLException {
        return OptionalLong.of(Sql.number(
                connection,
                "select sum(setting::bigint * current_setting('block_size')::bigint) from pg_settings where name in ("
                        + settings + ")"));
    }
}
