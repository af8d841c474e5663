package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.ContainerPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.ChildJvm;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.db.Server;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.Await;
import org.rowmark.util.Sql;
import org.rowmark.util.UsageException;
import org.testcontainers.DockerClientFactory;

/** Servers in containers of a Docker engine. */
class ContainersTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration INTERVAL = Duration.ofMillis(50);

    @TempDir
    private Path temp;

    private String image;
    private Workspace workspace;
    private DockerClient docker;

    @BeforeEach
    void build() throws IOException {
        image = PostgresqlImage.build();
        workspace = new Workspace(Files.createDirectory(temp.resolve("data")), temp.resolve("server.log"));
        docker = DockerClientFactory.instance().client();
    }

    @Test
    void are_started_again_with_their_data_and_settings_and_reached_from_this_machine_only() throws Exception {
        try (Server server = start(image, Map.of("work_mem", "5MB"))) {
            Drivers.query(server.endpoint(), connection -> {
                Sql.execute(connection, "create table kept as select 7 as number");
                return null;
            });
            assertThat(server.isRunning()).isTrue();
            assertThat(running().getPorts()).extracting(ContainerPort::getIp).containsExactly("127.0.0.1");
        }
        try (Server server = start(image, Map.of("work_mem", "5MB"))) {
            assertThat(text(server, "select number || current_setting('work_mem') from kept"))
                    .isEqualTo("75MB");
        }
        assertThat(Files.readString(workspace.log())).contains("ready to accept connections", "is shut down");
    }

    @Tag("slow")
    @Test
    void that_were_killed_or_removed_do_not_run_and_can_be_closed() throws Exception {
        Server server = start(image, Map.of());
        String id = running().getId();

        docker.killContainerCmd(id).exec();
        assertThat(server.isRunning()).isFalse();
        assertThatCode(server::close).doesNotThrowAnyException();
        docker.removeContainerCmd(id).exec();
        assertThat(server.isRunning()).isFalse();
        assertThatCode(server::close).doesNotThrowAnyException();
    }

    @Tag("slow")
    @Test
    void that_end_while_they_start_are_reported_with_the_error_of_the_server() {
        assertThatThrownBy(() -> start(image, Map.of("work_mem", "much")))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'boxed': the server in the container ended while starting: ")
                .hasMessageContaining("invalid value for parameter \"work_mem\": \"much\"");
    }

    @Tag("slow")
    @Test
    @EnabledOnOs(OS.LINUX)
    @DisabledIfEnvironmentVariable(
            named = "TESTCONTAINERS_RYUK_DISABLED",
            matches = "true",
            disabledReason = "Testcontainers' Ryuk removes them, and is switched off")
    void of_a_killed_run_are_removed_by_testcontainers_and_others_stay() throws Exception {
        String others = createOthers();
        Process owner = startOwner();
        assertThat(ours()).hasSize(1);

        owner.destroyForcibly().waitFor();

        assertThat(Await.until(() -> ours().isEmpty(), LIMIT, INTERVAL)).isTrue();
        docker.removeContainerCmd(others).exec(); // it is still there
    }

    /** Creates a container of the same image and label that the run under test has not made. */
    private String createOthers() {
        return docker.createContainerCmd(image)
                .withName("rowmark-" + UUID.randomUUID())
                .withLabels(Map.of(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID))
                .exec()
                .getId();
    }

    private Process startOwner() throws IOException {
        Process owner = ChildJvm.start(ContainerOwner.class, List.of(), image, workspace.data());
        assertThat(owner.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("started");
        return owner;
    }

    /** Lists the containers of the image that run. */
    private List<Container> ours() {
        return docker.listContainersCmd().withAncestorFilter(List.of(image)).exec();
    }

    @Tag("slow")
    @Test
    void of_an_image_that_cannot_be_pulled_are_reported_by_its_name() {
        assertThatThrownBy(() -> start("127.0.0.1:1/absent:1", Map.of()))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("target 'boxed': the image 127.0.0.1:1/absent:1 cannot be pulled: ");
    }

    private Container running() {
        return docker.listContainersCmd()
                .withLabelFilter(
                        Map.of(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID))
                .exec()
                .get(0);
    }

    private Server start(String from, Map<String, String> settings) throws IOException {
        Target target = Target.builtIn("boxed", "postgresql", ServerKind.CONTAINER)
                .withSource(from)
                .withSettings(settings);
        return Databases.named("postgresql").launcher().start(target, workspace);
    }

    private static String text(Server server, String query) throws SQLException {
        return Drivers.query(
                server.endpoint(),
                connection ->
                        Sql.rows(connection, query, row -> row.getString(1)).get(0));
    }
}
