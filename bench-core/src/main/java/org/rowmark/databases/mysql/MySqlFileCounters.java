package org.rowmark.databases.mysql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.db.Counter;

/**
 * The performance schema's counts of operations on files, with the time that they took: on in MySQL, off in MariaDB
 * unless it was started with {@code performance_schema=ON}. Files that grow are counted in, and those of the doublewrite
 * buffer, which MariaDB and MySQL before 8.0.20 have within a data file. The log is the redo log and the binary log.
 *
 * <p>A kind is absent whose instruments are not all on; so is the log in MariaDB, which has no instrument for the redo
 * log. Syncs are what the schema knows as neither reads nor writes: opening and closing a file is among them. A write
 * that the kernel completes by itself takes the time of its submission.
 *
 * <p>Single files are those of the database in use, those that all databases share, and the logs. The schema forgets a
 * file that is dropped. Temporary files are left out, as they come and go.
 */
final class MySqlFileCounters {
    private static final String KIND = """
            case substring_index(f.event_name, '/', -1)
              when 'innodb_data_file' then 'data' when 'innodb_dblwr_file' then 'data'
              when 'innodb_log_file' then 'log' when 'binlog' then 'log'
              else 'temp' end""";

    private static final String COUNTS = """
              sum(count_read) as 'reads',
              sum(sum_number_of_bytes_read) as 'bytes-read',
              case min(timed) when 'YES' then sum(sum_timer_read) / 1e9 end as 'read-time',
              sum(count_write) as 'writes',
              sum(sum_number_of_bytes_write) as 'bytes-written',
              case min(timed) when 'YES' then sum(sum_timer_write) / 1e9 end as 'write-time',
              sum(count_misc) as 'syncs',
              case min(timed) when 'YES' then sum(sum_timer_misc) / 1e9 end as 'sync-time'
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

    /** The path in the data directory, or else the name; logs of changing files are one. */
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

    private MySqlFileCounters() {}

    /** Empty where the schema is off, or not this user's to read. */
    static List<Counter> of(Connection connection) throws SQLException {
        List<Counter> counters = new ArrayList<>(CounterQuery.readIfTold(connection, BY_KIND));
        counters.addAll(CounterQuery.readIfTold(connection, BY_FILE));
        return counters;
    }
}
