package org.rowmark.clients.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.file.PathUtils;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.rowmark.util.Await;
import org.rowmark.util.Secret;

/**
 * Two machines with OpenSSH's server, as network namespaces of this one, on which stand-ins for clients are started. Each
 * test has a coordinator of its own, and leaves nothing on the machines but the jar.
 */
final class LaunchedHosts implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    static final String TOKEN = "a-token-that-nobody-shows";
    private static final int MACHINES = 2;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration POLL = Duration.ofMillis(50);

    private Path directory;
    private SshHosts machines;
    private Path jar;
    private StandInCoordinator coordinator;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        SshHosts.assume();
        directory = Files.createTempDirectory("rowmark-hosts-");
        machines = new SshHosts(directory, MACHINES);
        jar = StandInClient.jar(directory.resolve("stand-in.jar"));
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        coordinator = new StandInCoordinator();
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        coordinator.close();
        assertNothingIsLeft();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (machines != null) { // there may be none to test with
            machines.close();
            PathUtils.deleteDirectory(directory);
        }
    }

    SshHosts machines() {
        return machines;
    }

    StandInCoordinator coordinator() {
        return coordinator;
    }

    Path jar() {
        return jar;
    }

    String checksum() throws IOException {
        return DigestUtils.sha256Hex(Files.readAllBytes(jar));
    }

    StartedClients start(ClientHost... hosts) throws IOException {
        return start(TOKEN, List.of(), hosts);
    }

    /** @param options of {@code ssh}, before those of its configuration */
    StartedClients start(String token, List<String> options, ClientHost... hosts) throws IOException {
        List<String> ssh = new ArrayList<>(machines.ssh());
        ssh.addAll(options);
        return new SshLauncher(List.of(hosts), jar, ssh).start(coordinator.address(), Secret.of(token), hosts.length);
    }

    /** Waits for the end of the processes on the machines, and requires that nothing but the jar is there. */
    private void assertNothingIsLeft() throws IOException {
        for (int machine = 1; machine <= MACHINES; machine++) {
            int checked = machine;
            Await.until(() -> machines.processes(checked).isEmpty(), LIMIT, POLL);
            assertThat(machines.processes(machine)).isEmpty();
            assertThat(machines.temporary(machine)).isEmptyDirectory();
            assertThat(files(machines.home(machine)))
                    .allMatch(file -> file.matches("\\.cache/rowmark/jars/[0-9a-f]{64}\\.jar"));
        }
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile)
                    .map(path -> directory.relativize(path).toString())
                    .toList();
        }
    }
}
