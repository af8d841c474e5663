package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Driver;
import java.sql.DriverManager;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.db.ConnectionMode;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** Statements and options for MySQL and MariaDB, and what is made of their answers, without a server. */
class MySqlTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "default_storage_engine | InnoDB | yes (innodb_flush_log_at_trx_commit=1)",
                "default_storage_engine | MyISAM | no (default_storage_engine=MyISAM)",
                "enforce_storage_engine | Aria | no (enforce_storage_engine=Aria)",
                "default_storage_engine | ROCKSDB | unknown (default_storage_engine=ROCKSDB)",
                "Innodb_redo_log_enabled | OFF | no (innodb_flush_log_at_trx_commit=1, Innodb_redo_log_enabled=OFF)"
            })
    void a_commit_waits_in_tables_of_an_engine_with_a_log(String variable, String value, String durability) {
        Map<String, String> settings = Map.of("innodb_flush_log_at_trx_commit", "1", variable, value);

        assertThat(MySqlMonitor.durability(settings)).isEqualTo("commit waits for the disk: " + durability);
    }

    @ParameterizedTest
    @CsvSource({
        "128, 128",
        "-1, -1",
        "64k, 65536",
        "128M, 134217728",
        "2G, 2147483648",
        "1T, 1099511627776",
        "18446744073709551615, 18446744073709551615",
        "0.5, 0.5"
    })
    void a_setting_may_be_a_number_with_a_suffix(String text, String number) {
        assertThat(MySqlSettings.literal(text)).isEqualTo(number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ON", "O_DIRECT", "12 MB", "1.2.3", "M", "", "ibdata1:12M:autoextend", "1; drop table t"})
    void any_other_setting_is_a_text_and_no_part_of_the_statement(String text) {
        assertThat(MySqlSettings.literal(text)).isEqualTo("?");
    }

    @Test
    void a_setting_has_one_name_with_dashes_and_with_underscores() {
        assertThat(MySqlSettings.variable("innodb-io-capacity"))
                .isEqualTo(MySqlSettings.variable("innodb_io_capacity"))
                .isEqualTo("@@global.`innodb_io_capacity`");
        assertThat(MySqlSettings.variable("hot.key_buffer_size")).isEqualTo("@@global.`hot`.`key_buffer_size`");
        assertThat(MySqlSettings.variable("x` = 1; drop table t; -- ")).startsWith("@@global.`x`` = 1;");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | OFF | 0 | yes (innodb_flush_log_at_trx_commit=1)",
                "3 | OFF | 0 | yes (innodb_flush_log_at_trx_commit=3)",
                "2 | OFF | 1 | no (innodb_flush_log_at_trx_commit=2)",
                "0 | ON  | 1 | no (innodb_flush_log_at_trx_commit=0, sync_binlog=1)",
                "1 | ON  | 1 | yes (innodb_flush_log_at_trx_commit=1, sync_binlog=1)",
                "1 | ON  | 0 | no (innodb_flush_log_at_trx_commit=1, sync_binlog=0)",
            })
    void a_commit_waits_for_the_disk_if_every_log_does(String flush, String binaryLog, String sync, String durability) {
        Map<String, String> settings =
                Map.of("innodb_flush_log_at_trx_commit", flush, "log_bin", binaryLog, "sync_binlog", sync);

        assertThat(MySqlMonitor.durability(settings)).isEqualTo("commit waits for the disk: " + durability);
    }

    @Test
    void a_commit_does_not_wait_where_the_server_never_syncs() {
        assertThat(MySqlMonitor.durability(
                        Map.of("innodb_flush_log_at_trx_commit", "1", "innodb_flush_method", "nosync")))
                .isEqualTo("commit waits for the disk: no"
                        + " (innodb_flush_log_at_trx_commit=1, innodb_flush_method=nosync)");
        assertThat(MySqlMonitor.durability(Map.of("innodb_flush_log_at_trx_commit", "1", "debug_no_sync", "ON")))
                .endsWith(": no (innodb_flush_log_at_trx_commit=1, debug_no_sync=ON)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "mariadb-dump  Ver 10.19 Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64) | 10.11.19-MariaDB",
                "mariadb from 11.4.5-MariaDB, client 15.2 for linux-systemd (x86_64) | 11.4.5-MariaDB",
                "mariadb-backup based on MariaDB server 10.11.19-MariaDB debian-linux-gnu (x86_64) | 10.11.19-MariaDB",
                "mysqldump  Ver 8.0.31 for Linux on x86_64 (MySQL Community Server - GPL) | 8.0.31",
                "mysqldump  Ver 10.13 Distrib 5.7.22, for Linux (x86_64) | 5.7.22"
            })
    void the_version_of_a_program_is_that_of_its_release(String printed, String version) {
        assertThat(MySqlInstallation.Program.version(printed)).contains(version);
    }

    @ParameterizedTest
    @CsvSource({"8.0, mysql-8.0.31", "8, mysql-8.0.31", "8.0.12, mysql-8.0.12", "5.7, mysql-5.7.22", "'', mysql-8.0.31"
    })
    void a_version_may_be_given_by_its_beginning(String version, String distribution) {
        Target target = Target.builtIn("ours", "mysql", ServerKind.ARTIFACT);
        Target wanted = version.isEmpty() ? target : target.withSource(version);

        assertThat(MySqlInstallation.distribution(wanted, MySql.PRODUCT).name()).isEqualTo(distribution);
    }

    @Test
    void a_version_that_does_not_come_as_artifact_is_refused_with_those_that_do() {
        Target target = Target.builtIn("ours", "mysql", ServerKind.ARTIFACT).withSource("8.0.1");

        assertThatThrownBy(() -> MySqlInstallation.distribution(target, MySql.PRODUCT))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': version: 8.0.1 is not among those that come as artifacts:"
                        + " 5.7.22, 8.0.12, 8.0.31");
    }

    @Test
    void both_drivers_get_the_connection_mode() {
        assertThat(new MariaDb().driver().properties(ConnectionMode.BULK_LOAD))
                .containsKeys("allowLoadLocalInfile", "allowLocalInfile");
        assertThat(new MariaDb().driver().properties(ConnectionMode.BATCH_REWRITE))
                .containsEntry("useBulkStmts", "false");
    }

    @Test
    void a_target_is_reached_by_the_driver_that_it_names() throws Exception {
        Target local = Target.builtIn("ours", "mariadb", ServerKind.LOCAL);

        assertThat(MySqlDriver.of(local, MySqlDriver.MARIADB)).isEqualTo(MySqlDriver.MARIADB);
        assertThat(MySqlDriver.of(local.withScheme("jdbc:mysql:"), MySqlDriver.MARIADB))
                .isEqualTo(MySqlDriver.CONNECTOR_J);
        assertThat(MySqlDriver.of(local.withDriver(jarOf("jdbc:mysql://h/d")), MySqlDriver.MARIADB))
                .isEqualTo(MySqlDriver.CONNECTOR_J);
        assertThat(MySqlDriver.of(local.withDriver(jarOf("jdbc:mariadb://h/d")), MySqlDriver.CONNECTOR_J))
                .isEqualTo(MySqlDriver.MARIADB);
    }

    @Test
    void a_jar_with_neither_driver_is_refused() throws Exception {
        Target wrong = Target.builtIn("ours", "mariadb", ServerKind.LOCAL).withDriver(jarOf("jdbc:postgresql://h/d"));

        assertThatThrownBy(() -> MySqlDriver.of(wrong, MySqlDriver.MARIADB))
                .isInstanceOf(UsageException.class)
                .hasMessageMatching(
                        "target 'ours': driver: \\S+postgresql\\S+\\.jar holds no driver of MySQL or MariaDB");
    }

    @Test
    void a_driver_from_a_jar_has_no_sockets_unless_junixsocket_comes_with_it() throws Exception {
        Target target = Target.builtIn("ours", "mysql", ServerKind.LOCAL).withDriver(jarOf("jdbc:mysql://h/d"));

        assertThatThrownBy(() -> MySqlDriver.CONNECTOR_J.over(target, Path.of("/tmp/s")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("add junixsocket-mysql and junixsocket-native-common");
    }

    private static List<String> jarOf(String url) throws Exception {
        Driver driver = DriverManager.getDriver(url);
        return List.of(Path.of(driver.getClass()
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString());
    }
}
