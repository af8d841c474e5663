package org.rowmark.databases.postgresql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.apache.commons.lang3.ArrayUtils;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.db.Counter;
import org.rowmark.util.Sql;

/**
 * The cumulative statistics views. What a version does not have, the user may not see or is not measured ({@code
 * track_io_timing}, {@code track_wal_io_timing}) is absent. Before version 16 reads are the current database's, and
 * count blocks that extend a table, so only their time is reported.
 *
 * <p>Exact at every moment: sizes, and {@code log.bytes-generated}, the position in the log; before version 18 also
 * {@code log.bytes-written}, in which a page that is written again counts once. From version 18 on that is what was
 * passed to the operating system, without the zeros of new files.
 *
 * <p>All others lag. A session reports when a transaction ends, but not within a second of its last report (before
 * version 15: half a second); the rest follows after its next transaction, after ten idle seconds, or at its end. See
 * {@link PostgresqlMonitor#flush}. Before version 16 {@code data.writes} has pages that sessions wrote only after the
 * checkpointer's next look, up to {@code checkpoint_timeout} later.
 *
 * <p>{@code server.client-wait-time} is the time that sessions of the current database waited for the next message of
 * their client; waits for a slow client to take rows are active time. The reading session leaves out its own time
 * between readings: it reports at the beginning of each, from version 15 on, and notes the time in its settings, so the
 * counter is absent behind a pooler. Its time is known to about a millisecond, so no reading is less than the last.
 *
 * <p>In {@code pg_stat_io} null marks operations that a kind of process never does, so columns are summed before they
 * are added.
 */
final class PostgresqlCounters {
    /** The counters of one view, read on their own, and the versions that have it, as server_version_num. */
    private record View(int since, int before, String query) {}

    /** The first version with a function that makes a session report its statistics at once. */
    static final int REPORTS_ON_REQUEST = 150_000;

    /** Makes the session report at the end of the statement. */
    static final String REPORT = "select pg_stat_force_next_flush()";

    /** Reports, and adds the milliseconds since the last reading to those that the session waited between readings. */
    private static final String BEGIN = REPORT + """
            , set_config('rowmark.idle', (coalesce(nullif(current_setting('rowmark.idle', true), '')::float8, 0)
              + coalesce(1000 * extract(epoch from
                statement_timestamp() - nullif(current_setting('rowmark.read', true), '')::timestamptz), 0))::text, false)""";

    private static final String CLIENT_WAIT = """
            select set_config('rowmark.waited', greatest(nullif(current_setting('rowmark.waited', true), '')::float8,
              session_time - active_time - current_setting('rowmark.idle')::float8)::text, false)::float8
              as "server.client-wait-time"
            from pg_stat_database where datname = current_database()""";

    private static final String END = "select set_config('rowmark.read', clock_timestamp()::text, false)";

    private static final int ALWAYS = 0;
    private static final int NEVER = Integer.MAX_VALUE;

