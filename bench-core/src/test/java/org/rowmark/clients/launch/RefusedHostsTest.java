package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.rowmark.util.UsageException;

/** Hosts on which no client is started, and what the user reads then. */
class RefusedHostsTest {
    @RegisterExtension
    static final LaunchedHosts HOSTS = new LaunchedHosts();

    private final SshHosts machines = HOSTS.machines();

    @Test
    void an_unknown_host_is_refused_with_the_line_to_add(@TempDir Path directory)
            throws IOException, InterruptedException {
        Path file = directory.resolve("known_hosts");
        ClientHost host = machines.host(1, "known_hosts: " + file);

        assertThatThrownBy(() -> HOSTS.start(host))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("is not in " + file)
                .satisfies(
                        e -> Files.writeString(file, e.getMessage().replaceFirst("(?s).*add the line: ", "") + "\n"));
        HOSTS.start(host).close();
    }

    @Test
    void a_host_with_another_key_is_refused(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("known_hosts");
        String other = Files.readString(machines.knownHosts(2)).replaceFirst("\\S+", machines.address(1));
        Files.writeString(file, other);

        assertThatThrownBy(() -> HOSTS.start(machines.host(2), machines.host(1, "known_hosts: " + file)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith(machines.address(1) + " has another key (SHA256:")
                .hasMessageContaining("ssh-keygen -R '" + machines.address(1) + "' -f " + file);
    }

    @Test
    void a_user_whose_key_is_not_authorized_is_refused(@TempDir Path directory) throws IOException {
        Path hostKey = machines.knownHosts(1).resolveSibling("ed25519");

        assertThatThrownBy(() -> HOSTS.start(machines.host(1, "key: " + hostKey)))
                .isInstanceOf(UsageException.class)
                .hasMessage("root@" + machines.address(1) + " refuses the key " + hostKey
                        + "; add the public key to ~/.ssh/authorized_keys there");
    }

    @Test
    void a_key_with_a_passphrase_is_left_to_an_agent(@TempDir Path directory) throws IOException, InterruptedException {
        Path key = directory.resolve("key");
        SshHosts.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "passphrase", "-f", key.toString());

        assertThatThrownBy(() -> HOSTS.start(machines.host(1, "key: " + key)))
                .isInstanceOf(UsageException.class)
                .hasMessageStartingWith("key: " + key + " is no private key without a passphrase")
                .hasMessageEndingWith("; add one with a passphrase to an SSH agent, and leave key: out");
    }

    @Test
    void a_host_that_is_down_is_reported_in_one_line() throws IOException {
        ClientHost down = machines.host(1, "host: " + machines.nobodysAddress());

        assertThatThrownBy(() -> HOSTS.start(machines.host(2), down))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("root@" + machines.nobodysAddress() + ": no SSH connection within 10s: .+");
    }

    @Test
    void a_host_without_java_is_refused() {
        assertThatThrownBy(() -> HOSTS.start(machines.host(1, "java: /nowhere/java")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("'/nowhere/java' is no Java 17 or later there");
    }

    @Test
    void cores_that_a_host_does_not_have_are_refused() {
        assertThatThrownBy(() -> HOSTS.start(machines.host(1, "cores: 1000")))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("cores: '1000' cannot be used there");
    }

    @Test
    void cores_need_taskset() throws IOException, InterruptedException {
        ClientHost pinned = machines.host(2, "cores: 0");
        machines.hide(2, "/usr/bin/taskset");

        assertThatThrownBy(() -> HOSTS.start(pinned))
                .isInstanceOf(UsageException.class)
                .hasMessage(pinned + ": cores: needs taskset there, of util-linux; install it, or leave cores: out");
    }
}
