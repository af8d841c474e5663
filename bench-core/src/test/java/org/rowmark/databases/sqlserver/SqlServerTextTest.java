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
import org.rowmark.databases.sqlserver.SqlServerSettings.DatabaseOption;
import org.rowmark.databases.support.launch.Containers;
import org.rowmark.db.Dialect;
import org.rowmark.db.MemorySetting;
import org.rowmark.db.sql.ParameterizedSql;
import org.rowmark.db.sql.Routine;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;
import org.rowmark.util.UsageException;

/** T-SQL word by word, as no server is there to take it. */
class SqlServerTextTest {
    private final Dialect dialect = new SqlServer().dialect();

    @Test
    void types_are_those_of_2012() {
        assertThat(dialect.integerType()).isEqualTo("integer");
        assertThat(dialect.bigintType()).isEqualTo("bigint");
        assertThat(dialect.textType(8_000)).isEqualTo("varchar(8000)");
        assertThat(dialect.fixedTextType(8_000)).isEqualTo("char(8000)");
        assertThat(dialect.unicodeTextType(2_000)).isEqualTo("nvarchar(2000)");
        assertThat(dialect.timestampType()).isEqualTo("datetime2(6)");
        assertThat(dialect.identityColumn("id")).isEqualTo("id bigint identity(1, 1) not null primary key");
        assertThat(dialect.keepInRow("t", "c")).isEmpty();
    }

    @Test
    void fills_pages_by_statements_of_eight_rows_and_a_checkpoint() {
        String text = dialect.fixedTextType(8_000);

        assertThat(dialect.createTable("t", dialect.identityColumn("id") + ", t " + text + " not null"))
                .isEqualTo("create table t (id bigint identity(1, 1) not null primary key, t char(8000) not null)");
        assertThat(dialect.insertRows("t", List.of("t"), List.of(text), 8))
                .isEqualTo("insert into t (t) values (?), (?), (?), (?), (?), (?), (?), (?)");
        assertThat(dialect.checkpoint("t")).containsExactly("checkpoint");
        assertThat(dialect.substring("t", 17, 16)).isEqualTo("substring(t, 17, 16)");
        assertThat(dialect.hash("t")).contains("hashbytes('MD5', t)");
        assertThat(dialect.limit("select min(id), count(*) from t group by hashbytes('MD5', t)", 9))
                .isEqualTo("select top (9) min(id), count(*) from t group by hashbytes('MD5', t)");
        assertThat(new SqlServerMonitor().pageSize(null)).hasValue(8_192);
    }

    @Test
    void plain_statements_are_standard() {
        assertThat(dialect.createTable("t", "a integer")).isEqualTo("create table t (a integer)");
        assertThat(dialect.emptyTable("t")).isEqualTo("truncate table t");
        assertThat(dialect.insert("t", List.of("a", "b"))).isEqualTo("insert into t (a, b) values (?, ?)");
        assertThat(dialect.insertRows("t", List.of("a"), List.of("integer"), 2))
                .isEqualTo("insert into t (a) values (?), (?)");
        assertThat(dialect.ping()).isEqualTo("select 1");
    }

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
    void loops_in_a_batch_that_leaves_the_session_as_it_was() {
        assertThat(dialect.loop(1_000_000))
                .contains(Routine.anonymous("set nocount on; declare @i bigint = 0; while @i < 1000000"
                        + " set @i = @i + 1; select @i; set nocount off"));
    }

