package org.rowmark.clients.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.RequiredServers;
import org.rowmark.util.Await;

/** Machines with OpenSSH's server, each with a host key, a home and a temporary directory of its own. */
public final class SshHosts implements AutoCloseable {
    /** What follows a machine's name where no key is configured for it. */
    static final String BY_AGENT = "-by-agent";

    /** Whom {@code rowmark.require} names where they may not be skipped. */
    private static final String REQUIRED = "sshd";

    private static final Duration READY = Duration.ofSeconds(20);

    private final Path directory;
    private final NetworkNamespaces machines;

    /** Starts the machines; the second listens on port 2222 and has two keys, of which one is known. */
    public SshHosts(Path directory, int count) throws IOException, InterruptedException {
        this.directory = directory;
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key().toString());
        for (int host = 1; host <= count; host++) {
            configure(host);
        }
        Files.createDirectories(Path.of("/run/sshd"));
        machines = new NetworkNamespaces(
                count,
                "mount --bind " + directory + "/$1/home /root; exec /usr/sbin/sshd -D -f " + directory
                        + "/$1/sshd_config -E " + directory + "/$1/log",
                directory.resolve("errors"));
        List<String> config = new ArrayList<>();
        for (int host = 1; host <= count; host++) {
            awaitReady(host);
            String known = host == 2 ? "[" + address(host) + "]:" + port(host) : address(host);
            Files.writeString(
                    knownHosts(host),
                    known + " " + Files.readString(knownHosts(host).resolveSibling("ed25519.pub")));
            for (boolean isByAgent : List.of(false, true)) {
                config.addAll(List.of(
                        "Host " + name(host) + (isByAgent ? BY_AGENT : ""),
                        "HostName " + address(host),
                        "Port " + port(host),
                        "User root",
                        "IdentityFile " + (isByAgent ? "none" : key()),
                        "UserKnownHostsFile " + knownHosts(host)));
            }
        }
        Files.write(directory.resolve("config"), config);
        Path program = Files.createDirectory(programs()).resolve("ssh");
        Files.writeString(program, "#!/bin/sh\nexec " + String.join(" ", ssh()) + " \"$@\"\n");
        program.toFile().setExecutable(true);
    }

    /** Skips the tests of a class where the machines cannot be had. */
    public static void assume() throws IOException, InterruptedException {
        Optional<String> missing = missing();
        if (missing.isPresent() && RequiredServers.isRequired(REQUIRED)) {
            throw new AssertionError("required by rowmark.require: " + missing.get());
        }
        missing.ifPresent(Assumptions::abort);
    }

    private static Optional<String> missing() throws IOException, InterruptedException {
        for (String program : List.of("/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/unshare")) {
            if (!Files.isExecutable(Path.of(program))) {
                return Optional.of(
                        program + " not installed: apt-get install openssh-server openssh-client util-linux");
            }
        }
        return NetworkNamespaces.missing();
    }

    private void configure(int host) throws IOException, InterruptedException {
        Path own = Files.createDirectories(directory.resolve("" + host));
        Files.createDirectory(own.resolve("home"));
        Files.createDirectory(own.resolve("tmp"));
        List<String> lines = new ArrayList<>(List.of(
                "Port " + port(host),
                "AuthorizedKeysFile " + key() + ".pub",
                "SetEnv HOME=" + home(host) + " TMPDIR=" + temporary(host),
                "PasswordAuthentication no",
                "KbdInteractiveAuthentication no",
                "PermitRootLogin yes",
                "UsePAM no",
                "StrictModes no",
                "PidFile none"));
        for (String kind : host == 2 ? List.of("ecdsa", "ed25519") : List.of("ed25519")) {
            Path key = own.resolve(kind);
            run("ssh-keygen", "-q", "-t", kind, "-N", "", "-f", key.toString());
            lines.add("HostKey " + key);
        }
        Files.write(own.resolve("sshd_config"), lines);
    }

    private void awaitReady(int host) throws IOException {
        boolean ready = Await.until(
                () -> {
                    try (Socket socket = new Socket()) {
                        socket.connect(new InetSocketAddress(address(host), port(host)), 1000);
                        return true;
                    } catch (IOException e) {
                        return false;
                    }
                },
                READY,
                Duration.ofMillis(50));
        if (!ready) {
            throw new IOException("sshd does not answer: " + Files.readString(directory.resolve(host + "/log")));
        }
    }

    public String address(int host) {
        return machines.address(host);
    }

    /** Returns the address by which the machines reach this one. */
    public String addressHere() {
        return machines.address(0);
    }

    /** Returns an address of the same network that no machine has. */
    String nobodysAddress() {
        return machines.address(249);
    }

    private static int port(int host) {
        return host == 2 ? 2222 : 22;
    }

    /** Returns the name of a machine in the configuration of {@link #ssh}. */
    static String name(int host) {
        return "machine" + host;
    }

    /** Returns OpenSSH's client with a configuration in which the machines are. */
    List<String> ssh() {
        return List.of("/usr/bin/ssh", "-F", directory.resolve("config").toString());
    }

    /** Returns the directory of a program {@code ssh}, which is {@link #ssh}. */
    public Path programs() {
        return directory.resolve("programs");
    }

    Path key() {
        return directory.resolve("key");
    }

    Path knownHosts(int host) {
        return directory.resolve(host + "/known_hosts");
    }

    public Path home(int host) {
        return directory.resolve(host + "/home");
    }

    public Path temporary(int host) {
        return directory.resolve(host + "/tmp");
    }

    /** Returns a client on a machine. */
    static ClientHost host(int host) {
        return new ClientHost(name(host), java(), "");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** Writes a clients file with the first machines. */
    public Path clientsFile(int count) throws IOException {
        return Files.writeString(
                directory.resolve("clients.yaml"),
                IntStream.rangeClosed(1, count)
                        .mapToObj(host -> "  - { host: " + name(host) + ", java: " + java() + " }\n")
                        .collect(Collectors.joining("", "clients:\n", "")));
    }

    /** Writes an Ansible inventory with the first machines in the group clients. */
    public Path inventory(int count) throws IOException {
        return Files.writeString(
                directory.resolve("inventory"),
                IntStream.rangeClosed(1, count)
                        .mapToObj(host -> name(host) + " ansible_ssh_executable="
                                + programs().resolve("ssh") + "\n")
                        .collect(Collectors.joining("", "[clients]\n", "")));
    }

    /** Sets the machine's link up or down. */
    public void link(int host, String state) throws IOException, InterruptedException {
        run("ip", "link", "set", machines.link(host), state);
    }

    /** Makes a program of a machine one that cannot be executed there. */
    void hide(int host, String program) throws IOException, InterruptedException {
        run("nsenter", "--mount", "--target", "" + pids(host).get(0), "mount", "--bind", "/dev/null", program);
    }

    /** Returns the commands of a machine's processes but its SSH server's, and those that ended. */
    public List<String> processes(int host) {
        return pids(host).stream()
                .map(SshHosts::command)
                .filter(command -> !command.isEmpty() && !command.contains("sshd"))
                .toList();
    }

    /** Kills the processes of a machine whose commands contain a text. */
    void kill(int host, String text) {
        pids(host).stream()
                .filter(pid -> command(pid).contains(text))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns a machine's processes by their ids here. */
    List<Long> pids(int host) {
        return machines.pids(host);
    }

    /** Returns a process's command; nothing if it has ended. */
    private static String command(long pid) {
        try {
            return Files.readString(Path.of("/proc/" + pid + "/cmdline"), StandardCharsets.ISO_8859_1)
                    .replace('\0', ' ')
                    .strip();
        } catch (IOException e) {
            return "";
        }
    }

    /** Runs a program, which must not fail. */
    static void run(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", words) + ": " + output);
        }
    }

    @Override
    public void close() throws IOException {
        machines.close();
    }
}
