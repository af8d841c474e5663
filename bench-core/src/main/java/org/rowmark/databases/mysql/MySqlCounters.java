package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.Counter;

/**
 * Counters of InnoDB's reads and writes for the whole server, none of which lags: from the performance schema's files,
 * with times, where that is on; else from status variables, without times.
 *
 * <p>By status variables, data are the pages written to their places and to the doublewrite buffer, without the zeros
 * that make files longer; {@code Innodb_data_written} counts the log in MySQL only. The log is the redo log, and in
 * MariaDB the binary log. Syncs are those of all files together, and in MySQL also of the log. MariaDB's CPU time is of
 * its connections' threads, as of their last statement, with {@code userstat}.
 *
 * <p>The performance schema counts growing files in, and a doublewrite buffer that is within a data file. A kind is
 * absent whose instruments are not all on, as is MariaDB's log. Syncs are all that is neither read nor write. A write
 * that the kernel completes by itself takes the time of its submission. Waits for clients are those of the instrument
 * {@code idle}, and of the clients' sockets where they are instrumented. Single files are those of the database in use,
 * of all databases and the logs; the schema forgets a file that is dropped.
 */
final class MySqlCounters {
    /** The instrument of clients' sockets, off unless it is switched on at the start. */
    static final String CLIENT_SOCKET = "wait/io/socket/sql/client_connection";

    private static final String STATUS = """
            show global status where variable_name in ('Binlog_bytes_written', 'Busy_time', 'Cpu_time',
              'Innodb_buffer_pool_read_requests', 'Innodb_buffer_pool_reads',
              'Innodb_data_fsyncs', 'Innodb_data_read', 'Innodb_data_reads', 'Innodb_dblwr_pages_written',
              'Innodb_dblwr_writes', 'Innodb_log_writes', 'Innodb_lsn_current', 'Innodb_os_log_fsyncs',
              'Innodb_os_log_written', 'Innodb_page_size', 'Innodb_pages_written', 'Innodb_redo_log_current_lsn',
              'Innodb_redo_log_physical_size')""";

    private static final String VARIABLES = "show global variables where variable_name in ('userstat',"
            + " 'innodb_log_file_size', 'innodb_log_files_in_group')";

    /** The names before and since MySQL 8; MariaDB keeps the first. The system tablespace is in MariaDB's only. */
    private static final List<String> TABLESPACES = List.of("innodb_sys_tablespaces", "innodb_tablespaces");

    private static final String SIZES =
            "select case name when 'innodb_temporary' then 'temp' else 'data' end as 'kind',"
                    + " sum(file_size) as 'size' from information_schema.%s group by 1";

    private static final String SIZES_BY_FILE = "select 'data' as 'kind', concat(name, '.ibd') as 'file',"
            + " file_size as 'size' from information_schema.%s where name like concat(database(), '/%%')";

    private static final String KIND = """
            case substring_index(f.event_name, '/', -1)
              when 'innodb_data_file' then 'data' when 'innodb_dblwr_file' then 'data'
              when 'innodb_log_file' then 'log' when 'binlog' then 'log'
              else 'temp' end""";

    private static final String COUNTS = """
              sum(count_read) as 'reads', sum(sum_number_of_bytes_read) as 'bytes-read',
              case min(timed) when 'YES' then sum(sum_timer_read) / 1e9 end as 'read-time',
              sum(count_write) as 'writes', sum(sum_number_of_bytes_write) as 'bytes-written',
              case min(timed) when 'YES' then sum(sum_timer_write) / 1e9 end as 'write-time',
              sum(count_misc) as 'syncs', case min(timed) when 'YES' then sum(sum_timer_misc) / 1e9 end as 'sync-time'
            """;

    private static final String INSTRUMENTS = """
            join performance_schema.setup_instruments i on i.name = f.event_name
            where exists (select 1 from performance_schema.setup_consumers
              where name = 'global_instrumentation' and enabled = 'YES')
            and f.event_name in ('wait/io/file/innodb/innodb_data_file', 'wait/io/file/innodb/innodb_dblwr_file',
              'wait/io/file/innodb/innodb_log_file', 'wait/io/file/sql/binlog'""";

    private static final String BY_KIND = "select " + KIND + " as 'kind'," + COUNTS
            + "from performance_schema.file_summary_by_event_name f " + INSTRUMENTS + """
              , 'wait/io/file/innodb/innodb_temp_file', 'wait/io/file/sql/io_cache', 'wait/io/file/sql/hash_join')
            group by 1
            having min(i.enabled) = 'YES'
            and max(f.event_name like 'wait/io/file/innodb/%') = 1""";

