package org.rowmark.databases;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rowmark.db.Counter;

/** What the server has read from and written to the files of the database in use and of tempdb since it was started. */
final class SqlServerCounters {
    static final String OWN_FILES = sums("db_id()", "case f.type when 1 then 'LOG' else 'DATA' end")
            + " join sys.database_files f on f.file_id = s.file_id group by case f.type when 1 then 'LOG' else 'DATA'"
            + " end";

    static final String TEMPORARY_FILES = sums("db_id('tempdb')", "'TEMP'");

    private static final Map<String, Counter.Kind> KINDS =
            Map.of("DATA", Counter.Kind.DATA, "LOG", Counter.Kind.LOG, "TEMP", Counter.Kind.TEMP);

    private SqlServerCounters() {}

    /** Those that the server tells. */
    static List<Counter> of(Connection connection) {
        Probe probe = new Probe(connection);
        List<Counter> counters = new ArrayList<>();
        for (String query : List.of(OWN_FILES, TEMPORARY_FILES)) {
            probe.ask(asked -> read(asked, query)).ifPresent(counters::addAll);
        }
        return counters;
    }

    private static String sums(String database, String kind) {
        return "select " + kind + ", sum(s.num_of_reads), sum(s.num_of_bytes_read), sum(s.io_stall_read_ms),"
                + " sum(s.num_of_writes), sum(s.num_of_bytes_written), sum(s.io_stall_write_ms)"
                + " from sys.dm_io_virtual_file_stats(" + database + ", null) s";
    }

    private static List<Counter> read(Connection connection, String query) throws SQLException {
        List<Counter> counters = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                Counter.Kind kind = KINDS.get(rows.getString(1));
                add(counters, rows, 2, kind, "reads", "count");
                add(counters, rows, 3, kind, "bytes-read", "bytes");
                add(counters, rows, 4, kind, "read-time", "ms");
                add(counters, rows, 5, kind, "writes", "count");
                add(counters, rows, 6, kind, "bytes-written", "bytes");
                add(counters, rows, 7, kind, "write-time", "ms");
            }
        }
        return counters;
    }

    /** The sum over no files is null: not 0, but not told. */
    private static void add(
            List<Counter> counters, ResultSet row, int column, Counter.Kind kind, String name, String unit)
            throws SQLException {
        double value = row.getDouble(column);
        if (!row.wasNull()) {
            counters.add(new Counter(name, kind, unit, value));
        }
    }
}
