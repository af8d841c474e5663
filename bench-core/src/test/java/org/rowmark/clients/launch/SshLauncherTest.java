package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.options.UsableCpu;
import org.rowmark.util.Await;

/** Clients on machines with OpenSSH's server, as network namespaces of this one. */
class SshLauncherTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(50);

    @RegisterExtension
    static final LaunchedHosts HOSTS = new LaunchedHosts();

    private final SshHosts machines = HOSTS.machines();

    @Test
    void clients_reach_the_coordinator_from_their_hosts() throws IOException, InterruptedException {
        ClientHost pinned = new ClientHost(SshHosts.name(1), SshHosts.host(1).java(), "" + UsableCpu.first());

        try (StartedClients clients = HOSTS.start(pinned, SshHosts.host(2))) {
            List<String> joined =
                    List.of(HOSTS.coordinator().next(), HOSTS.coordinator().next());

            assertThat(joined)
                    .anyMatch(line -> line.matches("client --join 127\\.0\\.0\\.1:\\d+ --token - --number 1/2 \\| "
                            + LaunchedHosts.TOKEN + " \\| 1"))
                    .anyMatch(line -> line.contains("--number 2/2 | " + LaunchedHosts.TOKEN + " | "));
            assertThat(clients.host(2)).contains(SshHosts.name(2));
            assertThat(clients.ended(1)).isEmpty();
            assertThat(clients.ended(2)).isEmpty();
            assertThat(machines.processes(1)).anyMatch(command -> command.contains("--number 1/2"));
        }
    }

    @Test
    void the_token_is_in_no_argument_and_no_environment() throws IOException, InterruptedException {
        try (StartedClients clients = HOSTS.start(SshHosts.host(1))) {
            assertThat(HOSTS.coordinator().next()).contains(LaunchedHosts.TOKEN);
            List<Path> exposed = Stream.concat(
                            machines.pids(1).stream(),
                            Stream.of(ProcessHandle.current().pid()))
                    .flatMap(pid -> Stream.of("cmdline", "environ").map(file -> Path.of("/proc/" + pid, file)))
                    .toList();

            assertThat(clients.ended(1)).isEmpty();
            assertThat(exposed).hasSizeGreaterThan(8);
            for (Path file : exposed) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).doesNotContain(LaunchedHosts.TOKEN);
            }
        }
    }

    @Test
    void the_jar_is_copied_once_per_host_and_again_if_it_is_damaged() throws IOException, InterruptedException {
        ClientHost twice = SshHosts.host(1);
        HOSTS.start(twice, twice).close();
        Path copy = machines.home(1).resolve(".cache/rowmark/jars/" + HOSTS.checksum() + ".jar");
        Object first = Files.getAttribute(copy, "unix:ino");

        HOSTS.start(twice, twice).close();
        assertThat(Files.getAttribute(copy, "unix:ino")).isEqualTo(first);

        Files.writeString(copy, "damaged", StandardOpenOption.APPEND);
        try (StartedClients clients = HOSTS.start(twice)) {
            assertThat(HOSTS.coordinator().next()).isNotNull();
            assertThat(clients.ended(1)).isEmpty();
            assertThat(copy).hasSameBinaryContentAs(HOSTS.jar());
        }
    }

    @Test
    void a_client_that_ends_is_reported_with_its_last_line() throws IOException, InterruptedException {
        try (StartedClients clients = HOSTS.start(SshHosts.host(1), SshHosts.host(2))) {
            HOSTS.coordinator().next();
            HOSTS.coordinator().next();
            machines.kill(1, "/java -XX:");

            assertThat(ended(clients, 1)).contains("exit code 137, joined");
            assertThat(clients.ended(2)).isEmpty();
        }
    }

    @Test
    void clients_end_with_the_run() throws IOException, InterruptedException {
        try (StartedClients clients = HOSTS.start(SshHosts.host(1))) {
            HOSTS.coordinator().next();
            HOSTS.coordinator().close();

            assertThat(ended(clients, 1)).contains("exit code 0, the run has ended");
        }
    }

    @Test
    void a_client_that_hangs_ends_with_its_connection() throws IOException, InterruptedException {
        ClientHost host = SshHosts.host(1);
        try (StartedClients clients = HOSTS.start(StandInClient.HANG, List.of(), host)) {
            HOSTS.coordinator().next();
            machines.kill(1, "sshd: root");

            assertThat(Await.until(() -> machines.processes(1).isEmpty(), LIMIT, POLL))
                    .isTrue();
            assertThat(ended(clients, 1)).isPresent();
        }
    }

    @Test
    void a_connection_that_breaks_ends_the_client() throws IOException, InterruptedException {
        try (StartedClients clients = HOSTS.start(SshHosts.host(1))) {
            HOSTS.coordinator().next();
            machines.kill(1, "sshd: root");

            assertThat(ended(clients, 1))
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("exit code 255, "));
        }
    }

    @Test
    void a_link_that_is_cut_ends_the_client() throws IOException, InterruptedException {
        try (StartedClients clients =
                HOSTS.start(LaunchedHosts.TOKEN, List.of("-oServerAliveInterval=1"), SshHosts.host(1))) {
            HOSTS.coordinator().next();
            machines.link(1, "down");

            assertThat(ended(clients, 1))
                    .hasValueSatisfying(reason -> assertThat(reason).startsWith("exit code 255, "));
            assertThat(Await.until(() -> machines.processes(1).isEmpty(), LIMIT, POLL))
                    .isTrue();
        } finally {
            machines.link(1, "up");
        }
    }

    @Test
    void keys_of_an_agent_log_in(@TempDir Path directory) throws IOException, InterruptedException {
        Path socket = directory.resolve("agent");
        Process agent = new ProcessBuilder("ssh-agent", "-D", "-a", socket.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(Await.until(() -> Files.exists(socket), LIMIT, POLL)).isTrue();
            ProcessBuilder add =
                    new ProcessBuilder("ssh-add", "-q", machines.key().toString());
            add.environment().put("SSH_AUTH_SOCK", socket.toString());
            assertThat(add.start().waitFor()).isZero();
            ClientHost byAgent = new ClientHost(
                    SshHosts.name(2) + SshHosts.BY_AGENT, SshHosts.host(2).java(), "");

            HOSTS.start(LaunchedHosts.TOKEN, List.of("-oIdentityAgent=" + socket), byAgent)
                    .close();
        } finally {
            agent.destroy();
            agent.waitFor(5, TimeUnit.SECONDS);
        }
    }

    private static Optional<String> ended(StartedClients clients, int number) {
        Await.until(() -> clients.ended(number).isPresent(), LIMIT, POLL);
        return clients.ended(number);
    }
}
