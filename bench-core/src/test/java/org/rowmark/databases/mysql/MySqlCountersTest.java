package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.ClientWaits;
import org.rowmark.databases.CounterReading;
import org.rowmark.databases.PrivateServer;
import org.rowmark.databases.SharedServers;
import org.rowmark.databases.WrittenRows;

/** What is reported depends on what is switched on and on the user. */
class MySqlCountersTest {
    private static final Map<String, String> INSTRUMENTS = Map.of("performance_schema", "ON", "userstat", "ON");

    @RegisterExtension
    static final SharedServers SHARED = new SharedServers();

    @TempDir
    Path directory;

    @Test
    void mariadb_reports_no_times_unless_its_instruments_are_on() throws Exception {
        try (PrivateServer server = PrivateServer.start("mariadb", Map.of(), directory)) {
            assertThat(server.reading().values().keySet())
                    .contains("data.bytes-written", "log.bytes-written", "data.size", "log.size")
                    .noneMatch(name -> name.endsWith("-time"));
        }
    }

    @Test
    void mariadb_reports_times_of_its_data_files_and_cpu_with_its_instruments() throws Exception {
        PrivateServer server = SHARED.get("mariadb", INSTRUMENTS);
        CounterReading before = server.reading();
        new WrittenRows(server, "timed").insert();
        server.execute("set global innodb_max_dirty_pages_pct = 0");

        CounterReading after = CounterReading.await(
                server::reading,
                now -> now.values().get("data.bytes-written") - before.values().get("data.bytes-written")
                                >= WrittenRows.BYTES
                        && now.values().get("server.cpu-time") > before.values().get("server.cpu-time")
                        && now.values().get("data.write-time") > before.values().get("data.write-time"));

        assertThat(after.values()).doesNotContainKeys("log.write-time", "log.sync-time");
        assertThat(after.values().get("log.bytes-written") - before.values().get("log.bytes-written"))
                .isGreaterThanOrEqualTo(WrittenRows.BYTES);
    }

    @Test
    void mariadb_reports_which_of_its_files_was_written() throws Exception {
        PrivateServer server = SHARED.get("mariadb", INSTRUMENTS);
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

    @Test
    void mysql_counts_its_binary_log_among_the_log_and_distinguishes_the_two() throws Exception {
        PrivateServer server = SHARED.get("mysql-8.0", Map.of());
        Map<String, Double> before = server.reading().values();
        new WrittenRows(server, "logged").insert();
        Map<String, Double> after = server.reading().values();

        assertThat(after.get("log.bytes-written") - before.get("log.bytes-written"))
                .isGreaterThanOrEqualTo(2.0 * WrittenRows.BYTES);
        for (String log : List.of("log.bytes-written:binlog", "log.bytes-written:#innodb_redo")) {
            assertThat(after.get(log) - before.get(log)).as(log).isGreaterThanOrEqualTo(WrittenRows.BYTES);
        }
        assertThat(after.get("data.bytes-written:rowmark/logged.ibd")).isGreaterThanOrEqualTo(WrittenRows.BYTES);
        assertThat(after.get("log.sync-time")).isGreaterThan(before.get("log.sync-time"));
    }

    @Test
    void a_user_without_rights_learns_what_status_variables_tell() throws Exception {
        PrivateServer server = SHARED.get("mariadb", INSTRUMENTS);
        server.execute("create user ordinary@'%' identified by 'not-a-word'");
        server.execute("grant select on rowmark.* to ordinary@'%'");

        Set<String> ofOrdinary =
                server.readingAs("ordinary", "not-a-word").values().keySet();

        assertThat(ofOrdinary)
                .contains("data.bytes-written", "log.bytes-written", "server.cpu-time")
                .doesNotContain("data.size", "data.write-time", "temp.writes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql-5.7", "mysql-8.0"})
    void the_time_in_which_a_connection_waits_for_its_client_is_known_without_that_of_the_reading_one(String target)
            throws Exception {
        Map<String, String> settings = target.equals("mariadb") ? INSTRUMENTS : Map.of();
        PrivateServer server = SHARED.get(target, settings);
        ClientWaits.assertCountedWithoutReader(server, Duration.ofSeconds(1));
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(strings = {"mysql-5.7", "mysql-8.0"})
    void with_times_the_wait_counts_on_mysql_too(String target) throws Exception {
        with_times_the_wait_for_a_client_that_takes_rows_slowly_counts(target);
    }

    @ParameterizedTest
    @ValueSource(strings = "mariadb")
    void with_times_the_wait_for_a_client_that_takes_rows_slowly_counts(String target) throws Exception {
        boolean isMariaDb = target.equals("mariadb");
        MySqlProduct product = isMariaDb ? MariaDb.PRODUCT : MySql.PRODUCT;
        try (PrivateServer server = PrivateServer.start(target, product.timingSettings(), directory)) {
            double waits = ClientWaits.during(server, measured -> {
                try (Statement statement = measured.createStatement()) {
                    statement.setFetchSize(isMariaDb ? 1 : Integer.MIN_VALUE);
                    readSlowly(statement);
                }
            });

            assertThat(waits).isGreaterThan(900.0);
        }
    }

    /** Pauses within a result that is larger than all buffers on the way. */
    private static void readSlowly(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery(
                "select repeat('x', 10000) from information_schema.columns a, information_schema.columns b limit 5000")) {
            rows.next();
            ClientWaits.sleep(Duration.ofSeconds(1));
            while (rows.next()) {
                rows.getString(1);
            }
        }
    }

    @Test
    void an_instrument_that_is_off_takes_the_kind_with_it() throws Exception {
        PrivateServer server = SHARED.get("mysql-8.0", Map.of());
        set(server, "timed", "NO", "innodb/innodb_data_file");
        set(server, "enabled", "NO", "sql/binlog");
        try {
            assertThat(server.reading().values())
                    .containsKeys("data.syncs", "log.bytes-written", "temp.write-time")
                    .doesNotContainKeys("data.write-time", "log.write-time", "log.reads");
        } finally {
            set(server, "timed", "YES", "innodb/innodb_data_file");
            set(server, "enabled", "YES", "sql/binlog");
        }
    }

    private static void set(PrivateServer server, String column, String value, String instrument) throws SQLException {
        server.execute("update performance_schema.setup_instruments set " + column + " = '" + value
                + "' where name = 'wait/io/file/" + instrument + "'");
    }
}
