package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Contract;
import org.rowmark.databases.CounterReading;
import org.rowmark.databases.PrivateServer;
import org.rowmark.databases.WrittenRows;
import org.rowmark.db.ConnectionMode;

/** What is told follows from what is switched on and from who asks. */
class MySqlCountersTest {
    private static final Map<String, String> INSTRUMENTS = Map.of("performance_schema", "ON", "userstat", "ON");

    @TempDir
    Path directory;

    @Test
    void mariadb_tells_no_times_unless_its_instruments_are_on() throws Exception {
        try (PrivateServer server = PrivateServer.start("mariadb", Map.of(), directory)) {
            assertThat(server.reading().values().keySet())
                    .contains("data.bytes-written", "log.bytes-written", "data.size", "log.size")
                    .noneMatch(name -> name.endsWith("-time"));
        }
    }

    @Test
    void mariadb_tells_times_of_its_data_files_and_cpu_with_its_instruments() throws Exception {
        try (PrivateServer server = PrivateServer.start("mariadb", INSTRUMENTS, directory)) {
            CounterReading before = server.reading();
            new WrittenRows(server, "timed").insert();
            server.execute("set global innodb_max_dirty_pages_pct = 0");

            CounterReading after = CounterReading.await(
                    server::reading,
                    now -> now.values().get("data.bytes-written")
                                            - before.values().get("data.bytes-written")
                                    >= WrittenRows.BYTES
                            && now.values().get("server.cpu-time")
                                    > before.values().get("server.cpu-time")
                            && now.values().get("data.write-time")
                                    > before.values().get("data.write-time"));

            assertThat(after.values()).doesNotContainKeys("log.write-time", "log.sync-time");
            assertThat(after.values().get("log.bytes-written") - before.values().get("log.bytes-written"))
                    .isGreaterThanOrEqualTo(WrittenRows.BYTES);
        }
    }

    @Test
    void mariadb_tells_which_of_its_files_was_written() throws Exception {
        try (PrivateServer server = PrivateServer.start("mariadb", INSTRUMENTS, directory)) {
            server.execute("create table rowmark.untouched (id int)");
            WrittenRows rows = new WrittenRows(server, "by_file");
            rows.insert();
            server.execute("set global innodb_max_dirty_pages_pct = 0");
            String file = ":rowmark/by_file.ibd";

            CounterReading after = CounterReading.await(
                    server::reading,
                    now -> now.values().getOrDefault("data.bytes-written" + file, 0.0) >= WrittenRows.BYTES);

            assertThat(after.values())
                    .containsKeys("data.bytes-written:ibdata1", "data.write-time" + file)
                    .doesNotContainKey("data.writes:mysql/innodb_table_stats.ibd");
            assertThat(after.values().get("data.bytes-written:rowmark/untouched.ibd"))
                    .isLessThan(WrittenRows.BYTES);
            assertThat(after.values().get("data.size" + file)).isGreaterThanOrEqualTo(WrittenRows.BYTES);
            assertThat(after.values().get("data.bytes-written"))
                    .isGreaterThanOrEqualTo(after.values().get("data.bytes-written" + file));
        }
    }

    @Test
    void mysql_tells_its_two_logs_apart() throws Exception {
        try (PrivateServer server = PrivateServer.start("mysql-8.0", Map.of(), directory)) {
            CounterReading before = server.reading();
            new WrittenRows(server, "logged_by_file").insert();
            CounterReading after = server.reading();

            for (String log : List.of("log.bytes-written:binlog", "log.bytes-written:#innodb_redo")) {
                assertThat(after.values().get(log) - before.values().get(log))
                        .as(log)
                        .isGreaterThanOrEqualTo(WrittenRows.BYTES);
            }
            assertThat(after.values().get("data.bytes-written:rowmark/logged_by_file.ibd"))
                    .isGreaterThanOrEqualTo(WrittenRows.BYTES);
        }
    }

