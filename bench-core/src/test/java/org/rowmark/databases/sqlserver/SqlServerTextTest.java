package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.db.Dialect;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.UsageException;

/** T-SQL word by word, as no server is there to take it. */
class SqlServerTextTest {
    private final Dialect dialect = new SqlServer().dialect();

    @Test
    void takes_no_more_rows_and_parameters_than_its_protocol() {
        assertThat(dialect.maxRowsPerInsert(1)).isEqualTo(1_000);
        assertThat(dialect.maxRowsPerInsert(10)).isEqualTo(209);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            select a from t order by a      | select top (7) a from t order by a
            SELECT DISTINCT a FROM t        | SELECT DISTINCT top (7) a FROM t
            select all a from t             | select all top (7) a from t
            select distinction from t       | select top (7) distinction from t
            """)
    void limits_a_query_behind_its_first_words(String query, String limited) {
        assertThat(dialect.limit(query, 7)).isEqualTo(limited);
    }

    @Test
    void limits_nothing_but_a_select() {
        assertThatThrownBy(() -> dialect.limit("with x as (select 1 a) select a from x", 7))
                .hasMessage("does not begin with select: with x as (select 1 a) select a from x");
    }

    @Test
    void updates_first_and_inserts_what_was_not_there() {
        ParameterizedSql upsert = dialect.upsert(
                "t", List.of("k", "l"), List.of("k", "a", "l", "b"), List.of("int", "int", "int", "int"));

        assertThat(upsert.sql())
                .isEqualTo("update t set a = ?, b = ? where k = ? and l = ?;"
                        + " if @@rowcount = 0 insert into t (k, a, l, b) values (?, ?, ?, ?)");
        assertThat(upsert.parameters()).containsExactly(1, 3, 0, 2, 0, 1, 2, 3);
    }

    @Test
    void inserts_a_row_of_keys_alone_if_it_is_not_there() {
        ParameterizedSql upsert = dialect.upsert("t", List.of("k"), List.of("k"), List.of("int"));

        assertThat(upsert.sql()).isEqualTo("if not exists (select 1 from t where k = ?) insert into t (k) values (?)");
        assertThat(upsert.parameters()).containsExactly(0, 0);
    }

    @Test
    void settings_with_documented_defaults_are_changed_if_they_have_another_value() {
        assertThat(SqlServerMonitor.changed(Map.of(
                        "max degree of parallelism", "4",
                        "max server memory (MB)", "2147483647",
                        "min server memory (MB)", "16",
                        "xp_cmdshell", "0",
                        "cost threshold for parallelism", "50",
                        "a setting of a later version", "7")))
                .isEqualTo(Map.of("max degree of parallelism", "4", "cost threshold for parallelism", "50"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DISABLED | yes (delayed_durability=DISABLED)
            ALLOWED  | yes (delayed_durability=ALLOWED: a transaction may choose not to wait, Rowmark's do not)
            FORCED   | no (delayed_durability=FORCED)
            """)
    void words_what_a_commit_waits_for(String delayed, String words) {
        assertThat(SqlServerMonitor.durability("Microsoft SQL Server 2022 (RTM)", Optional.of(delayed)))
                .isEqualTo("commit waits for the disk: " + words);
    }

    @Test
    void knows_versions_whose_commits_always_wait() {
        assertThat(SqlServerMonitor.durability("Microsoft SQL Server 2012 (SP4)", Optional.empty()))
                .isEqualTo("commit waits for the disk: yes (this version has no delayed_durability)");
        assertThat(SqlServerMonitor.durability("Babelfish for PostgreSQL", Optional.empty()))
                .isEqualTo("commit waits for the disk: unknown (the server does not report its delayed_durability)");
    }

    @Test
    void configures_the_server_by_a_quoted_name() {
        assertThat(SqlServerSettings.statement("max degree of parallelism", "4"))
                .isEqualTo("exec sp_configure N'max degree of parallelism', 4");
        assertThat(SqlServerSettings.statement("it's", "4")).isEqualTo("exec sp_configure N'it''s', 4");
    }

    @Test
    void memory_is_a_number_of_megabytes_from_128_on() {
        MemorySetting memory = new SqlServer().memory().orElseThrow();

        assertThat(memory.name()).isEqualTo("max server memory (MB)");
        assertThat(memory.least()).isEqualTo(128 * ByteSize.MIB);
        assertThat(memory.own().apply(Target.external("far", "sqlserver", "jdbc:sqlserver://far"), 4 * ByteSize.GIB))
                .isEqualTo(Map.of("max server memory (MB)", "4096"));
        assertThat(memory.direct()).isEmpty();
    }

    @Test
    void gives_a_container_the_settings_in_capitals_and_a_password() {
        Target target = Target.builtIn("ours", "sqlserver", ServerKind.CONTAINER)
                .withSettings(Map.of("ACCEPT_EULA", "Y", "MSSQL_MEMORY_LIMIT_MB", "4096", "recovery", "simple"));

        Containers.Recipe recipe = SqlServerLauncher.recipe(target);

        assertThat(recipe.environment())
                .containsOnlyKeys("ACCEPT_EULA", "MSSQL_MEMORY_LIMIT_MB", "MSSQL_SA_PASSWORD")
                .containsEntry("MSSQL_MEMORY_LIMIT_MB", "4096");
        assertThat(recipe.endpoint().apply(1434).url())
                .isEqualTo("jdbc:sqlserver://127.0.0.1:1434;encrypt=true;trustServerCertificate=true");
    }

    @Test
    void accepts_no_licence_for_others() {
        Target target = Target.builtIn("ours", "sqlserver", ServerKind.CONTAINER);

        assertThatThrownBy(() -> SqlServerLauncher.recipe(target))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': the image is under Microsoft's licence; put ACCEPT_EULA: 'Y' into"
                        + " settings: if you accept it");
    }

    @Test
    void a_certificate_that_is_not_trusted_is_reported_with_what_to_do() {
        SQLException failure = new SQLException(
                "\"encrypt\" property is set to \"true\" …",
                "08S01",
                new SSLHandshakeException("PKIX path building failed"));

        assertThat(new SqlServer().driver().explain(failure))
                .hasValueSatisfying(line -> assertThat(line)
                        .startsWith("no TLS connection: PKIX path building failed; ")
                        .contains(";trustServerCertificate=true"));
    }
}
