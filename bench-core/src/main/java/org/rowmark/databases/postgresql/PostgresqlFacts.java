package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ServerInfo;

/** What a PostgreSQL says about itself. */
final class PostgresqlFacts {
    private static final List<String> SETTINGS = List.of(
            "block_size",
            "checkpoint_timeout",
            "data_checksums",
            "effective_cache_size",
            "fsync",
            "full_page_writes",
            "huge_pages",
            "huge_pages_status",
            "io_method",
            "jit",
            "max_wal_size",
            "shared_buffers",
            "synchronous_commit",
            "track_io_timing",
            "transaction_isolation",
            "wal_compression",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    /** Decided when the server was built or its cluster was made, so that they have no source. */
    private static final List<String> BUILT_IN =
            List.of("block_size", "data_checksums", "lc_collate", "lc_ctype", "segment_size", "wal_segment_size");

    /**
     * Where files are, how the server is reached, what initdb takes from its environment for texts and times, and what
     * may have a password in it: how a standby reaches its primary, and commands.
     */
    private static final String OF_NO_MATTER = "^(.*_(file|directory|directories|filename)|port|listen_addresses"
            + "|primary_conninfo|.*_command|bonjour_name|cluster_name|lc_(messages|monetary|numeric|time)|timezone|log_timezone"
            + "|default_text_search_config|datestyle)$";

    /**
     * Not what the driver sets for its session. Values that the server computes from others or finds out have the
     * source "default" or "override" as well.
     */
    static final String CHANGED =
            "select name, " + ServerInfoQueries.shown("current_setting(name)") + " from pg_settings"
                    + " where setting is distinct from boot_val"
                    + " and (source not in ('default', 'override', 'client', 'session') or name in ("
                    + ServerInfoQueries.quoted(BUILT_IN) + ")) and lower(name) !~ '" + OF_NO_MATTER + "'";

    private static final Pattern BUILT_FOR = Pattern.compile(" on ([^ ,]+),");

    private PostgresqlFacts() {}

    static ServerInfo of(Connection connection) throws SQLException {
        Map<String, String> settings = ServerInfoQueries.pairs(
                connection,
                "select name, current_setting(name) from pg_settings where name in ("
                        + ServerInfoQueries.quoted(SETTINGS) + ")");
        String fsync = settings.get("fsync");
        String commit = settings.get("synchronous_commit");
        String durability = ServerInfoQueries.commitWaits(
                fsync.equals("on") && !commit.equals("off"), "fsync=" + fsync + ", synchronous_commit=" + commit);
        String version = ServerInfoQueries.value(connection, "select version()");
        TolerantQueries probe = new TolerantQueries(connection);
        return new ServerInfo(version, durability, settings, probe.pairs(CHANGED), host(version));
    }

    /** All that it tells of its machine: what it was built for. */
    static Map<String, String> host(String version) {
        Map<String, String> host = new TreeMap<>();
        Matcher system = BUILT_FOR.matcher(version);
        if (system.find()) {
            host.put("os", system.group(1));
        }
        return host;
    }
}
