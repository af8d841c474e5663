package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import org.h2.tools.SimpleResultSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rowmark.db.Feature;

/** SQL Server's questions, put to views of the same names and columns in H2. */
class SqlServerCountersTest {
    private static final List<String> VIEWS = List.of(
            "create schema sys",
            "create alias db_id for '" + Functions.class.getName() + ".databaseId'",
            "create alias sys.dm_io_virtual_file_stats for '" + Functions.class.getName() + ".fileStats'",
            "create table sys.database_files (file_id int, type int, name varchar(128), size int)",
            "insert into sys.database_files values (1, 0, 'rowmark', 1000), (2, 1, 'rowmark_log', 300),"
                    + " (3, 0, 'second file', 24)",
            "create table sys.dm_os_sys_info (process_kernel_time_ms bigint, process_user_time_ms bigint)",
            "insert into sys.dm_os_sys_info values (40, 2)",
            "create table sys.dm_os_wait_stats (wait_type varchar(60), wait_time_ms bigint)",
            "insert into sys.dm_os_wait_stats values ('ASYNC_NETWORK_IO', 17), ('WRITELOG', 1000)");

    @AutoClose
    private Connection connection;

    @BeforeEach
    void make_a_server_of_two_data_files_and_a_log() throws SQLException {
        connection = DriverManager.getConnection("jdbc:h2:mem:tempdb;MODE=MSSQLServer");
        for (String view : VIEWS) {
            execute(view);
        }
    }

    @Test
    void files_are_summed_by_what_they_hold() {
        assertThat(reported())
                .containsExactlyInAnyOrder(
                        "data.reads 104 count",
                        "data.bytes-read 204 bytes",
                        "data.read-time 304 ms",
                        "data.writes 404 count",
                        "data.bytes-written 504 bytes",
                        "data.write-time 604 ms",
                        "log.reads 52 count",
                        "log.bytes-read 102 bytes",
                        "log.read-time 152 ms",
                        "log.writes 202 count",
                        "log.bytes-written 252 bytes",
                        "log.write-time 302 ms",
                        "temp.reads 1155 count",
                        "temp.bytes-read 1305 bytes",
                        "temp.read-time 1455 ms",
                        "temp.writes 1605 count",
                        "temp.bytes-written 1755 bytes",
                        "temp.write-time 1905 ms",
                        "data.size 8388608 bytes",
                        "log.size 2457600 bytes",
                        "temp.size 10846208 bytes",
                        "server.cpu-time 42 ms",
                        "server.client-wait-time 17 ms");
    }

    @Test
    void each_file_is_reported_by_its_logical_name() {
        assertThat(toldOfFiles())
                .hasSize(3 * 7 + 3 * 6)
                .contains(
                        "data.reads:rowmark 51 count",
                        "data.write-time:rowmark 301 ms",
                        "data.size:rowmark 8192000 bytes",
                        "data.bytes-written:second_file 253 bytes",
                        "data.size:second_file 196608 bytes",
                        "log.bytes-written:rowmark_log 252 bytes",
                        "temp.writes:tempdb-3 536 count");
    }

    @Test
    void files_whose_names_differ_in_unfit_characters_only_are_one() throws SQLException {
        execute("update sys.database_files set name = 'second_file' where file_id = 1");

        assertThat(toldOfFiles()).contains("data.reads:second_file 104 count", "data.size:second_file 8388608 bytes");
    }

    @Test
    void sizes_are_reported_to_those_who_may_not_see_the_servers_state() throws SQLException {
        execute("drop alias sys.dm_io_virtual_file_stats");
        execute("drop table sys.dm_os_sys_info");
        execute("drop table sys.dm_os_wait_stats");

        assertThat(reported())
                .containsExactlyInAnyOrder(
                        "data.size 8388608 bytes", "log.size 2457600 bytes", "temp.size 10846208 bytes");
        assertThat(new SqlServer().features(connection)).doesNotContain(Feature.COUNTERS);
    }

    @Test
    void what_comes_without_files_of_its_own_is_still_reported() throws SQLException {
        execute("drop table sys.database_files");

        assertThat(reported()).hasSize(8).contains("temp.reads 1155 count", "server.cpu-time 42 ms");
    }

    @Test
    void times_that_are_zeros_and_sums_over_no_files_are_absent() throws SQLException {
        execute("update sys.dm_os_sys_info set process_kernel_time_ms = 0, process_user_time_ms = 0");
        execute("delete from sys.database_files");

        assertThat(reported())
                .hasSize(7)
                .allMatch(counter -> counter.startsWith("temp.") || counter.equals("server.client-wait-time 17 ms"));
    }

    private List<String> reported() {
        return reported(false);
    }

    private List<String> toldOfFiles() {
        return reported(true);
    }

    private List<String> reported(boolean ofFiles) {
        return new SqlServerMonitor()
                .counters(connection).stream()
                        .filter(counter -> counter.file().isEmpty() != ofFiles)
                        .map(counter -> counter.metric() + " " + Math.round(counter.value()) + " " + counter.unit())
                        .toList();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** What H2 calls in their stead; it wants a public class. */
    public static final class Functions {
        private Functions() {}

        /** The function {@code db_id()}. */
        public static int databaseId() {
            return 7;
        }

        /** The function {@code db_id(name)}. */
        public static int databaseId(String name) {
            assertThat(name).isEqualTo("tempdb");
            return 2;
        }

        /** The function: numbers that differ between files and columns. */
        public static ResultSet fileStats(int database, Integer file) {
            assertThat(file).isNull();
            SimpleResultSet rows = new SimpleResultSet();
            rows.addColumn("FILE_ID", Types.INTEGER, 10, 0);
            for (String column : List.of(
                    "NUM_OF_READS",
                    "NUM_OF_BYTES_READ",
                    "IO_STALL_READ_MS",
                    "NUM_OF_WRITES",
                    "NUM_OF_BYTES_WRITTEN",
                    "IO_STALL_WRITE_MS")) {
                rows.addColumn(column, Types.BIGINT, 19, 0);
            }
            long base = database == 2 ? 333 : 0;
            for (int id = 1; id <= 3; id++) {
                long first = base + 50 + id;
                rows.addRow(id, first, first + 50, first + 100, first + 150, first + 200, first + 250);
            }
            return rows;
        }
    }
}
