package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Hosts on which no client is started, and what the user reads then. */
class RefusedHostsTest {
    private static final String FIRST = SshHosts.name(1);
    private static final String TRY = "; try: ssh -o BatchMode=yes " + FIRST + " true";

    @RegisterExtension
    static final LaunchedHosts HOSTS = new LaunchedHosts();

    private final SshHosts machines = HOSTS.machines();

    private static void start(ClientHost host, String... options) throws IOException {
        HOSTS.start(LaunchedHosts.TOKEN, List.of(options), host).close();
    }

    @Test
    void an_unknown_host_is_refused(@TempDir Path directory) {
        assertThatThrownBy(() -> start(SshHosts.host(1), "-oUserKnownHostsFile=" + directory.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessage(FIRST + ": Host key verification failed." + TRY);
    }

    @Test
    void a_host_with_another_key_is_refused(@TempDir Path directory) throws IOException {
        String other = Files.readString(machines.knownHosts(2)).replaceFirst("\\S+", machines.address(1));
        Path file = Files.writeString(directory.resolve("known_hosts"), other);

        assertThatThrownBy(() -> start(SshHosts.host(1), "-oUserKnownHostsFile=" + file))
                .hasMessage(FIRST + ": Host key verification failed." + TRY);
    }

    @Test
    void a_user_whose_key_is_not_authorized_is_refused() {
        Path hostKey = machines.knownHosts(1).resolveSibling("ed25519");

        ClientHost host = new ClientHost(FIRST + SshHosts.BY_AGENT, "java", "");

        assertThatThrownBy(() -> start(host, "-oIdentityAgent=none", "-oIdentityFile=" + hostKey))
                .hasMessageStartingWith(host.host() + ": root@" + machines.address(1) + ": Permission denied (")
                .hasMessageEndingWith("; try: ssh -o BatchMode=yes " + host.host() + " true");
    }

    @Test
    void a_host_that_is_down_is_reported_in_one_line() {
        assertThatThrownBy(() -> start(SshHosts.host(1), "-oHostName=" + machines.nobodysAddress()))
                .hasMessageStartingWith(FIRST + ": ssh: connect to host " + machines.nobodysAddress() + " port 22: ")
                .hasMessageEndingWith(TRY);
    }

    @Test
    void a_host_that_forwards_no_port_is_refused() {
        assertThatThrownBy(() -> start(
                        SshHosts.host(1),
                        "-oExitOnForwardFailure=yes",
                        "-oRemoteForward=127.0.0.1:22 127.0.0.1:1")) // where its own server listens
                .hasMessageStartingWith(FIRST + ": Error: remote port forwarding failed for listen port 22");
    }

    @Test
    void a_host_without_java_is_refused() {
        assertThatThrownBy(() -> start(new ClientHost(FIRST, "/nowhere/java", "")))
                .hasMessage(FIRST + ": java: '/nowhere/java' does not run there; install Java 17 or later, or give its"
                        + " path");
    }

    @Test
    void cores_that_a_host_does_not_have_are_refused() {
        assertThatThrownBy(() -> start(new ClientHost(FIRST, SshHosts.host(1).java(), "1000")))
                .hasMessageStartingWith(FIRST + ": taskset: ");
    }

    @Test
    void cores_need_taskset() throws IOException, InterruptedException {
        machines.hide(2, "/usr/bin/taskset");

        assertThatThrownBy(() ->
                        start(new ClientHost(SshHosts.name(2), SshHosts.host(2).java(), "0")))
                .hasMessageStartingWith(SshHosts.name(2) + ": ")
                .hasMessageContaining("taskset");
    }
}
