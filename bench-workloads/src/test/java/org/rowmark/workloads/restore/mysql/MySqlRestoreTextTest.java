package org.rowmark.workloads.restore.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.JdbcUrl;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** The options of the clients of MySQL and MariaDB, and what is made of their output. */
class MySqlRestoreTextTest {
    private static final String ORDERS = """
            /*M!999999\\- enable the sandbox mode */
            /*!40103 SET TIME_ZONE='+00:00' */;
            DROP TABLE IF EXISTS `orders`;
            CREATE TABLE `orders` (
              `id` int(11) NOT NULL,
              `number` int(11) NOT NULL AUTO_INCREMENT,
              `customer` int(11) NOT NULL COMMENT 'KEY `x` (`y`)',
              PRIMARY KEY (`id`),
              UNIQUE KEY `ux` (`customer`,`id`),
              KEY `needed` (`number`),
              KEY `ix_status` (`customer`) USING BTREE,
              CONSTRAINT `fk` FOREIGN KEY (`customer`) REFERENCES `customers` (`id`),
              CONSTRAINT `positive` CHECK (`customer` > 0),
              CONSTRAINT `fk2` FOREIGN KEY (`id`) REFERENCES `others` (`id`)
            ) ENGINE=InnoDB;
            /*!40101 SET character_set_client = @saved_cs_client */;
            /*!50003 SET @saved_sql_mode = @@sql_mode */ ;
            DELIMITER ;;
            CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN END */;;
            DELIMITER ;""";

    @Test
    void keys_and_triggers_come_after_the_rows() {
        MySqlTabFiles.Definition definitions = MySqlTabFiles.Definition.of(ORDERS);

        assertThat(definitions.isTable()).isTrue();
        assertThat(definitions.before().strip()).isEqualTo("""
                /*!40103 SET TIME_ZONE='+00:00' */;
                DROP TABLE IF EXISTS `orders`;
                CREATE TABLE `orders` (
                  `id` int(11) NOT NULL,
                  `number` int(11) NOT NULL AUTO_INCREMENT,
                  `customer` int(11) NOT NULL COMMENT 'KEY `x` (`y`)',
                  PRIMARY KEY (`id`),
                  KEY `needed` (`number`),
                  CONSTRAINT `positive` CHECK (`customer` > 0)
                ) ENGINE=InnoDB;
                /*!40101 SET character_set_client = @saved_cs_client */;""");
        assertThat(definitions.after()).isEqualTo("""
                ALTER TABLE `orders` ADD UNIQUE KEY `ux` (`customer`,`id`), ADD KEY `ix_status` (`customer`) USING BTREE;
                ALTER TABLE `orders` ADD CONSTRAINT `fk` FOREIGN KEY (`customer`) REFERENCES `customers` (`id`), \
                ADD CONSTRAINT `fk2` FOREIGN KEY (`id`) REFERENCES `others` (`id`);
                /*!50003 SET @saved_sql_mode = @@sql_mode */ ;
                DELIMITER ;;
                CREATE TRIGGER t BEFORE INSERT ON orders FOR EACH ROW BEGIN END */;;
                DELIMITER ;""");
    }

    @Test
    void views_come_after_tables_and_large_files_first(@TempDir Path directory) throws IOException {
        Files.writeString(directory.resolve("a.sql"), "CREATE VIEW `a` AS SELECT 1;\n");
        Files.writeString(directory.resolve("orders.sql"), ORDERS);
        Files.writeString(directory.resolve("c.txt"), "1\n");
        Files.writeString(directory.resolve("d.txt"), "1\n2\n");

        MySqlTabFiles files = MySqlTabFiles.in(directory);

        assertThat(files.before())
                .startsWith("SET FOREIGN_KEY_CHECKS=0, UNIQUE_CHECKS=0;")
                .endsWith("CREATE VIEW `a` AS SELECT 1;");
        assertThat(files.rows()).containsExactly(directory.resolve("d.txt"), directory.resolve("c.txt"));
        assertThat(files.after()).hasSize(3).element(1).asString().startsWith("ALTER TABLE `orders` ADD UNIQUE KEY");
    }