    /** The path in the data directory, or else the name; a log whose files change counts as one file. */
    private static final String FILE = """
            case when f.event_name like '%/binlog' then 'binlog'
              when f.file_name like '%/#innodb_redo/%' then '#innodb_redo'
              when locate(@@datadir, f.file_name) = 1 then substr(f.file_name, char_length(@@datadir) + 1)
              else substring_index(f.file_name, '/', -1) end""";

    private static final String BY_FILE = "select " + KIND + " as 'kind', " + FILE + " as 'file'," + COUNTS
            + "from performance_schema.file_summary_by_instance f " + INSTRUMENTS + """
              ) and i.enabled = 'YES'
            group by 1, 2
            having `file` not like '%/%' or `file` like concat(database(), '/%')""";

    /** Waits of connections that exist or have ended, without this one; the server's summary counts some twice. */
    private static final String CLIENT_WAITS = """
            select (a.waits - ifnull(o.waits, 0)) / 1e9 as 'server.client-wait-time'
            from (select sum(sum_timer_wait) as waits
                from performance_schema.events_waits_summary_by_account_by_event_name
                where event_name in (%1$s)) a,
              (select sum(w.sum_timer_wait) as waits
                from performance_schema.events_waits_summary_by_thread_by_event_name w
                join performance_schema.threads t on t.thread_id = w.thread_id
                where t.processlist_id = connection_id() and w.event_name in (%1$s)) o
            where (select count(*) from performance_schema.setup_instruments
                where name = 'idle' and enabled = 'YES' and timed = 'YES') = 1
              and (select count(*) from performance_schema.setup_consumers
                where name in ('global_instrumentation', 'thread_instrumentation') and enabled = 'YES') = 2""".formatted("'idle', '" + CLIENT_SOCKET + "'");

    private static final double MS_PER_SECOND = 1_000;

    private final Map<String, String> reported;
    private final Map<String, Counter> counters = new TreeMap<>();

    private MySqlCounters(Map<String, String> reported) {
        this.reported = reported;
    }

    static List<Counter> of(Connection connection) throws SQLException {
        Map<String, String> reported = new TreeMap<>(ServerInfoQueries.pairs(connection, STATUS));
        reported.putAll(ServerInfoQueries.pairs(connection, VARIABLES));
        MySqlCounters all = new MySqlCounters(reported);
        all.addStatus();
        List<String> queries = new ArrayList<>(List.of(BY_KIND, BY_FILE, CLIENT_WAITS));
        TABLESPACES.forEach(view -> queries.addAll(List.of(SIZES.formatted(view), SIZES_BY_FILE.formatted(view))));
        CounterQuery.readPermitted(connection, queries.toArray(String[]::new)).forEach(all::put);
        return List.copyOf(all.counters.values());
    }

    private void put(Counter counter) {
        counters.put(counter.metric(), counter);
    }

    private void put(String metric, Optional<Double> value) {
        value.ifPresent(known -> put(CounterQuery.counter(metric, known)));
    }

    private Optional<Double> value(String variable) {
        return Optional.ofNullable(reported.get(variable)).map(Double::parseDouble);
    }

    private void addStatus() {
        put("data.reads", value("Innodb_data_reads"));
        put("data.bytes-read", value("Innodb_data_read"));
        Optional<Double> misses = value("Innodb_buffer_pool_reads");
        put("data.cache-misses", misses);
        put("data.cache-hits", value("Innodb_buffer_pool_read_requests").flatMap(all -> misses.map(not -> all - not)));
        put("data.writes", sum("Innodb_pages_written", "Innodb_dblwr_writes"));
        Optional<Double> pages = sum("Innodb_pages_written", "Innodb_dblwr_pages_written");
        put("data.bytes-written", value("Innodb_page_size").flatMap(size -> pages.map(count -> count * size)));
        put("log.writes", value("Innodb_log_writes"));
        put("log.bytes-written", sum("Innodb_os_log_written", "Binlog_bytes_written"));
        put("log.bytes-generated", value("Innodb_lsn_current").or(() -> value("Innodb_redo_log_current_lsn")));
        put("log.syncs", value("Innodb_os_log_fsyncs"));
        put("server.syncs", value("Innodb_data_fsyncs"));
        Optional<Double> set = value("innodb_log_file_size") // the files have it, except in MySQL from 8.0.30
                .map(size -> size * value("innodb_log_files_in_group").orElse(1.0));
        put("log.size", value("Innodb_redo_log_physical_size").or(() -> set));
        if ("ON".equals(reported.get("userstat"))) { // otherwise the times are zeros
            put("server.cpu-time", value("Cpu_time").map(seconds -> seconds * MS_PER_SECOND));
            put("server.busy-time", value("Busy_time").map(seconds -> seconds * MS_PER_SECOND));
        }
    }

    /** Adds up, empty without the first; the second is added where it is reported. */
    private Optional<Double> sum(String first, String second) {
        return value(first).map(value -> value + value(second).orElse(0.0));
    }
}
