package org.rowmark.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.clients.launch.SshHosts;
import org.rowmark.db.RequiredServers;
import org.rowmark.e2e.Cli;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.clients.ClientRecord.ClientShare;

/**
 * Two clients that update rows of one PostgreSQL, which counts for itself what they committed. ManyClientsTest has them in
 * every build, as processes of this machine.
 */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class ManyClientsIT {
    @TempDir
    Path temp;

    @AutoClose
    private ClientsRun run;

    @BeforeEach
    void start() throws Exception {
        run = ClientsRun.in(temp);
    }

    @Test
    void processes_of_this_machine() throws Exception {
        assertMeasured(run.start("--clients", "2"));
    }

    @Test
    void clients_on_other_machines_that_are_started_through_ssh() throws Exception {
        SshHosts.assume();
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2)) {
            run.forward(machines.addressHere());
            run.findSshIn(machines.programs());

            assertMeasured(run.start("--clients", machines.clientsFile(2).toString()));

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
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2)) {
            run.forward(machines.addressHere());
            String address = ClientsRun.freeAddress("127.0.0.1");
            Path token = run.file("out.token");
            Path play = Files.createDirectory(temp.resolve("play"));
            Files.copy(Path.of("../docs/many-clients/ansible.yaml"), play.resolve("ansible.yaml"));
            Files.copy(Cli.jar(), play.resolve("bench-cli.jar"));
            Process process = run.start("--clients", "2", "--listen", address);
            ClientsRun.await(process, () -> Files.exists(token) && Files.size(token) > 0);

            Files.copy(token, play.resolve("token"));
            ProcessBuilder ansible = new ProcessBuilder(
                            "ansible-playbook",
                            "-i",
                            machines.inventory(2).toString(),
                            "ansible.yaml",
                            "--extra-vars",
                            "port=" + address.split(":", 2)[1] + " java="
                                    + ProcessHandle.current().info().command().orElseThrow())
                    .directory(play.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(play.resolve("log").toFile());
            ansible.environment().put("ANSIBLE_HOME", play.toString());
            ansible.environment().put("ANSIBLE_SSH_ARGS", "-o ControlMaster=no"); // the path of its socket is too long
            Process started = ansible.start();

            assertMeasured(process);
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
        String address = ClientsRun.freeAddress("127.0.0.1");
        Path token = run.file("out.token");
        Process process = run.start("--clients", "2", "--listen", address);
        ClientsRun.await(process, () -> Files.exists(token) && Files.size(token) > 0);
        assertThat(Files.getPosixFilePermissions(token)).isEqualTo(PosixFilePermissions.fromString("rw-------"));

        Path wrong = Files.writeString(temp.resolve("wrong.token"), "not-the-token");
        assertRefused(
                joining(address, wrong.toString(), "1/2"),
                "error: the coordinator refuses the token; give the token file of this run, which is new for each run");

        Process first = run.cli("first").start(joining(address, token.toString(), "1/2"));
        ClientsRun.await(process, () -> !run.clients().clients().isEmpty());
        assertRefused(
                joining(address, token.toString(), "1/2"),
                "error: --number 1/2: that client has joined already; give the number of one that has not, from 1/2 to"
                        + " 2/2, or wait 15 s if it was killed");
        assertRefused(
                joining(address, token.toString(), "2/3"),
                "error: --number 2/3: the run has 2 clients; give a number from 1/2 to 2/2");
        Process second = run.cli("second").start(joining(address, "-", "2/2"));
        try (OutputStream input = second.getOutputStream()) {
            input.write(Files.readAllBytes(token));
            input.flush();
            assertMeasured(process);
            assertThat(run.cli("second").finish(second).exitCode()).isZero();
        }
        assertThat(run.cli("first").finish(first).exitCode()).isZero();
        assertThat(token).doesNotExist();
    }

    private void assertRefused(String[] client, String error) throws Exception {
        Cli.Result refused = run.cli("stranger").run(client);
        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.error()).isEqualTo(error);
    }

    private static String[] joining(String address, String token, String number) {
        return new String[] {"client", "--join", address, "--token", token, "--number", number};
    }

    /** Requires that the run ended well, and that the server committed what both clients together measured. */
    private void assertMeasured(Process process) throws Exception {
        Cli.Result result = run.finish(process);
        assertThat(result.exitCode()).as(result.toString()).isZero();
        RunRecord record = run.record();
        long operations =
                record.samples().stream().mapToLong(Sample::operations).sum();
        List<ClientShare> shares = record.clients().shares();
        int attempts = shares.stream().mapToInt(ClientShare::attempt).max().orElseThrow();
        assertThat(run.committed()).isPositive().isEqualTo(operations(shares));
        assertThat(shares).extracting(ClientShare::client).contains(1, 2);
        assertThat(operations(shares.stream()
                        .filter(share -> share.attempt() == attempts) // the last one counts
                        .toList()))
                .isEqualTo(operations);
        assertThat(record.samples())
                .allSatisfy(sample -> assertThat(sample.secondary())
                        .containsKeys("server.transactions-committed", "client.cpu-time"));
        assertThat(run.file("out/report.md")).content().contains("## Clients", "Shares from ");
    }

    private static long operations(List<ClientShare> shares) {
        return shares.stream().mapToLong(ClientShare::operations).sum();
    }
}
