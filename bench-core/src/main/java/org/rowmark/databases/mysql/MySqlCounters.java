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
 * What InnoDB reads and writes, for the whole server: as the performance schema sees its files, with times, where that
 * is on ({@link MySqlFileCounters}); else as the status variables tell it, without times. None of it lags.
 *
 * <p>By status variables, data are the pages that were written to their places and to the doublewrite buffer; the zeros
 * that make files longer are not among them. {@code Innodb_data_written} would not do: MySQL counts the log in, MariaDB
 * does not. The log is the redo log, and the binary log where its bytes are told (MariaDB). Syncs can only be told of
 * all files together, and in MySQL of the log.
 *
 * <p>Of CPU time MariaDB tells that of its connections' threads, as of their last statement, where {@code userstat} is
 * on.
 */
final class MySqlCounters {
    private static final String STATUS = "show global status where variable_name in ("
            + ServerInfoQueries.quoted(List.of(
                    "Binlog_bytes_written",
                    "Busy_time",
                    "Cpu_time",
                    "Innodb_data_fsyncs",
                    "Innodb_data_read",
                    "Innodb_data_reads",
                    "Innodb_dblwr_pages_written",
                    "Innodb_dblwr_writes",
                    "Innodb_log_writes",
                    "Innodb_lsn_current",
                    "Innodb_os_log_fsyncs",
                    "Innodb_os_log_written",
                    "Innodb_page_size",
                    "Innodb_pages_written",
                    "Innodb_redo_log_current_lsn",
                    "Innodb_redo_log_physical_size"))
            + ")";

    private static final String VARIABLES = "show global variables where variable_name in ('userstat',"
            + " 'innodb_log_file_size', 'innodb_log_files_in_group')";

    /** The names before and since MySQL 8; MariaDB keeps the first. The system tablespace is in MariaDB's only. */
    private static final List<String> TABLESPACES = List.of("innodb_sys_tablespaces", "innodb_tablespaces");

    private static final String SIZES =
            "select case name when 'innodb_temporary' then 'temp' else 'data' end as 'kind',"
                    + " sum(file_size) as 'size' from information_schema.%s group by 1";

    private static final String SIZES_BY_FILE = "select 'data' as 'kind', concat(name, '.ibd') as 'file',"
            + " file_size as 'size' from information_schema.%s where name like concat(database(), '/%%')";

    private static final double MS_PER_SECOND = 1_000;

    private final Map<String, String> told;
    private final Map<String, Counter> counters = new TreeMap<>();

    private MySqlCounters(Map<String, String> told) {
        this.told = told;
    }

    static List<Counter> of(Connection connection) throws SQLException {
        Map<String, String> told = new TreeMap<>(ServerInfoQueries.pairs(connection, STATUS));
        told.putAll(ServerInfoQueries.pairs(connection, VARIABLES));
        MySqlCounters all = new MySqlCounters(told);
        all.addStatus();
        all.addLogSize();
        all.addTimes();
        MySqlFileCounters.of(connection).forEach(all::put);
        sizes(connection).forEach(all::put);
        return List.copyOf(all.counters.values());
    }

    private void put(Counter counter) {
        counters.put(counter.metric(), counter);
    }

    private void put(String metric, Optional<Double> value) {
        value.ifPresent(known -> put(CounterQuery.counter(metric, known)));
    }

    private Optional<Double> value(String variable) {
        return Optional.ofNullable(told.get(variable)).map(Double::parseDouble);
    }

    private void addStatus() {
        put("data.reads", value("Innodb_data_reads"));
        put("data.bytes-read", value("Innodb_data_read"));
        put("data.writes", sum("Innodb_pages_written", "Innodb_dblwr_writes"));
        Optional<Double> pages = sum("Innodb_pages_written", "Innodb_dblwr_pages_written");
        put("data.bytes-written", value("Innodb_page_size").flatMap(size -> pages.map(count -> count * size)));
        put("log.writes", value("Innodb_log_writes"));
        put("log.bytes-written", sum("Innodb_os_log_written", "Binlog_bytes_written"));
        put("log.bytes-generated", value("Innodb_lsn_current").or(() -> value("Innodb_redo_log_current_lsn")));
        put("log.syncs", value("Innodb_os_log_fsyncs"));
        put("server.syncs", value("Innodb_data_fsyncs"));
    }

    /** Empty without the first; the second is added where it is told. */
    private Optional<Double> sum(String first, String second) {
        return value(first).map(value -> value + value(second).orElse(0.0));
    }

    /** The files are as large as they were set to be, but for MySQL from 8.0.30. */
    private void addLogSize() {
        Optional<Double> set = value("innodb_log_file_size")
                .map(size -> size * value("innodb_log_files_in_group").orElse(1.0));
        put("log.size", value("Innodb_redo_log_physical_size").or(() -> set));
    }

    /** Zeros where they are not taken. */
    private void addTimes() {
        if ("ON".equals(told.get("userstat"))) {
            put("server.cpu-time", value("Cpu_time").map(seconds -> seconds * MS_PER_SECOND));
            put("server.busy-time", value("Busy_time").map(seconds -> seconds * MS_PER_SECOND));
        }
    }

    private static List<Counter> sizes(Connection connection) throws SQLException {
        for (String view : TABLESPACES) {
            List<Counter> sizes = new ArrayList<>(CounterQuery.readIfTold(connection, SIZES.formatted(view)));
            if (!sizes.isEmpty()) {
                sizes.addAll(CounterQuery.readIfTold(connection, SIZES_BY_FILE.formatted(view)));
                return sizes;
            }
        }
        return List.of();
    }
}
