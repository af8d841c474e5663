package org.rowmark.databases.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rowmark.databases.Contract;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.RowSource;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** A server that somebody else started, through either driver. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MySqlExternalTest {
    private final MariaDb database = new MariaDb();
    private Server server;
    private Workspace workspace;

    @BeforeAll
    void start(@TempDir Path temp) throws IOException {
        workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("log"));
        server = RequiredServers.start(DatabaseContract.builtIn("mariadb"), workspace);
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_setting_is_in_force_until_the_server_is_closed(MySqlDriver driver) throws Exception {
        Target target = target(driver)
                .withSettings(Map.of(
                        "innodb-io-capacity",
                        "1k",
                        "general_log",
                        "ON",
                        "log_output",
                        "NONE",
                        "long_query_time",
                        "0.5"));
        String before = values();

        try (Server set = database.launcher().start(target, workspace)) {
            assertThat(values()).isEqualTo("1024, ON, NONE, 0.500000");
            assertThat(Drivers.query(set.endpoint(), database.monitor()::info).version())
                    .contains("MariaDB");
        }
        assertThat(values()).isEqualTo(before);
    }

    private String values() throws SQLException {
        return value("concat_ws(', ', @@global.innodb_io_capacity, @@global.general_log, @@global.log_output,"
                + " @@global.long_query_time)");
    }

    @ParameterizedTest
    @EnumSource
    void the_buffer_pool_has_its_new_size_before_anything_is_measured(MySqlDriver driver) throws Exception {
        String before = value("@@innodb_buffer_pool_size");
        Target target = target(driver).withSettings(Map.of("innodb_buffer_pool_size", "256M"));

        try (Server set = database.launcher().start(target, workspace)) {
            assertThat(set.endpoint().url()).isEqualTo(target.url().orElseThrow());
            long pages = Long.parseLong(value("variable_value from information_schema.global_status"
                    + " where variable_name = 'innodb_buffer_pool_pages_total'"));
            assertThat(pages).isBetween(15_800L, 16_384L);
        }
        assertThat(value("@@innodb_buffer_pool_size")).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "innodb_page_size | 8192 | cannot change while the server runs; set it where the server is started",
                "max_connections | 1000000 | the server makes it 100000; use a value that it takes as it is",
                "rowmark_bogus | 1 | Unknown system variable 'rowmark_bogus'",
                "innodb_flush_log_at_trx_commit | often | Incorrect argument type to variable"
            })
    void a_setting_that_does_not_come_into_force_is_refused_and_the_others_put_back(
            String name, String value, String reason) throws SQLException {
        String before = value("concat(@@global.max_connections, @@global.general_log)");

        for (MySqlDriver driver : MySqlDriver.values()) {
            Target target = target(driver).withSettings(Map.of("general_log", "ON", name, value));
            assertThatThrownBy(() -> database.launcher().start(target, workspace))
                    .isInstanceOf(UsageException.class)
                    .hasMessageStartingWith("target 'theirs': setting " + name + "=" + value + ": ")
                    .hasMessageContaining(reason);
        }
        assertThat(value("concat(@@global.max_connections, @@global.general_log)"))
                .isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void settings_are_only_for_users_who_may_set_them(MySqlDriver driver) throws SQLException {
        execute("create or replace user guest identified by 'guest-word'");
        execute("grant all privileges on rowmark.* to guest");
        Endpoint guest = endpoint(driver).as("guest", Secret.of("guest-word"));

        assertThat(features(endpoint(driver))).contains(Feature.SETTINGS_BY_SQL);
        assertThat(features(guest)).doesNotContain(Feature.SETTINGS_BY_SQL);
    }

    /** The greeting of MariaDB before 11 has the version 5.5.5. */
    @ParameterizedTest
    @EnumSource
    void a_batch_is_rewritten_into_one_statement_of_text(MySqlDriver driver) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint(driver), ConnectionMode.BATCH_REWRITE)) {
            Contract.execute(connection, "create or replace table rewritten (id integer)");
            try (PreparedStatement insert = connection.prepareStatement("insert into rewritten (id) values (?)")) {
                for (int id = 0; id < 100; id++) {
                    insert.setInt(1, id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            assertThat(Contract.number(connection, "select count(*) from rewritten"))
                    .isEqualTo(100);
            assertThat(ServerInfoQueries.pairs(
                            connection,
                            "show session status where variable_name in ('Com_insert', 'Com_stmt_prepare')"))
                    .containsExactlyInAnyOrderEntriesOf(Map.of("Com_insert", "1", "Com_stmt_prepare", "0"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void bytes_and_control_characters_are_loaded_as_they_are(MySqlDriver driver) throws SQLException {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        RowSource rows = new RowSource("loaded", List.of("id", "b", "s"), 3, key ->
                new Object[] {key, key == 2 ? null : bytes, key == 3 ? "" : "\0\b\t\n\r\u001a\"'\\N%_"});
        try (Connection connection = Drivers.connect(endpoint(driver), ConnectionMode.BULK_LOAD)) {
            Contract.execute(connection, "create or replace table plainly (id bigint, b blob, s varchar(20))");
            new RowSource("plainly", rows.columns(), rows.count(), rows.row())
                    .insertInBatches(connection, database.dialect());
            for (String mode : List.of("", "NO_BACKSLASH_ESCAPES,ANSI_QUOTES")) {
                Contract.execute(connection, "set sql_mode = '" + mode + "'");
                Contract.execute(connection, "create or replace table loaded like plainly");
                database.loader().load(connection, rows);

                String equal = "select count(*) from loaded l join plainly p on l.id = p.id and l.b <=> p.b"
                        + " and binary l.s <=> binary p.s";
                assertThat(Contract.number(connection, equal)).as(mode).isEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"id bigint primary key, s varchar(20)", "id bigint, s varchar(2)"})
    void rows_that_the_server_would_not_take_as_they_are_stop_the_load(String definitions) throws SQLException {
        for (MySqlDriver driver : MySqlDriver.values()) {
            try (Connection connection = Drivers.connect(endpoint(driver), ConnectionMode.BULK_LOAD)) {
                Contract.execute(connection, "create or replace table refused (" + definitions + ")");
                RowSource rows =
                        new RowSource("refused", List.of("id", "s"), 10, key -> new Object[] {key / 2, "text"});

                assertThatThrownBy(() -> database.loader().load(connection, rows))
                        .isInstanceOf(SQLException.class)
                        .hasMessageMatching("loading refused: (Duplicate entry|Data truncated).*");
                assertThat(connection.getAutoCommit()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void rows_are_loaded_in_batches_where_the_server_takes_no_files(MySqlDriver driver) throws SQLException {
        execute("set global local_infile = 0");
        try (Connection connection = Drivers.connect(endpoint(driver), ConnectionMode.BULK_LOAD)) {
            assertThat(database.features(connection)).doesNotContain(Feature.BULK_LOAD);
            Contract.execute(connection, "create or replace table batched (id bigint)");
            database.loader()
                    .load(connection, new RowSource("batched", List.of("id"), 2_500, key -> new Object[] {key}));

            assertThat(Contract.number(connection, "select count(*) from batched"))
                    .isEqualTo(2_500);
        } finally {
            execute("set global local_infile = 1");
        }
    }

    private Set<Feature> features(Endpoint endpoint) throws SQLException {
        return Drivers.query(endpoint, database::features);
    }

    private Target target(MySqlDriver driver) {
        return Target.external("theirs", "mariadb", endpoint(driver).url())
                .withUser("root", server.endpoint().password().orElseThrow());
    }

    /** With nothing that Rowmark would add for a server of its own but what lets it in. */
    private Endpoint endpoint(MySqlDriver driver) {
        String own = server.endpoint().url();
        String url =
                driver == MySqlDriver.MARIADB ? own + "?sslMode=disable" : own.replace("jdbc:mariadb:", "jdbc:mysql:");
        return DriverJars.endpoint(Target.external("theirs", "mariadb", url), url)
                .as("root", server.endpoint().password().orElseThrow());
    }

    private String value(String expression) throws SQLException {
        return Drivers.query(
                server.endpoint(), connection -> ServerInfoQueries.value(connection, "select " + expression));
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = Drivers.connect(server.endpoint(), ConnectionMode.PLAIN)) {
            Contract.execute(connection, sql);
        }
    }
}