    @Test
    void queries_its_facts() {
        assertThat(SqlServerMonitor.VERSION).isEqualTo("select @@version");
        assertThat(SqlServerMonitor.PRODUCT_VERSION)
                .isEqualTo("select cast(serverproperty('ProductVersion') as varchar(60))");
        assertThat(SqlServerMonitor.EDITION).isEqualTo("select cast(serverproperty('Edition') as varchar(60))");
        assertThat(SqlServerMonitor.SYSTEM)
                .isEqualTo("select host_distribution + ' ' + host_release from sys.dm_os_host_info");
        assertThat(SqlServerMonitor.COLLATION)
                .isEqualTo("select cast(databasepropertyex(db_name(), 'Collation') as varchar(128))");
        assertThat(SqlServerMonitor.PROCESSORS)
                .isEqualTo("select cast(cpu_count as varchar(20)) from sys.dm_os_sys_info");
        assertThat(SqlServerMonitor.CONFIGURATION)
                .isEqualTo("select name, cast(value_in_use as varchar(40)) from sys.configurations where name in ("
                        + "'cost threshold for parallelism', 'max degree of parallelism', 'max server memory (MB)',"
                        + " 'min server memory (MB)', 'network packet size (B)', 'optimize for ad hoc workloads')");
    }

    @Test
    void queries_its_machine_one_query_after_the_other() {
        assertThat(SqlServerMonitor.MACHINE)
                .containsOnlyKeys("os", "cores", "sockets", "numa nodes", "virtualisation", "memory model")
                .containsEntry("os", "select host_distribution + ' ' + host_release from sys.dm_os_host_info")
                .containsEntry("sockets", "select cast(socket_count as varchar(20)) from sys.dm_os_sys_info")
                .containsEntry("numa nodes", "select cast(numa_node_count as varchar(20)) from sys.dm_os_sys_info")
                .containsEntry(
                        "virtualisation",
                        "select cast(lower(virtual_machine_type_desc) as varchar(20)) from sys.dm_os_sys_info")
                .containsEntry(
                        "memory model", "select cast(sql_memory_model_desc as varchar(20)) from sys.dm_os_sys_info");
        assertThat(SqlServerMonitor.KIBIBYTES)
                .isEqualTo("select cast(physical_memory_kb as varchar(20)) from sys.dm_os_sys_info");
        assertThat(SqlServerMonitor.gibibytes("16777216")).isEqualTo("16.0 GiB");
    }

    @Test
    void queries_what_was_changed_and_knows_documented_defaults() {
        assertThat(SqlServerMonitor.Changed.CONFIGURATION)
                .isEqualTo("select name, cast(value_in_use as varchar(40)) from sys.configurations");
        assertThat(SqlServerMonitor.Changed.SCOPED)
                .isEqualTo("select name, cast(value as varchar(60)) from sys.database_scoped_configurations"
                        + " where is_value_default = 0");
        assertThat(SqlServerMonitor.Changed.settings(Map.of(
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
    void queries_whether_it_may_and_what_is_configured() {
        assertThat(SqlServerSettings.MAY_CONFIGURE).isEqualTo("select has_perms_by_name(null, null, 'ALTER SETTINGS')");
        assertThat(SqlServerSettings.MAY_ALTER).isEqualTo("select has_perms_by_name(db_name(), 'DATABASE', 'ALTER')");
        assertThat(SqlServerSettings.CONFIGURED)
                .isEqualTo("select cast(value as bigint), cast(value_in_use as bigint), cast(is_dynamic as int),"
                        + " cast(is_advanced as int) from sys.configurations where name = ?");
        assertThat(SqlServerSettings.RECONFIGURE).isEqualTo("reconfigure");
        assertThat(DatabaseOption.RECOVERY.query())
                .isEqualTo("select cast(recovery_model_desc as varchar(60)) from sys.databases"
                        + " where database_id = db_id()");
        assertThat(DatabaseOption.READ_COMMITTED_SNAPSHOT.query())
                .isEqualTo("select cast(case is_read_committed_snapshot_on when 1 then 'ON' else 'OFF' end"
                        + " as varchar(60)) from sys.databases where database_id = db_id()");
    }

    @Test
    void makes_its_own_database_in_a_container() {
        assertThat(SqlServerLauncher.CREATE).isEqualTo("if db_id('rowmark') is null create database rowmark");
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
    void tries_geometry_on_a_point() {
        assertThat(SqlServerFeatures.storePoint("t"))
                .isEqualTo("insert into t (id, g) values (1, geometry::STGeomFromText('POINT (1 2)', 0))");
        assertThat(SqlServerFeatures.readPoint("t")).isEqualTo("select cast(g.STY as int) from t");
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