    @Test
    void a_directory_without_definitions_is_no_backup(@TempDir Path directory) {
        assertThatThrownBy(() -> MySqlTabFiles.in(directory))
                .isInstanceOf(UsageException.class)
                .hasMessage(directory + " is not what --tab of a dump program makes: a directory of files that end in"
                        + " .sql and .txt");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mariadb://db1:3307/shop?a=b, db1, 3307, jdbc:mariadb://db1:3307/other?a=b",
        "jdbc:mysql://db1, db1, 3306, jdbc:mysql://db1/other",
        "jdbc:mysql://db1/?a=b, db1, 3306, jdbc:mysql://db1/other?a=b",
        "jdbc:mysql://[::1]:3307/shop, ::1, 3307, jdbc:mysql://[::1]:3307/other",
        "jdbc:mysql:///shop, localhost, 3306, jdbc:mysql:///other",
        "'jdbc:mysql:loadbalance://db1,db2:5/shop', db1, 3306, 'jdbc:mysql:loadbalance://db1,db2:5/other'"
    })
    void a_url_names_the_server_of_the_programs_and_of_other_databases(
            String url, String host, int port, String other) {
        assertThat(options(endpoint(url))).containsExactly("[client]", "protocol=tcp", "host=" + host, "port=" + port);
        assertThat(new JdbcUrl(url).withDatabase("other")).isEqualTo(other);
    }

    @Test
    void sockets_and_tls_are_given_in_the_words_of_the_program() {
        Endpoint socket = endpoint("jdbc:mysql://localhost/shop").with(Map.of("junixsocket.file", "/run/db/socket"));

        assertThat(options(socket)).containsExactly("[client]", "protocol=socket", "socket=\"/run/db/socket\"");
        assertThat(MySqlClient.options(endpoint("jdbc:mysql://db1/s?sslMode=DISABLED"), MySqlClient.Clients.MYSQL))
                .containsExactly("[client]", "protocol=tcp", "host=db1", "port=3306", "ssl-mode=DISABLED");
        assertThat(options(endpoint("jdbc:mariadb://db1/s?sslMode=disable"))).endsWith("skip-ssl");
        assertThat(options(endpoint("jdbc:mariadb://db1/s?sslMode=trust"))).endsWith("skip-ssl-verify-server-cert");
        assertThat(options(endpoint("jdbc:mysql://db1/s?user=m%C3%A4"))).endsWith("user=\"mä\"");
        assertThat(options(endpoint("jdbc:mysql://db1/s?user=me").as("her", Secret.of(""))))
                .endsWith("user=\"her\"", "password=\"\"");
    }

    @Test
    void a_password_may_hold_what_ends_a_value() {
        assertThat(options(endpoint("jdbc:mysql://db1/s").as("me", Secret.of("a\"b\\c#d"))))
                .endsWith("password=\"a\\\"b\\\\c#d\"");
    }

    private static List<String> options(Endpoint endpoint) {
        return MySqlClient.options(endpoint, MySqlClient.Clients.MARIADB);
    }

    @Test
    void a_release_is_the_first_two_numbers_of_a_version() {
        assertThat(MariaDbRestorer.BackupRestore.release("10.11.19-MariaDB-0+deb12u1"))
                .isEqualTo("10.11");
        assertThat(MariaDbRestorer.BackupRestore.release("11.4.5-MariaDB")).isEqualTo("11.4");
    }

    @Test
    void lines_of_mariadb_backup_tell_which_file_is_copied() {
        assertThat(MariaDbRestorer.BackupRestore.progress(
                        "[01] 2026-11-20 19:36:20 Copying ./shop/orders.ibd to /new/shop/orders.ibd"))
                .contains("copying shop/orders.ibd");
        assertThat(MariaDbRestorer.BackupRestore.progress("[01] 2026-11-20 19:36:20         ...done"))
                .isEmpty();
    }

    @Test
    void lines_of_the_loader_tell_how_far_it_is_and_what_it_left_out() {
        List<String> progress = new ArrayList<>();
        MySqlTabRestore.Output output = new MySqlTabRestore.Output(2, progress::add);

        output.accept("r.orders: Records: 3000  Deleted: 0  Skipped: 0  Warnings: 0");
        assertThat(output.complaint).isEmpty();
        output.accept("ALTER TABLE `orders` ADD KEY `k` (`a`)");
        output.accept("r.lines: Records: 3000  Deleted: 0  Skipped: 2  Warnings: 1");

        assertThat(progress)
                .containsExactly("table 1 of 2, orders", "indexes and keys of orders", "table 2 of 2, lines");
        assertThat(output.complaint).contains("table lines was loaded with 2 rows left out and 1 warnings");
    }

    @Test
    void failures_are_explained_where_they_are_known() {
        assertThat(MySqlRestorer.FAILURES
                        .explain("ERROR at line 1: Unknown command '\\-'.")
                        .orElseThrow())
                .contains("install newer client programs, or remove that line");
        assertThat(MySqlRestorer.FAILURES.explain(
                        "ERROR 1273 (HY000) at line 25: Unknown collation: 'utf8mb4_0900_ai_ci'"))
                .contains("the dump comes from another product or a newer version: this server does not know the"
                        + " collation 'utf8mb4_0900_ai_ci'");
        assertThat(MySqlRestorer.FAILURES.explain(
                        "ERROR 1193 (HY000) at line 8: Unknown system variable 'statement_timeout'"))
                .contains("the dump comes from another product or a newer version: this server does not know the"
                        + " setting 'statement_timeout'");
        assertThat(MySqlRestorer.FAILURES
                        .explain("ERROR 2005 (HY000) at line 5: Unknown server host 'WNI6' (-2)")
                        .orElseThrow())
                .startsWith("the file is no dump of MariaDB or MySQL: the client takes line 5 for a command");
        assertThat(MySqlRestorer.FAILURES.explain("ERROR 2005 (HY000): Unknown server host 'db1' (-2)"))
                .isEmpty();
        assertThat(MySqlRestorer.FAILURES.explain(
                        "ERROR 1045 (28000): Access denied for user 'me'@'h' (using password: YES)"))
                .contains("the server refused the password or the rights of user 'me'@'h'");
        assertThat(MySqlRestorer.FAILURES.explain(
                        "Access denied; you need (at least one of) the RELOAD privilege(s) for this operation"))
                .contains(
                        "a restore ends by writing its tables to the disk (flush tables for export); give the user the"
                                + " right RELOAD");
        assertThat(MySqlRestorer.FAILURES.explain(
                        "ERROR 1064 (42000) at line 12: You have an error in your SQL syntax"))
                .isEmpty();
    }

    private static Endpoint endpoint(String url) {
        return new Endpoint("mysql", url, Optional.empty(), Optional.empty(), List.of(), Map.of());
    }
}
