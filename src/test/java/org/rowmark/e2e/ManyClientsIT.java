package org.rowmark.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rowmark.clients.launch.SshHosts;
import org.rowmark.databases.CommittedUpdates;
import org.rowmark.db.RequiredServers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.clients.ClientRecord;
import org.rowmark.result.clients.ClientShare;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Await;

/** Two clients that update rows of one PostgreSQL, which counts for itself what they committed. */
@EnabledOnOs(OS.LINUX)
class ManyClientsIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration RELEASE = Duration.ofSeconds(10);

    /** The longest until a client that is silent counts as lost. */
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private static final Duration POLL = Duration.ofMillis(50);

    @TempDir
    Path temp;

    private Path directory;
    private PasswordServer server;

    @BeforeEach
    void start() throws Exception {
        directory = Files.createDirectory(temp.resolve("work"));
        temp.toFile().setExecutable(true, false);
        server = PasswordServer.start("postgresql", temp, "secret");
        server.targetsFile(directory.resolve("targets.yaml"), "${env:PASSWORD}");
        try (Connection connection = server.connect()) {
            CommittedUpdates.begin(connection);
        }
    }

    @AfterEach
    void stop() {
        if (server != null) { // there may be none to test with
            server.close();
        }
    }

    @Test
    void processes_of_this_machine() throws Exception {
        assertMeasured(cli("work").run(measuring("--clients", "2")));
    }

    /** The ends of a client process. */
    enum End {
        KILLED("KILL", "it has ended: exit code 137", RELEASE),
        STOPPED("STOP", "it left, or the coordinator had no sign of life of it", SILENCE.plus(RELEASE));

        private final String signal;
        private final String reason;
        private final Duration most;

        End(String signal, String reason, Duration most) {
            this.signal = signal;
            this.reason = reason;
            this.most = most;
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_client_that_ends_or_hangs_fails_its_round_alone_and_is_started_again(End end) throws Exception {
        Process run = cli("work").start(measuring("--clients", "2", "--rounds", "2", "--time", "2s"));
        await(run, () -> !ClientRecord.read(directory.resolve("out")).shares().isEmpty());
        List<ProcessHandle> before = run.descendants().toList();
        ProcessHandle second = before.stream()
                .filter(process -> process.info().commandLine().orElse("").endsWith("--number 2/2"))
                .findFirst()
                .orElseThrow();
        Instant signalled = Instant.now();
        assertThat(new ProcessBuilder("kill", "-" + end.signal, "" + second.pid())
                        .start()
                        .waitFor())
                .isZero();

        // the forks and the other client end, too; those of the next round are others
        assertThat(Await.until(() -> before.stream().noneMatch(ProcessHandle::isAlive), LIMIT, POLL))
                .isTrue();
        assertFirstRoundFailed(cli("work").finish(run), "client 2 of 2 (", end.reason, signalled.plus(end.most));
    }

    @Test
    void a_client_whose_machine_is_cut_off_fails_its_round_alone() throws Exception {
        SshHosts.assume();
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2);
                ForwardedPort port = new ForwardedPort(machines.addressHere(), server.port())) {
            useAddress(port.address());
            Process run = cli("work")
                    .start(measuring("--clients", machines.clientsFile(2).toString(), "--rounds", "2", "--time", "2s"));
            await(
                    run,
                    () -> !ClientRecord.read(directory.resolve("out")).shares().isEmpty());
            Instant cut = Instant.now();
            machines.link(2, "down");
            await(
                    run,
                    () -> !RunDirectory.read(directory.resolve("out"))
                            .outcomes()
                            .isEmpty());
            machines.link(2, "up");

            assertFirstRoundFailed(
                    cli("work").finish(run),
                    "client 2 of 2 (" + machines.address(2),
                    "",
                    cut.plus(SILENCE.plus(RELEASE)));
        }
    }

    private void assertFirstRoundFailed(Cli.Result result, String client, String reason, Instant latest)
            throws IOException {
        List<CellOutcome> outcomes = RunDirectory.read(directory.resolve("out")).outcomes();
        assertThat(outcomes)
                .as(result.toString())
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.FAILED, Outcome.OK);
        assertThat(outcomes.get(0).reason()).startsWith(client).endsWith(reason);
        assertThat(outcomes.get(0).end()).isBefore(latest);
    }

    @Test
    void more_connections_than_the_server_takes_are_refused_before_any_client_is_started() throws Exception {
        Cli.Result refused = cli("work").run(measuring("--clients", "30", "--threads", "4"));

        assertThat(refused.exitCode()).as(refused.toString()).isNotZero();
        assertThat(directory.resolve("out/report.md"))
                .content()
                .containsPattern(
                        "target 'theirs' takes no more than \\d+ connections \\(.*too many clients already.*\\),"
                                + " and 30 clients of 4 threads need 120; give fewer");
        assertThat(RunDirectory.read(directory.resolve("out")).clients().clients())
                .isEmpty();
    }

    @Test
    void clients_on_other_machines_that_are_started_through_ssh() throws Exception {
        SshHosts.assume();
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2);
                ForwardedPort port = new ForwardedPort(machines.addressHere(), server.port())) {
            useAddress(port.address());

            assertMeasured(cli("work")
                    .run(measuring("--clients", machines.clientsFile(2).toString())));

            for (int machine = 1; machine <= 2; machine++) {
                assertThat(machines.processes(machine)).isEmpty();
                assertThat(machines.temporary(machine)).isEmptyDirectory();
                assertThat(machines.home(machine).resolve(".cache/rowmark/jars"))
                        .isNotEmptyDirectory();
            }
        }
    }

    @Test
    void clients_on_other_machines_that_ansible_starts() throws Exception {
        SshHosts.assume();
        Assumptions.assumeTrue(
                RequiredServers.isRequired("ansible") || Files.isExecutable(Path.of("/usr/bin/ansible-playbook")),
                "ansible-playbook not installed: apt-get install ansible-core");
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2);
                ForwardedPort port = new ForwardedPort(machines.addressHere(), server.port())) {
            useAddress(port.address());
            String address = freeAddress(machines.addressHere());
            Path token = directory.resolve("out.token");
            Process run = cli("work").start(measuring("--clients", "2", "--listen", address));
            await(run, () -> Files.exists(token) && Files.size(token) > 0);

            Path play = Files.createDirectory(temp.resolve("play"));
            Files.copy(Path.of("../docs/many-clients/ansible.yaml"), play.resolve("ansible.yaml"));
            Files.copy(Cli.jar(), play.resolve("bench-cli.jar"));
            Files.copy(token, play.resolve("token"));
            ProcessBuilder ansible = new ProcessBuilder(
                            "ansible-playbook",
                            "-i",
                            machines.inventory(2).toString(),
                            "ansible.yaml",
                            "--extra-vars",
                            "join=" + address)
                    .directory(play.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(play.resolve("log").toFile());
            ansible.environment().put("ANSIBLE_HOME", play.toString());
            ansible.environment().put("ANSIBLE_SSH_ARGS", "-o ControlMaster=no"); // the path of its socket is too long
            Process started = ansible.start();

            assertMeasured(cli("work").finish(run));
            assertThat(started.waitFor())
                    .as(Files.readString(play.resolve("log")))
                    .isZero();
            for (int machine = 1; machine <= 2; machine++) {
                assertThat(machines.processes(machine)).isEmpty();
                assertThat(machines.home(machine).resolve(".cache/rowmark/ansible"))
                        .isDirectoryNotContaining("glob:**/token");
            }
        }
    }

    @Test
    void clients_that_are_started_by_hand_one_late_and_none_with_another_token_or_number() throws Exception {
        String address = freeAddress("127.0.0.1");
        Path token = directory.resolve("out.token");
        Process run = cli("work").start(measuring("--clients", "2", "--listen", address));
        await(run, () -> Files.exists(token) && Files.size(token) > 0);
        assertThat(Files.getPosixFilePermissions(token)).isEqualTo(PosixFilePermissions.fromString("rw-------"));

        Path wrong = Files.writeString(temp.resolve("wrong.token"), "not-the-token");
        assertRefused(
                joining(address, wrong.toString(), "1/2"),
                "error: the coordinator refuses the token; give the token file of this run, which is new for each run");

        Process first = cli("first").start(joining(address, token.toString(), "1/2"));
        await(run, () -> !ClientRecord.read(directory.resolve("out")).clients().isEmpty());
        assertRefused(
                joining(address, token.toString(), "1/2"),
                "error: --number 1/2: that client has joined already; give the number of one that has not, from 1/2 to"
                        + " 2/2, or wait 15 s if it was killed");
        assertRefused(
                joining(address, token.toString(), "2/3"),
                "error: --number 2/3: the run has 2 clients; give a number from 1/2 to 2/2");
        Process second = cli("second").start(joining(address, "-", "2/2"));
        try (OutputStream input = second.getOutputStream()) {
            input.write(Files.readAllBytes(token));
            input.flush();
            assertMeasured(cli("work").finish(run));
            assertThat(cli("second").finish(second).exitCode()).isZero();
        }
        assertThat(cli("first").finish(first).exitCode()).isZero();
        assertThat(token).doesNotExist();
    }

    /** Makes the targets file name an address that other machines reach. */
    private void useAddress(String address) throws IOException {
        Path targets = directory.resolve("targets.yaml");
        Files.writeString(targets, Files.readString(targets).replace("127.0.0.1:" + server.port(), address));
    }

    private void assertRefused(String[] client, String error) throws Exception {
        Cli.Result refused = cli("stranger").run(client);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.error()).isEqualTo(error);
    }

    private Cli cli(String name) throws IOException {
        return Cli.in(Files.createDirectories(temp.resolve(name))).with(Map.of("PASSWORD", "secret"));
    }

    private static String[] measuring(String... clients) {
        List<String> words = new ArrayList<>(List.of("run", "update-single", "-p", "commit=every"));
        words.addAll(List.of("--targets", "targets.yaml", "--target", "theirs", "--out", "out"));
        words.addAll(List.of("--warmups", "1", "--warmup-time", "100ms", "--iterations", "2"));
        words.addAll(List.of("--overlap", "1%")); // what is tested is not how steady this machine is
        List<String> given = List.of(clients);
        if (!given.contains("--rounds")) {
            words.addAll(List.of("--rounds", "1", "--time", "500ms"));
        }
        words.addAll(given);
        return words.toArray(String[]::new);
    }

    private static String[] joining(String address, String token, String number) {
        return new String[] {"client", "--join", address, "--token", token, "--number", number};
    }

    /** Requires that the run ended well, and that the server committed what both clients together measured. */
    private void assertMeasured(Cli.Result result) throws Exception {
        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = RunDirectory.read(directory.resolve("out"));
        long operations =
                record.samples().stream().mapToLong(Sample::operations).sum();
        try (Connection connection = server.connect()) {
            assertThat(CommittedUpdates.count(connection)).isPositive().isEqualTo(operations);
        }
        assertThat(record.clients().shares()).extracting(ClientShare::client).contains(1, 2);
        assertThat(record.clients().shares().stream()
                        .mapToLong(ClientShare::operations)
                        .sum())
                .isEqualTo(operations);
        assertThat(record.samples())
                .allSatisfy(sample -> assertThat(sample.secondary())
                        .containsKeys("server.transactions-committed", "client.cpu-time"));
        assertThat(directory.resolve("out/report.md")).content().contains("## Clients", "Shares from ");
    }

    private static void await(Process run, Condition condition) throws Exception {
        assertThat(Await.until(() -> !run.isAlive() || condition.holds(), LIMIT, POLL))
                .isTrue();
        assertThat(run.isAlive()).isTrue();
    }

    /** Something that is waited for. */
    @FunctionalInterface
    private interface Condition {
        boolean holds() throws IOException;
    }

    private static String freeAddress(String host) throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            return host + ":" + free.getLocalPort();
        }
    }
}
