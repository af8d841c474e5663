package org.rowmark.databases.sqlserver;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.databases.support.query.CounterQuery;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.Counter;

/**
 * What the server has read from and written to the files of the database in use and of tempdb since it was started, how
 * long those who asked waited for that, how large the files are, and the CPU time of the server's process. Exact, and
 * each question stands on its own: the first two and the last need the permission VIEW SERVER STATE (from 2022 VIEW
 * SERVER PERFORMANCE STATE), sizes need none.
 */
final class SqlServerCounters {
    private static final String KIND = "case f.type when 1 then 'log' else 'data' end as \"kind\"";

    static final String OWN_FILES = "select " + KIND + ", f.name as \"file\"," + stats("db_id()")
            + " join sys.database_files f on f.file_id = s.file_id";

    /** By number, since their names may be others' to see. */
    static final String TEMPORARY_FILES =
            "select 'temp' as \"kind\", concat('tempdb-', s.file_id) as \"file\"," + stats("db_id('tempdb')");

    /** In pages of 8 kB. */
    static final String OWN_SIZES = "select " + KIND + ", f.name as \"file\", cast(f.size as bigint) * 8192 as \"size\""
            + " from sys.database_files f";

    static final String TEMPORARY_SIZE =
            "select sum(cast(f.size as bigint) * 8192) as \"temp.size\" from tempdb.sys.database_files f";

    /** Zeros on systems that do not tell. */
    static final String CPU = "select nullif(process_kernel_time_ms + process_user_time_ms, 0) as \"server.cpu-time\""
            + " from sys.dm_os_sys_info";

    private SqlServerCounters() {}

    /** Those that the server tells. */
    static List<Counter> of(Connection connection) {
        TolerantQueries probe = new TolerantQueries(connection);
        List<Counter> counters = new ArrayList<>();
        for (String query : List.of(OWN_FILES, TEMPORARY_FILES, OWN_SIZES, TEMPORARY_SIZE, CPU)) {
            probe.ask(asked -> CounterQuery.read(asked, query)).ifPresent(counters::addAll);
        }
        return CounterQuery.withSums(counters);
    }

    private static String stats(String database) {
        return " s.num_of_reads as \"reads\", s.num_of_bytes_read as \"bytes-read\","
                + " s.io_stall_read_ms as \"read-time\", s.num_of_writes as \"writes\","
                + " s.num_of_bytes_written as \"bytes-written\", s.io_stall_write_ms as \"write-time\""
                + " from sys.dm_io_virtual_file_stats(" + database + ", null) s";
    }
}
