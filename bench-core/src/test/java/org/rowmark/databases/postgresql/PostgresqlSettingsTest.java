package org.rowmark.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rowmark.databases.DatabaseContract;
import org.rowmark.databases.TestTable;
import org.rowmark.databases.support.query.ServerInfoQueries;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.Feature;
import org.rowmark.db.RequiredServers;
import org.rowmark.db.Server;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/** Settings of a server that runs, as somebody else's: a private one plays that part. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresqlSettingsTest {
    private static final Secret WORD = Secret.of("word-of-theirs");

    private final Postgresql postgresql = new Postgresql();
    private Workspace workspace;
    private Server theirs;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        assertThat(directory.toFile().setExecutable(true, false)).isTrue();
        workspace = new Workspace(Files.createDirectory(directory.resolve("theirs")), directory.resolve("log"));
        theirs = RequiredServers.start(DatabaseContract.builtIn("postgresql"), workspace);
    }

    @AfterAll
    void stop() {
        if (theirs != null) {
            theirs.close();
        }
    }

    @AfterEach
    void has_left_nothing_of_its_own() throws SQLException {
        assertThat(written()).isEqualTo("0");
    }

    @Test
    void are_in_force_for_every_new_session_until_they_are_put_back() throws Exception {
        String before = shown("work_mem") + shown("checkpoint_timeout") + shown("log_disconnections");
        Map<String, String> settings =
                Map.of("work_mem", "64MB", "checkpoint_timeout", "600", "log_disconnections", "on");

        try (Server server = start(settings)) {
            assertThat(server.endpoint().url()).isEqualTo(theirs.endpoint().url());
            assertThat(shown("work_mem")).isEqualTo("64MB");
            assertThat(shown("checkpoint_timeout")).isEqualTo("10min");
            assertThat(shown("log_disconnections")).isEqualTo("on");
        }

        assertThat(shown("work_mem") + shown("checkpoint_timeout") + shown("log_disconnections"))
                .isEqualTo(before);
    }

    @Test
    void are_put_back_to_what_somebody_else_had_set_by_alter_system() throws Exception {
        execute("alter system set work_mem = '7MB'");
        execute("select pg_reload_conf()");

        try (Server server = start(Map.of("WORK_MEM", "64MB"))) {
            assertThat(server.endpoint()).isNotNull();
            assertThat(shown("work_mem")).isEqualTo("64MB");
        }

        assertThat(shown("work_mem")).isEqualTo("7MB");
        assertThat(written()).isEqualTo("1");
        execute("alter system reset work_mem");
        execute("select pg_reload_conf()");
    }

    @Test
    void take_values_with_quotes_and_backslashes_as_they_are() throws Exception {
        String prefix = "%m ? it's \"C:\\temp\" ";

        try (Server server = start(Map.of("log_line_prefix", prefix))) {
            String shown = Drivers.query(
                    server.endpoint(),
                    connection -> ServerInfoQueries.value(
                            connection, "select '[' || current_setting('log_line_prefix') || ']'"));
            assertThat(shown).isEqualTo("[" + prefix + "]");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rowmark_bogus | 1      | ERROR: unrecognized configuration parameter \"rowmark_bogus\"",
                "work_mem      | plenty | ERROR: invalid value for parameter \"work_mem\": \"plenty\"",
                "server_version| 7      | ERROR: parameter \"server_version\" cannot be changed",
                "shared_buffers| 1GB    | the server reads it only when it starts; set it there and restart the server",
                "search_path   | a, b   | it is a list of names, which Rowmark does not change; set it at the server"
            })
    void that_cannot_be_set_are_refused_and_those_before_are_put_back(String name, String value, String why)
            throws Exception {
        String before = shown("autovacuum_naptime");

        assertThatThrownBy(() -> start(Map.of("autovacuum_naptime", "77s", name, value)))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': setting " + name + "=" + value + ": " + why);

        assertThat(shown("autovacuum_naptime")).isEqualTo(before);
    }

    @Test
    void that_something_else_overrides_are_refused_and_put_back() throws Exception {
        execute("alter role postgres set work_mem = '6MB'");

        assertThatThrownBy(() -> start(Map.of("work_mem", "64MB")))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': setting work_mem=64MB:"
                        + " another value overrides it (source: user); change that one");

        execute("alter role postgres reset work_mem");
    }

    @Test
    void are_a_feature_of_users_who_may_change_them() throws Exception {
        execute("create role ordinary login password 'word-of-theirs'");
        Endpoint ordinary = theirs.endpoint().as("ordinary", WORD);

        Set<Feature> ofSuperuser = Drivers.query(theirs.endpoint(), postgresql::features);
        Set<Feature> ofOrdinary = Drivers.query(ordinary, postgresql::features);

        assertThat(ofSuperuser).contains(Feature.SETTINGS_BY_SQL);
        assertThat(ofOrdinary)
                .doesNotContain(Feature.SETTINGS_BY_SQL, Feature.SPATIAL)
                .contains(Feature.PROCEDURAL_BLOCK, Feature.COUNTERS);
        Target target = Target.external("ours", "postgresql", ordinary.url()).withUser("ordinary", WORD);
        assertThatThrownBy(
                        () -> postgresql.launcher().start(target.withSettings(Map.of("work_mem", "64MB")), workspace))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'ours': setting work_mem=64MB: this user may not change settings");
        execute("drop role ordinary");
    }

    @Test
    void are_changed_by_an_ordinary_user_who_was_granted_that() throws Exception {
        int version = Integer.parseInt(Drivers.query(
                theirs.endpoint(), connection -> ServerInfoQueries.value(connection, "show server_version_num")));
        assumeThat(version).as("privileges on parameters came with 15").isGreaterThanOrEqualTo(150_000);
        execute("create role granted login password 'word-of-theirs'");
        execute("grant alter system on parameter work_mem to granted");
        execute("grant select on pg_file_settings to granted");
        execute("grant execute on function pg_show_all_file_settings(), pg_reload_conf() to granted");
        Target granted =
                Target.external("ours", "postgresql", theirs.endpoint().url()).withUser("granted", WORD);
        Set<Feature> features =
                Drivers.query(DriverJars.endpoint(granted, theirs.endpoint().url()), postgresql::features);

        assertThat(features).contains(Feature.SETTINGS_BY_SQL);
        try (Server server = postgresql.launcher().start(granted.withSettings(Map.of("work_mem", "64MB")), workspace)) {
            assertThat(server.endpoint()).isNotNull();
            assertThat(shown("work_mem")).isEqualTo("64MB");
        }
        assertThatThrownBy(
                        () -> postgresql.launcher().start(granted.withSettings(Map.of("autovacuum", "off")), workspace))
                .isInstanceOf(UsageException.class)
                .hasMessage("target 'ours': setting autovacuum=off:"
                        + " ERROR: permission denied to set parameter \"autovacuum\"");

        execute("drop owned by granted");
        execute("drop role granted");
    }

    private Server start(Map<String, String> settings) throws IOException {
        Target ours = Target.external("ours", "postgresql", theirs.endpoint().url())
                .withUser("postgres", theirs.endpoint().password().orElseThrow())
                .withSettings(settings);
        return postgresql.launcher().start(ours, workspace);
    }

    private String shown(String setting) throws SQLException {
        return Drivers.query(theirs.endpoint(), connection -> ServerInfoQueries.value(connection, "show " + setting));
    }

    /** How many settings ALTER SYSTEM has written. */
    private String written() throws SQLException {
        return Drivers.query(
                theirs.endpoint(),
                connection -> ServerInfoQueries.value(
                        connection,
                        "select count(*) from pg_file_settings where sourcefile like '%postgresql.auto.conf'"));
    }

    private void execute(String sql) throws SQLException {
        Drivers.query(theirs.endpoint(), connection -> TestTable.execute(connection, sql));
    }
}
