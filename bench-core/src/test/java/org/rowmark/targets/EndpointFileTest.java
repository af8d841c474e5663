package org.rowmark.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.db.DriverJars;
import org.rowmark.link.LinkSpec;
import org.rowmark.util.Secret;

class EndpointFileTest {
    private static final Target LOCAL = Target.builtIn("ours", "mariadb", ServerKind.LOCAL)
            .withSource("/opt/mariadb")
            .withTransport(Transport.SOCKET)
            .withScheme("jdbc:mysql:")
            .withUser("bench", Secret.of("bird=in the:mine"))
            .withIsolation(Isolation.REPEATABLE_READ)
            .withDriver(List.of("org.mariadb.jdbc:mariadb-java-client:2.7.12", "/opt/socket.jar"))
            .withSettings(Map.of("innodb_buffer_pool_size", "1G", "sql mode", "a=b # ü"));

    @TempDir
    Path temp;

    @Test
    void a_fork_reads_the_target_of_the_orchestrating_process() throws IOException {
        RunningTarget running = running(LOCAL);

        assertThat(written(running)).isEqualTo(running);
    }

    @Test
    void a_server_that_runs_already_keeps_its_own_url_beside_the_one_that_is_used() throws IOException {
        Target external = Target.external("theirs", "mariadb", "jdbc:mariadb://db/bench?password=bird-in-the-url");
        RunningTarget running = running(external);

        assertThat(written(running)).isEqualTo(running);
    }

    @Test
    void a_fork_knows_the_link_and_where_it_counts() throws IOException {
        RunningTarget running = running(Target.builtIn("far", "mariadb", ServerKind.LOCAL)
                .withLink(Optional.of(LinkSpec.parse("link", "ethernet-1g"))));

        assertThat(written(running)).isEqualTo(running);
        assertThat(written(running).linkCounters()).contains(temp.resolve(".link-data"));
    }

    @Test
    void another_machine_does_not_know_the_servers_process() throws IOException {
        Path file = temp.resolve("endpoint");
        Files.writeString(file, EndpointFile.text(running(LOCAL).elsewhere()));

        assertThat(EndpointFile.read(file).pid()).isEmpty();
        assertThat(EndpointFile.read(file).endpoint()).isEqualTo(running(LOCAL).endpoint());
    }

    @Test
    void what_is_not_set_stays_unset() throws IOException {
        Target plain = Target.builtIn("h2", "h2", ServerKind.EMBEDDED);
        Endpoint endpoint = DriverJars.endpoint(plain, "jdbc:h2:mem:x");
        RunningTarget running = new RunningTarget(plain, endpoint, new Workspace(temp, temp.resolve("log")), temp);

        assertThat(written(running)).isEqualTo(running);
    }

    @Test
    void only_its_owner_can_read_it_and_the_record_shows_no_secret() throws IOException {
        Path file = temp.resolve("endpoint");
        RunningTarget running = running(LOCAL);

        EndpointFile.write(file, running);

        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo("rw-------");
        }
        assertThat(EndpointFile.read(file)).isEqualTo(running);
        assertThat(EndpointFile.read(file).toString()).doesNotContain("bird=", "nightingale");
    }

    private RunningTarget running(Target target) {
        Endpoint endpoint = new Endpoint(
                target.database(),
                "jdbc:mysql://127.0.0.1:4711/rowmark",
                Optional.of("root"),
                Optional.of(Secret.of("nightingale")),
                List.of(temp.resolve("driver.jar"), temp.resolve("of mine: more.jar")),
                Map.of("useSsl", "false", "a b", ""));
        Workspace workspace = new Workspace(temp.resolve("data"), temp.resolve("server.log"));
        return new RunningTarget(
                target,
                endpoint,
                workspace,
                temp.resolve("programs.log"),
                OptionalLong.of(17),
                Set.of("FETCH_SIZE", "IDENTITY"));
    }

    private RunningTarget written(RunningTarget running) throws IOException {
        Path file = temp.resolve("endpoint");
        EndpointFile.write(file, running);
        return EndpointFile.read(file);
    }
}
