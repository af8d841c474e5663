package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.Database;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.db.ServerInfo;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** What real servers report of their settings and of their machine. */
class EnvironmentFactsTest {
    @TempDir
    Path temp;

    @Test
    void postgresql_reports_what_was_changed_and_nothing_of_paths_and_ports() throws Exception {
        ServerInfo facts = facts("postgresql", Map.of("shared_buffers", "24MB", "work_mem", "4MB"));

        assertThat(facts.changedSettings()).isEqualTo(Map.of("shared_buffers", "24MB"));
        assertThat(facts.host().get("os")).matches("\\S+-\\S+");
    }

    /** A standby's way to its primary has a password in it, and nobody knows which commands have. */
    @Test
    void postgresql_reports_nothing_that_may_have_a_password_in_it() throws Exception {
        Map<String, String> changed = facts(
                        "postgresql",
                        Map.of(
                                "primary_conninfo", "host=db1 password='the canary'",
                                "archive_command", "send -u me:canary %p",
                                "search_path", ""))
                .changedSettings();

        assertThat(changed).isEqualTo(Map.of("search_path", "(empty)"));
    }

    @Test
    void postgresql_18_reports_what_was_changed() throws Exception {
        ServerInfo facts = facts("postgresql-18", Map.of("wal_level", "minimal", "max_wal_senders", "0"));

        assertThat(facts.changedSettings())
                .containsEntry("wal_level", "minimal")
                .containsEntry("max_wal_senders", "0")
                .doesNotContainKeys("work_mem", "port", "unix_socket_directories", "client_encoding");
    }

    @Test
    void mariadb_reports_what_was_changed_and_what_rowmark_starts_it_with() throws Exception {
        ServerInfo facts =
                facts("mariadb", Map.of("innodb-flush-log-at-trx-commit", "2", "sync_binlog", "0", "sql_mode", ""));

        assertThat(facts.changedSettings())
                .isEqualTo(Map.of(
                        "innodb_flush_log_at_trx_commit", "2", "skip_name_resolve", "ON", "sql_mode", "(empty)"));
        assertThat(facts.host()).containsKey("os");
    }

    @Tag("slow")
    @Test
    void mysql_reports_it_from_version_8() throws Exception {
        Map<String, String> changed = facts("mysql-8.0", Map.of("innodb_flush_log_at_trx_commit", "2"))
                .changedSettings();

        assertThat(changed)
                .isEqualTo(
                        Map.of("innodb_flush_log_at_trx_commit", "2", "local_infile", "ON", "skip_name_resolve", "ON"));
    }

    @Tag("slow")
    @Test
    void mysql_5_reports_none_of_it() throws Exception {
        assertThat(facts("mysql-5.7", Map.of("innodb_flush_log_at_trx_commit", "2"))
                        .changedSettings())
                .isEmpty();
    }

    @Test
    void firebird_reports_what_a_database_was_made_with() throws Exception {
        assertThat(facts("firebird", Map.of("page_size", "16384")).changedSettings())
                .isEqualTo(Map.of("page_size", "16384"));
        ServerInfo unchanged = facts("firebird", Map.of());
        assertThat(unchanged.changedSettings()).isEmpty();
        assertThat(unchanged.host()).containsKey("os");
    }

    @Test
    void sqlite_reports_pragmas_that_are_not_as_it_is_compiled() throws Exception {
        assertThat(facts("sqlite", Map.of("journal_mode", "WAL")).changedSettings())
                .isEqualTo(Map.of("journal_mode", "wal", "busy_timeout", "30000"));
    }

    @Test
    void derby_reports_properties_that_are_not_at_their_default() throws Exception {
        assertThat(facts("derby", Map.of("derby.storage.pageCacheSize", "2000", "derby.storage.initialPages", "1"))
                        .changedSettings())
                .isEqualTo(Map.of("derby.storage.pageCacheSize", "2000"));
    }

    private ServerInfo facts(String name, Map<String, String> settings) throws IOException, SQLException {
        // As a run does: servers that refuse to run as root run as another user.
        assertThat(temp.toFile().setExecutable(true, false)).isTrue();
        Target target = DatabaseContract.builtIn(name).withSettings(settings);
        Database database = Databases.named(target.database());
        Path data = Files.createTempDirectory(temp, name);
        assertThat(data.toFile().setExecutable(true, false)).isTrue();
        try (Server server = RequiredServers.start(target, new Workspace(data, temp.resolve(name + ".log")))) {
            return Drivers.query(server.endpoint(), database.monitor()::info);
        }
    }
}
