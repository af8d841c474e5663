package org.rowmark.e2e.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rowmark.clients.launch.SshHosts;
import org.rowmark.e2e.Cli;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.util.Await;

/** Clients that end, hang or are cut off while they measure, and a server that takes too few. */
@EnabledOnOs(OS.LINUX)
@Tag("alone")
class ClientFaultsIT {
    /** For the release of the other client, which has 10 s, and for a slow machine. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** The longest until a client that is silent counts as lost. */
    private static final Duration SILENCE = Duration.ofSeconds(20);

    private static final String SILENT = "it left, or the coordinator had no sign of life of it";

    /** Which of the two is noticed first is not certain. */
    private static final Pattern CUT_OFF =
            reason("(it has ended: exit code 255, Timeout, server [0-9.]+ not responding\\.|" + SILENT + ")");

    @TempDir
    Path temp;

    @AutoClose
    private ClientsRun run;

    @BeforeEach
    void start() throws Exception {
        run = ClientsRun.in(temp);
    }

    /** The ends of a client process. */
    enum End {
        KILLED("KILL", "it has ended: exit code 137", Duration.ZERO),
        STOPPED("STOP", SILENT, SILENCE);

        private final String signal;
        private final Pattern reason;
        private final Duration most;

        End(String signal, String reason, Duration most) {
            this.signal = signal;
            this.reason = reason(reason);
            this.most = most;
        }
    }

    private static Pattern reason(String words) {
        return Pattern.compile("client 2 of 2 \\([^)]+\\): " + words);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void a_client_that_ends_or_hangs_fails_its_round_alone_and_is_started_again(End end) throws Exception {
        Process process = run.start("--clients", "2", "--rounds", "2", "--time", "2s");
        ClientsRun.await(process, () -> !run.clients().shares().isEmpty());
        List<ProcessHandle> before = process.descendants().toList();
        ProcessHandle second = before.stream()
                .filter(each -> each.info().commandLine().orElse("").endsWith("--number 2/2"))
                .findFirst()
                .orElseThrow();
        Instant signalled = Instant.now();
        assertThat(new ProcessBuilder("kill", "-" + end.signal, "" + second.pid())
                        .start()
                        .waitFor())
                .isZero();

        // the forks and the other client end, too; those of the next round are others
        assertThat(Await.until(
                        () -> before.stream().noneMatch(ProcessHandle::isAlive), ClientsRun.LIMIT, ClientsRun.POLL))
                .isTrue();
        assertFirstRoundFailed(run.finish(process), end.reason, signalled.plus(end.most));
    }

    @Tag("slow")
    @Test
    void a_client_whose_machine_is_cut_off_fails_its_round_alone() throws Exception {
        SshHosts.assume();
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2)) {
            run.forward(machines.addressHere());
            run.findSshIn(machines.programs());
            Process process =
                    run.start("--clients", machines.clientsFile(2).toString(), "--rounds", "2", "--time", "2s");
            ClientsRun.await(process, () -> !run.clients().shares().isEmpty());
            Instant cut = Instant.now();
            machines.link(2, "down");
            ClientsRun.await(process, () -> !run.record().outcomes().isEmpty());
            machines.link(2, "up");

            assertFirstRoundFailed(run.finish(process), CUT_OFF, cut.plus(SILENCE));
        }
    }

    @Tag("slow")
    @Test
    void clients_on_other_machines_end_with_a_run_that_is_killed() throws Exception {
        SshHosts.assume();
        try (SshHosts machines = new SshHosts(Files.createDirectory(temp.resolve("ssh")), 2)) {
            run.forward(machines.addressHere());
            run.findSshIn(machines.programs());
            Process process =
                    run.start("--clients", machines.clientsFile(2).toString(), "--rounds", "2", "--time", "2s");
            ClientsRun.await(process, () -> !run.clients().shares().isEmpty());
            List<ProcessHandle> ours = process.descendants().toList();

            process.destroyForcibly();

            for (int machine = 1; machine <= 2; machine++) {
                int ended = machine;
                assertThat(Await.until(() -> machines.processes(ended).isEmpty(), ClientsRun.LIMIT, ClientsRun.POLL))
                        .isTrue();
                assertThat(machines.temporary(machine)).isEmptyDirectory();
            }
            assertThat(Await.until(
                            () -> ours.stream().noneMatch(ProcessHandle::isAlive), ClientsRun.LIMIT, ClientsRun.POLL))
                    .isTrue();
        }
    }

    private void assertFirstRoundFailed(Cli.Result result, Pattern reason, Instant noticed) throws IOException {
        List<CellOutcome> outcomes = run.record().outcomes();
        assertThat(outcomes)
                .as(result.toString())
                .extracting(CellOutcome::outcome)
                .containsExactly(Outcome.FAILED, Outcome.OK);
        assertThat(outcomes.get(0).reason()).matches(reason);
        assertThat(outcomes.get(0).end()).isBefore(noticed.plus(MARGIN));
    }

    @Tag("slow")
    @Test
    void more_connections_than_the_server_takes_are_refused_before_any_client_is_started() throws Exception {
        Cli.Result refused = run.finish(run.start("--clients", "30", "--threads", "4"));

        assertThat(refused.exitCode()).as(refused.toString()).isNotZero();
        assertThat(run.file("out/report.md"))
                .content()
                .containsPattern(
                        "target 'theirs' takes no more than \\d+ connections \\(.*too many clients already.*\\),"
                                + " and 30 clients of 4 threads need 120; give fewer");
        assertThat(run.record().clients().clients()).isEmpty();
    }
}
