package org.rowmark.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.DriverJars;
import org.rowmark.db.Drivers;
import org.rowmark.db.ServerInfo;
import org.rowmark.plan.JmhArguments;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;

/** On a machine that does not exist, with H2 in memory in the place of servers of every kind. */
class EnvironmentCollectorTest {
    private static final String URL = "jdbc:h2:mem:surroundings";
    private static final ServerInfo REPORTED =
            new ServerInfo("1", "?", Map.of(), Map.of("work_mem", "8MB"), Map.of("os", "as reported"));

    private final EnvironmentCollector collector =
            new EnvironmentCollector(new HostFacts(Map.of("os", "ours", "kernel", "7")));

    @TempDir
    Path data;

    @Test
    void a_private_server_is_on_this_machine_with_its_own_data_directory() throws SQLException {
        Map<String, String> host =
                look(Target.builtIn("t", "h2", ServerKind.LOCAL), Map.of()).host();

        assertThat(host)
                .containsEntry("os", "ours")
                .containsEntry("kernel", "7")
                .containsKey("file system")
                .doesNotContainKey("host");
    }

    @Test
    void a_server_elsewhere_has_what_it_reports_even_if_it_is_reached_by_loopback() throws SQLException {
        Target target = Target.external("t", "h2", "jdbc:h2:tcp://localhost:9092/x");

        assertThat(look(target, Map.of()).host()).isEqualTo(Map.of("os", "as reported", "host", "localhost:9092"));
        assertThat(look(Target.builtIn("t", "h2", ServerKind.CONTAINER), Map.of())
                        .host())
                .isEqualTo(Map.of("os", "as reported", "host", "container"));
    }

    @Test
    void an_embedded_database_with_a_url_has_no_known_directory() throws SQLException {
        assertThat(look(Target.builtIn("t", "h2", ServerKind.EMBEDDED).withUrl(URL), Map.of())
                        .host())
                .isEqualTo(Map.of("os", "ours", "kernel", "7"));
    }

    @Test
    void properties_are_those_of_the_url_and_of_the_driver_without_users_secrets_and_own_paths() throws SQLException {
        Target target = Target.external("t", "h2", "jdbc:h2:tcp://localhost:9092/x;MODE=MySQL;USER=me;PASSWORD=hidden");
        TargetEnvironment found =
                look(target, Map.of("ssl", "true", "home", data.toString() + "/x", "keyStore", "/k", "user", "me"));

        assertThat(found.connection())
                .containsEntry("MODE", "MySQL")
                .containsEntry("ssl", "true")
                .containsKey("round trip")
                .doesNotContainKeys("USER", "user", "PASSWORD", "keyStore", "home");
    }

    @Test
    void what_the_target_sets_is_changed_whether_the_server_reports_it_or_not() throws SQLException {
        Target target = Target.builtIn("t", "h2", ServerKind.LOCAL)
                .withSettings(Map.of("Work-Mem", "8192", "PAGE_SIZE", "4096", "own_password", "x"));

        assertThat(look(target, Map.of()).changedSettings()).isEqualTo(Map.of("work_mem", "8MB", "PAGE_SIZE", "4096"));
    }

    @Test
    void flags_are_those_that_measure_without_our_own_and_secrets_are_refused() {
        JmhArguments given =
                new JmhArguments(List.of("-jvmArgs", "-Xmx1g -Drowmark.seed=7", "-jvmArgsAppend", "-XX:+UseSerialGC"));

        assertThat(given.jvmFlags()).containsExactly("-Xmx1g", "-XX:+UseSerialGC");
        assertThatThrownBy(() -> new JmhArguments(List.of("-jvmArgsAppend", "-Xmx1g -Dtheir.credential=x")))
                .hasMessageStartingWith("-jvmArgsAppend: -Dtheir.credential may be a secret");
    }

    @Test
    void the_meaning_of_server_prepared_is_that_of_the_driver_or_what_the_target_sets() throws SQLException {
        Target h2 = Target.builtIn("t", "h2", ServerKind.EMBEDDED).withUrl(URL);
        Target postgresql = Target.external("t", "postgresql", "jdbc:postgresql://127.0.0.1:1/d");
        Target pooled = Target.external("t", "postgresql", "jdbc:postgresql://127.0.0.1:1/d?prepareThreshold=0");

        assertThat(look(h2, Map.of()).connection()).containsEntry("statement=server-prepared", "the driver's only way");
        assertThat(look(postgresql, Map.of()).connection())
                .containsEntry("statement=server-prepared", "prepareThreshold=1");
        assertThat(look(postgresql, Map.of("prepareThreshold", "3")).connection())
                .containsEntry("statement=server-prepared", "prepareThreshold=3");
        assertThat(look(pooled, Map.of()).connection())
                .containsEntry("statement=server-prepared", "prepareThreshold=0");
    }

    private TargetEnvironment look(Target target, Map<String, String> properties) throws SQLException {
        Endpoint real = DriverJars.endpoint(Target.builtIn("t", "h2", ServerKind.EMBEDDED), URL);
        assertThat(Files.exists(data)).isTrue();
        try (Connection connection = Drivers.connect(real, ConnectionMode.PLAIN)) {
            return collector.collect(new EnvironmentCollector.ConnectedTarget(
                    target,
                    Databases.named(target.database()),
                    new Workspace(data, data.resolve("log")),
                    DriverJars.endpoint(target, target.url().orElse(URL)).with(properties),
                    connection,
                    REPORTED));
        }
    }
}