    @Test
    void a_user_without_rights_learns_what_status_variables_tell() throws Exception {
        try (PrivateServer server = PrivateServer.start("mariadb", INSTRUMENTS, directory)) {
            server.execute("create user ordinary@'%' identified by 'not-a-word'");
            server.execute("grant select on rowmark.* to ordinary@'%'");

            Set<String> ofOrdinary =
                    server.readingAs("ordinary", "not-a-word").values().keySet();

            assertThat(ofOrdinary)
                    .contains("data.bytes-written", "log.bytes-written", "server.cpu-time")
                    .doesNotContain("data.size", "data.write-time", "temp.writes");
        }
    }

    @Test
    void mysql_counts_its_binary_log_among_the_log() throws Exception {
        try (PrivateServer server = PrivateServer.start("mysql-8.0", Map.of(), directory)) {
            CounterReading before = server.reading();
            new WrittenRows(server, "logged").insert();
            CounterReading after = server.reading();

            assertThat(after.values().get("log.bytes-written") - before.values().get("log.bytes-written"))
                    .isGreaterThanOrEqualTo(2.0 * WrittenRows.BYTES);
            assertThat(after.values().get("log.sync-time"))
                    .isGreaterThan(before.values().get("log.sync-time"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql-5.7", "mysql-8.0"})
    void the_time_in_which_a_connection_waits_for_its_client_is_known_without_that_of_the_reading_one(String target)
            throws Exception {
        Map<String, String> settings = target.equals("mariadb") ? INSTRUMENTS : Map.of();
        try (PrivateServer server = PrivateServer.start(target, settings, directory)) {
            server.on(ConnectionMode.PLAIN, reading -> {
                double first = waited(server, reading);
                pause(1_500);
                double second = waited(server, reading);
                server.on(ConnectionMode.PLAIN, measured -> {
                    Contract.execute(measured, "select 1");
                    pause(1_000);
                    Contract.execute(measured, "select 1");
                });

                assertThat(second - first).isBetween(0.0, 500.0);
                assertThat(waited(server, reading) - second).isBetween(1_000.0, 1_900.0);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql-5.7", "mysql-8.0"})
    void with_times_the_wait_for_a_client_that_takes_rows_slowly_counts(String target) throws Exception {
        boolean isMariaDb = target.equals("mariadb");
        MySqlProduct product = isMariaDb ? MariaDb.PRODUCT : MySql.PRODUCT;
        try (PrivateServer server = PrivateServer.start(target, product.timingSettings(), directory)) {
            server.on(ConnectionMode.PLAIN, reading -> {
                double before = waited(server, reading);
                server.on(ConnectionMode.PLAIN, measured -> {
                    try (Statement statement = measured.createStatement()) {
                        statement.setFetchSize(isMariaDb ? 1 : Integer.MIN_VALUE);
                        readSlowly(statement);
                    }
                });

                assertThat(waited(server, reading) - before).isGreaterThan(900.0);
            });
        }
    }

    /** Pauses within a result that is larger than all buffers on the way. */
    private static void readSlowly(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "select repeat('x', 10000) from information_schema.columns a, information_schema.columns b limit 5000")) {
            rows.next();
            pause(1_000);
            while (rows.next()) {
                rows.getString(1);
            }
        }
    }

    private static double waited(PrivateServer server, Connection reading) throws SQLException {
        return CounterReading.of(server.database().monitor().counters(reading))
                .values()
                .get("server.client-wait-time");
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void an_instrument_that_is_off_takes_the_kind_with_it() throws Exception {
        try (PrivateServer server = PrivateServer.start("mysql-8.0", Map.of(), directory)) {
            server.execute("update performance_schema.setup_instruments set timed = 'NO'"
                    + " where name = 'wait/io/file/innodb/innodb_data_file'");
            server.execute("update performance_schema.setup_instruments set enabled = 'NO'"
                    + " where name = 'wait/io/file/sql/binlog'");

            assertThat(server.reading().values())
                    .containsKeys("data.syncs", "log.bytes-written", "temp.write-time")
                    .doesNotContainKeys("data.write-time", "log.write-time", "log.reads");
        }
    }
}