    private static final List<View> VIEWS = List.of(
            new View(ALWAYS, NEVER, """
                    select xact_commit as "server.transactions-committed",
                      xact_rollback as "server.transactions-rolled-back",
                      blks_hit as "data.cache-hits",
                      blks_read as "data.cache-misses",
                      temp_files as "temp.files-written"
                    from pg_stat_database where datname = current_database()"""),
            new View(140_000, NEVER, """
                    select active_time as "server.active-time"
                    from pg_stat_database where datname = current_database()"""),
            new View(ALWAYS, 160_000, """
                    select case when current_setting('track_io_timing') = 'on' then blk_read_time end as "data.read-time",
                      temp_bytes as "temp.bytes-written"
                    from pg_stat_database where datname = current_database()"""),
            new View(ALWAYS, 160_000, """
                    select buffers_checkpoint + buffers_clean + buffers_backend as "data.writes",
                      (buffers_checkpoint + buffers_clean + buffers_backend) * current_setting('block_size')::bigint as "data.bytes-written"
                    from pg_stat_bgwriter"""),
            new View(160_000, NEVER, """
                    select sum(reads) as "data.reads",
                      sum(writes) + sum(extends) as "data.writes",
                      sum(fsyncs) as "data.syncs",
                      case when current_setting('track_io_timing') = 'on' then sum(read_time) end as "data.read-time",
                      case when current_setting('track_io_timing') = 'on'
                        then sum(write_time) + sum(extend_time) end as "data.write-time",
                      case when current_setting('track_io_timing') = 'on' then sum(fsync_time) end as "data.sync-time"
                    from pg_stat_io where object = 'relation'"""),
            new View(160_000, 180_000, """
                    select sum(reads * op_bytes) as "data.bytes-read",
                      sum(writes * op_bytes) + sum(extends * op_bytes) as "data.bytes-written"
                    from pg_stat_io where object = 'relation'"""),
            new View(160_000, 180_000, """
                    select temp_bytes + (select coalesce(sum(writes * op_bytes) + sum(extends * op_bytes), 0)
                        from pg_stat_io where object = 'temp relation') as "temp.bytes-written"
                    from pg_stat_database where datname = current_database()"""),
            new View(180_000, NEVER, """
                    select sum(read_bytes) as "data.bytes-read",
                      sum(write_bytes) + sum(extend_bytes) as "data.bytes-written"
                    from pg_stat_io where object = 'relation'"""),
            new View(180_000, NEVER, """
                    select temp_bytes + (select coalesce(sum(write_bytes) + sum(extend_bytes), 0)
                        from pg_stat_io where object = 'temp relation') as "temp.bytes-written"
                    from pg_stat_database where datname = current_database()"""),
            new View(ALWAYS, NEVER, """
                    select pg_wal_lsn_diff(lsn, '0/0') as "log.bytes-generated"
                    from pg_current_wal_insert_lsn() lsn"""),
            new View(ALWAYS, 180_000, """
                    select pg_wal_lsn_diff(lsn, '0/0') as "log.bytes-written"
                    from pg_current_wal_lsn() lsn"""),
            new View(140_000, NEVER, """
                    select wal_records as "log.records", wal_fpi as "log.full-page-images"
                    from pg_stat_wal"""),
            new View(140_000, 180_000, """
                    select wal_write as "log.writes",
                      wal_sync as "log.syncs",
                      case when current_setting('track_wal_io_timing') = 'on' then wal_write_time end as "log.write-time",
                      case when current_setting('track_wal_io_timing') = 'on' then wal_sync_time end as "log.sync-time"
                    from pg_stat_wal"""),
            new View(180_000, NEVER, """
                    select sum(writes) as "log.writes",
                      sum(write_bytes) as "log.bytes-written",
                      sum(fsyncs) as "log.syncs",
                      case when current_setting('track_wal_io_timing') = 'on' then sum(write_time) end as "log.write-time",
                      case when current_setting('track_wal_io_timing') = 'on' then sum(fsync_time) end as "log.sync-time"
                    from pg_stat_io where object = 'wal' and context = 'normal'"""),
            new View(ALWAYS, 170_000, """
                    select checkpoints_timed + checkpoints_req as "server.checkpoints",
                      checkpoint_write_time as "server.checkpoint-write-time",
                      checkpoint_sync_time as "server.checkpoint-sync-time"
                    from pg_stat_bgwriter"""),
            new View(170_000, NEVER, """
                    select num_timed + num_requested as "server.checkpoints",
                      write_time as "server.checkpoint-write-time",
                      sync_time as "server.checkpoint-sync-time"
                    from pg_stat_checkpointer"""),
            new View(ALWAYS, NEVER, """
                    select size as "data.size"
                    from pg_database_size(current_database()) size"""),
            new View(ALWAYS, NEVER, """
                    select sum(size) as "log.size"
                    from pg_ls_waldir()"""),
            new View(ALWAYS, NEVER, """
                    select coalesce(sum(size), 0) as "temp.size"
                    from pg_ls_tmpdir()"""));

    private PostgresqlCounters() {}

    /** Reads, in autocommit, what the user may see; nothing stays in a session that other clients get, too. */
    static List<Counter> of(Connection connection, int version, boolean isShared) throws SQLException {
        String[] queries = VIEWS.stream()
                .filter(view -> view.since <= version && version < view.before)
                .map(View::query)
                .toArray(String[]::new);
        if (version < REPORTS_ON_REQUEST || isShared) {
            return CounterQuery.readPermitted(connection, queries);
        }
        Sql.execute(connection, BEGIN);
        List<Counter> counters = CounterQuery.readPermitted(connection, ArrayUtils.add(queries, CLIENT_WAIT));
        Sql.execute(connection, END);
        return counters;
    }
}
