package org.rowmark.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.db.Databases;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** The settings on which the files of a server's data depend. */
class DataFilesTest {
    @ParameterizedTest
    @CsvSource({
        "mysql, innodb_page_size",
        "mysql, innodb-page-size",
        "mysql, lower_case_table_names",
        "mysql, innodb_doublewrite_dir",
        "mysql, innodb_some_day_new",
        "mysql, character-set-server",
        "mariadb, innodb_undo_tablespaces",
        "postgresql, default_statistics_target",
        "postgresql, WAL_LEVEL",
        "postgresql, max_wal_size",
        "postgresql, pg_prewarm.autoprewarm",
        "firebird, page_size",
        "firebird, ForcedWrites",
        "firebird, SomeDayNew",
        "h2, WRITE_DELAY"
    })
    void depend_on(String database, String setting) {
        assertThat(settings(database, setting))
                .containsExactly(Map.entry(setting.toLowerCase(Locale.ROOT).replace('-', '_'), "1"));
    }

    @ParameterizedTest
    @CsvSource({
        "mysql, large-pages",
        "mysql, innodb_buffer_pool_size",
        "mysql, innodb_flush_log_at_trx_commit",
        "mysql, innodb_flush_method",
        "mysql, innodb_doublewrite",
        "mysql, sync_binlog",
        "mysql, performance_schema",
        "mariadb, userstat",
        "postgresql, synchronous_commit",
        "postgresql, wal_compression",
        "postgresql, shared_buffers",
        "postgresql, huge-pages",
        "postgresql, fsync",
        "firebird, ServerMode",
        "firebird, DefaultDbCachePages"
    })
    void do_not_depend_on(String database, String setting) {
        assertThat(settings(database, setting)).isEmpty();
    }

    @Test
    void are_those_of_embedded_databases_without_a_url_too() {
        Target derby = Target.builtIn("t", "derby", ServerKind.EMBEDDED);

        assertThat(Databases.named("derby")
                        .launcher()
                        .dataFiles(derby)
                        .orElseThrow()
                        .names())
                .containsExactly("rowmark");
        assertThat(Databases.named("derby").launcher().dataFiles(derby.withUrl("jdbc:derby:mine")))
                .isEmpty();
    }

    private static Map<String, String> settings(String database, String setting) {
        Target target = Target.builtIn("t", database, ServerKind.LOCAL).withSettings(Map.of(setting, "1"));
        return Databases.named(database)
                .launcher()
                .dataFiles(target)
                .orElseThrow()
                .settings();
    }
}
