package org.rowmark.databases.sqlserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.lang3.function.FailableRunnable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.sqlserver.SqlServerSettings.DatabaseOption;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.databases.support.query.TolerantQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.RowSource;
import org.rowmark.db.TimeLimit;
import org.rowmark.run.servers.CheckedTarget;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.Secret;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;

/**
 * The server that the build is given, whatever it is that speaks T-SQL there: nothing of it is started or stopped. With
 * another driver if {@value #DRIVER} names one as {@code driver:} of a target does.
 */
@EnabledIf(value = SqlServerTest.IS_TESTED, disabledReason = "skipped: " + SqlServerTest.MISSING)
public class SqlServerTest extends DatabaseContract {
    static final String URL = "rowmark.test.sqlserver.url";
    static final String USER = "rowmark.test.sqlserver.user";
    static final String DRIVER = "rowmark.test.sqlserver.driver";
    public static final String PASSWORD = "ROWMARK_TEST_SQLSERVER_PASSWORD";

    public static final String MISSING = "give -D" + URL + "=jdbc:sqlserver://host:1433;databaseName=… -D" + USER
            + "=… and the environment variable " + PASSWORD;
    public static final String IS_TESTED = "org.rowmark.databases.sqlserver.SqlServerTest#isTested";

    private static final String NAME = "sqlserver";
    private static final String CONFIGURATIONS =
            "select name, concat(value, '/', value_in_use) from sys.configurations";

    /** What any of them can do, and no more than this is known of a server that is given. */
    private static final Set<Feature> COMMON = EnumSet.of(
            Feature.MULTI_ROW_INSERT,
            Feature.IDENTITY,
            Feature.UPSERT,
            Feature.MICROSECONDS,
            Feature.PROCEDURAL_BLOCK,
            Feature.ROW_RESULTS,
            Feature.STREAMING,
            Feature.BUFFERING,
            Feature.FETCH_SIZE,
            Feature.SERVER_CURSOR,
            Feature.DEFAULT_FETCH_SIZE,
            Feature.BULK_LOAD);

    private final SqlServer sqlServer = new SqlServer();

    SqlServerTest() {
        super(given(), null);
    }

    /** True without a server as well if it may not be missing: the tests fail then. */
    static boolean isTested() {
        return System.getProperty(URL) != null || RequiredServers.isRequired(NAME);
    }

    public static Target given() {
        assertThat(System.getProperty(URL))
                .as("required by rowmark.require: " + MISSING)
                .isNotEmpty();
        Target target = Target.external(NAME, "sqlserver", System.getProperty(URL));
        if (System.getProperty(DRIVER) != null) {
            target = target.withDriver(List.of(System.getProperty(DRIVER)));
        }
        String user = System.getProperty(USER);
        String password = System.getenv().getOrDefault(PASSWORD, "");
        // a URL may bring its own way to log in
        return user == null ? target : target.withUser(user, Secret.of(password));
    }

