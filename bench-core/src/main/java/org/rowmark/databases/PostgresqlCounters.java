package org.rowmark.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.db.Counter;
import org.rowmark.db.Counter.Kind;

/**
 * The cumulative statistics views. What a version does not count, and times that are not taken
 * ({@code track_io_timing}), are absent. Sessions report with a delay of up to a second while they work.
 */
final class PostgresqlCounters {
    /** A counter of the one row of a view; null in the row is a counter that is not there. */
    private record Column(String name, Kind kind, String unit, String expression) {}

    /**
     * @param since the first version that has it, as server_version_num
     * @param before the first version that does not have it any more
     * @param from the view, with a condition that leaves the current database or the whole server
     */
    private record View(int since, int before, String from, List<Column> columns) {}

    private static final int ALWAYS = 90_200;
    private static final int NEVER = Integer.MAX_VALUE;

    private static final String BLOCK = "current_setting('block_size')::bigint";
    private static final String IF_TIMED = "case when current_setting('track_io_timing') = 'on' then ";
    private static final String IF_WAL_TIMED = "case when current_setting('track_wal_io_timing') = 'on' then ";
    private static final String RELATIONS = "pg_stat_io where object in ('relation', 'temp relation')";

    private static final List<View> VIEWS = List.of(
            new View(
                    ALWAYS,
                    NEVER,
                    "pg_stat_database where datname = current_database()",
                    List.of(
                            new Column("transactions-committed", Kind.SERVER, "count", "xact_commit"),
                            new Column("transactions-rolled-back", Kind.SERVER, "count", "xact_rollback"),
                            new Column("blocks-found-in-buffers", Kind.DATA, "count", "blks_hit"),
                            new Column("blocks-read", Kind.DATA, "count", "blks_read"),
                            new Column("bytes-read", Kind.DATA, "bytes", "blks_read * " + BLOCK),
                            new Column("read-time", Kind.DATA, "ms", IF_TIMED + "blk_read_time end"),
                            new Column("files-written", Kind.TEMP, "count", "temp_files"),
                            new Column("bytes-written", Kind.TEMP, "bytes", "temp_bytes"))),
            new View(
                    160_000,
                    180_000,
                    RELATIONS,
                    List.of(new Column("bytes-written", Kind.DATA, "bytes", "sum((writes + extends) * op_bytes)"))),
            new View(
                    180_000,
                    NEVER,
                    RELATIONS,
                    List.of(new Column("bytes-written", Kind.DATA, "bytes", "sum(write_bytes) + sum(extend_bytes)"))),
            new View(
                    160_000,
                    NEVER,
                    RELATIONS,
                    List.of(
                            new Column("writes", Kind.DATA, "count", "sum(writes) + sum(extends)"),
                            new Column("syncs", Kind.DATA, "count", "sum(fsyncs)"),
                            new Column(
                                    "write-time", Kind.DATA, "ms", IF_TIMED + "sum(write_time) + sum(extend_time) end"),
                            new Column("sync-time", Kind.DATA, "ms", IF_TIMED + "sum(fsync_time) end"))),
            new View(
                    140_000,
                    NEVER,
                    "pg_stat_wal",
                    List.of(
                            new Column("records", Kind.LOG, "count", "wal_records"),
                            new Column("bytes-generated", Kind.LOG, "bytes", "wal_bytes"))),
            new View(
                    140_000,
                    180_000,
                    "pg_stat_wal",
                    List.of(
                            new Column("writes", Kind.LOG, "count", "wal_write"),
                            new Column("syncs", Kind.LOG, "count", "wal_sync"),
                            new Column("write-time", Kind.LOG, "ms", IF_WAL_TIMED + "wal_write_time end"),
                            new Column("sync-time", Kind.LOG, "ms", IF_WAL_TIMED + "wal_sync_time end"))),
            new View(
                    180_000,
                    NEVER,
                    "pg_stat_io where object = 'wal'",
                    List.of(
                            new Column("writes", Kind.LOG, "count", "sum(writes)"),
                            new Column("bytes-written", Kind.LOG, "bytes", "sum(write_bytes)"),
                            new Column("syncs", Kind.LOG, "count", "sum(fsyncs)"),
                            new Column("write-time", Kind.LOG, "ms", IF_WAL_TIMED + "sum(write_time) end"),
                            new Column("sync-time", Kind.LOG, "ms", IF_WAL_TIMED + "sum(fsync_time) end"))));

    private PostgresqlCounters() {}

    static List<Counter> of(Connection connection, int version) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        for (View view : VIEWS) {
            if (view.since <= version && version < view.before) {
                read(connection, view, counters);
            }
        }
        return counters;
    }

    private static void read(Connection connection, View view, List<Counter> counters) throws SQLException {
        String expressions = view.columns.stream().map(Column::expression).collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select " + expressions + " from " + view.from)) {
            if (row.next()) {
                for (int i = 0; i < view.columns.size(); i++) {
                    Column column = view.columns.get(i);
                    double value = row.getDouble(i + 1);
                    if (!row.wasNull()) {
                        counters.add(new Counter(column.name, column.kind, column.unit, value));
                    }
                }
            }
        }
    }
}