    /** Runs while no other JVM does so: tests use the same tables of the one server, and drop them. */
    public static void alone(FailableRunnable<Exception> test) throws Exception {
        Path lock = Path.of(System.getProperty("java.io.tmpdir"), "rowmark-tests-sqlserver.lock");
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            test.run();
        }
    }

    /** The version of Babelfish for PostgreSQL; empty for SQL Server itself. */
    public static Optional<String> babelfish(Endpoint endpoint) throws SQLException {
        return Drivers.query(endpoint, connection -> new TolerantQueries(connection).value(SqlServer.BABELFISH));
    }

    /** The values that Babelfish 4.3.0 stores are pointers into its heap: {@code insert bulk} does not follow them. */
    @Test
    @Override
    public void loads_moments_in_bulk_as_it_loads_them_row_by_row() throws SQLException {
        assumeThat(babelfish(endpoint()))
                .as("Babelfish, which stores addresses in datetime2 when rows are loaded in bulk")
                .isNotEqualTo(Optional.of("4.3.0"));
        super.loads_moments_in_bulk_as_it_loads_them_row_by_row();
    }

    @Test
    @Override
    public void renews_the_statistics_of_a_table_and_keeps_its_rows() throws SQLException {
        assumeThat(babelfish(endpoint()))
                .as("Babelfish, which refuses to update statistics")
                .isEmpty();
        super.renews_the_statistics_of_a_table_and_keeps_its_rows();
    }

    /** The catalogue of Babelfish takes ten times as long as others, and is read six times. */
    @Tag("slow")
    @Test
    @Override
    public void leaves_everything_else_in_the_catalogue_as_it_was() throws SQLException {
        super.leaves_everything_else_in_the_catalogue_as_it_was();
    }

    @Tag("slow")
    @Test
    @Override
    public void can_be_opened_by_a_fork_after_the_parent_had_a_connection() throws Exception {
        super.can_be_opened_by_a_fork_after_the_parent_had_a_connection();
    }

    @Test
    void finds_out_what_the_server_can_do() throws SQLException {
        assertThat(features()).containsAll(COMMON);
        if (babelfish(endpoint()).isPresent()) {
            assertThat(features()).isEqualTo(COMMON);
        }
    }

    @Test
    void a_connection_that_has_shown_a_plan_runs_statements_again() throws SQLException {
        onTable("planned", "k bigint not null primary key", connection -> {
            Optional<String> plan = sqlServer.driver().plan(connection, "select k from planned where k = 1");

            assertThat(plan.filter(text -> text.contains("planned")).isPresent())
                    .as("a plan, which Babelfish does not report: " + plan)
                    .isEqualTo(babelfish(endpoint()).isEmpty());
            assertThat(Sql.number(connection, "select count(*) from planned")).isZero();
        });
    }

    @Test
    void counts_one_row_for_an_upsert_of_either_kind() throws SQLException {
        onTable("counted_once", "k bigint not null primary key, a integer", connection -> {
            String sql = dialect()
                    .upsert("counted_once", List.of("k"), List.of("k", "a"), List.of("bigint", "integer"))
                    .sql();
            try (PreparedStatement upsert = connection.prepareStatement(sql)) {
                for (int a = 1; a <= 3; a++) {
                    upsert.setInt(1, a);
                    upsert.setLong(2, 7);
                    upsert.setLong(3, 7);
                    upsert.setInt(4, a);
                    upsert.addBatch();
                }
                assertThat(upsert.executeBatch()).containsExactly(1, 1, 1);
            }
        });
    }

    @Test
    void rows_that_cannot_be_loaded_are_an_error() throws SQLException {
        onTable("unique_only", "id bigint not null primary key", connection -> {
            RowSource twice = new RowSource("unique_only", List.of("id"), 2, key -> new Object[] {7L});

            assertThatThrownBy(() -> sqlServer.loader().load(connection, twice))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("unique_only");
        });
    }

    /**
     * Some servers do not answer the driver's cancel; the statement ends by itself, and keeps a core busy until then. Its
     * 25 s are more than the 16 s that the work may take: its limit, and 3 s and 10 s to cut the connection and to clean up.
     * TimeLimitTest has what ends by itself.
     */
    @Tag("slow")
    @Test
    @Timeout(24)
    void work_with_a_statement_that_does_not_end_ends_at_its_limit() {
        TimeLimit limit = new TimeLimit(Duration.ofSeconds(3), "");
        String loop = "declare @end datetime = dateadd(second, 25, getdate()) while getdate() < @end set @end = @end";

        assertThatThrownBy(() -> limit.within(() -> Drivers.query(endpoint(), connection -> {
                    Contract.execute(connection, loop);
                    return "";
                })))
                .isInstanceOf(TimeLimit.Exceeded.class);
    }

    @Test
    void refuses_a_wrong_password_in_the_servers_words() {
        Target target = target();
        assumeThat(target.user()).as("user").isPresent();
        String user = target.user().orElseThrow();
        Target wrong = target.withUser(user, Secret.of("not-the-password"));

        assertThatThrownBy(() -> CheckedTarget.check(wrong))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'sqlserver' cannot be used: Login failed for user ")
                .hasMessageContaining(user)
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("ClientConnectionId");
    }

    /** Without TLS, or with a certificate that nobody vouches for. */
    @Test
    void a_connection_without_trusted_tls_is_an_error_of_one_line_with_what_to_do() throws SQLException {
        String url = target().url().orElseThrow();
        assumeThat(url).as("url that does without").containsAnyOf(";encrypt=false", ";trustServerCertificate=true");
        Target strict =
                target().withUrl(url.replaceAll(";(encrypt|trustServerCertificate)=[a-z]+", "") + ";encrypt=true");

        assertThatThrownBy(() -> CheckedTarget.check(strict))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'sqlserver' cannot be used: no TLS connection: ")
                .hasMessageContaining("; the driver requires TLS unless set otherwise: add to the url ;encrypt=false")
                .hasMessageNotContaining("\n")
                .hasMessageNotContaining("ClientConnectionId");
    }

    @ParameterizedTest
    @CsvSource({"max degree of parallelism, 4", "nested triggers, 0"})
    void a_configuration_option_is_in_force_and_put_back(String name, String value) throws SQLException {
        assumeThat(features()).as("settings that the server takes by SQL").contains(Feature.SETTINGS_BY_SQL);
        on(ConnectionMode.PLAIN, connection -> {
            Map<String, String> before = ServerInfoQueries.pairs(connection, CONFIGURATIONS);

            Optional<String> earlier = new SqlServerSettings().earlier(connection, name);
            new SqlServerSettings().set(connection, name, value);

            assertThat(ServerInfoQueries.pairs(connection, CONFIGURATIONS)).containsEntry(name, value + "/" + value);
            new SqlServerSettings().putBack(connection, name, earlier);
            assertThat(ServerInfoQueries.pairs(connection, CONFIGURATIONS))
                    .containsEntry(name, before.get(name))
                    .containsEntry(SqlServerSettings.ADVANCED, before.get(SqlServerSettings.ADVANCED));
        });
    }

    @ParameterizedTest
    @CsvSource({
        "delayed_durability, forced, FORCED",
        "RECOVERY, bulk_logged, BULK_LOGGED",
        "target_recovery_time, 90, 90",
        "compatibility_level, 110, 110"
    })
    void an_option_of_the_database_is_in_force_and_put_back(String name, String value, String reported)
            throws SQLException {
        assumeThat(features()).as("settings that the server takes by SQL").contains(Feature.SETTINGS_BY_SQL);
        String query = DatabaseOption.named(name).orElseThrow().query();
        on(ConnectionMode.PLAIN, connection -> {
            String was = ServerInfoQueries.value(connection, query);

            Optional<String> earlier = new SqlServerSettings().earlier(connection, name);
            new SqlServerSettings().set(connection, name, value);

            assertThat(ServerInfoQueries.value(connection, query))
                    .isEqualTo(reported)
                    .isNotEqualTo(was);
            new SqlServerSettings().putBack(connection, name, earlier);
            assertThat(ServerInfoQueries.value(connection, query)).isEqualTo(was);
        });
    }
}
