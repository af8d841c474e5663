package org.rowmark.clients.launch;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.RequiredServers;
import org.rowmark.util.Await;

/** Machines with OpenSSH's server, each with a host key, a home and a temporary directory of its own. */
public final class SshHosts implements AutoCloseable {
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
        for (int host = 1; host <= count; host++) {
            awaitReady(host);
            String known = host == 2 ? "[" + address(host) + "]:" + port(host) : address(host);
            Files.writeString(
                    knownHosts(host),
                    known + " " + Files.readString(knownHosts(host).resolveSibling("ed25519.pub")));
        }
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
        for (String program : List.of("/usr/sbin/sshd", "/usr/bin/ssh-keygen", "/usr/bin/unshare")) {
            if (!Files.isExecutable(Path.of(program))) {
                return Optional.of(program + " not installed: apt-get install openssh-server util-linux");
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

    /**
     * Returns a client on a machine.
     *
     * @param keys others than the machine's own, as {@code key: value}
     */
    ClientHost host(int host, String... keys) throws IOException {
        Path file = directory.resolve("client.yaml");
        Files.writeString(file, "clients:\n" + entry(host, keys));
        return ClientsFile.hosts(file).get(0);
    }

    /** Writes a clients file with the first machines. */
    public Path clientsFile(int count) throws IOException {
        return Files.writeString(
                directory.resolve("clients.yaml"),
                IntStream.rangeClosed(1, count)
                        .mapToObj(this::entry)
                        .collect(Collectors.joining("", "clients:\n", "")));
    }

    /** Writes an Ansible inventory with the first machines in the group clients. */
    public Path inventory(int count) throws IOException {
        return Files.writeString(
                directory.resolve("inventory"),
                IntStream.rangeClosed(1, count)
                        .mapToObj(host -> "machine" + host + " ansible_host=" + address(host) + " ansible_port="
                                + port(host) + " ansible_user=root ansible_ssh_private_key_file=" + key()
                                + " ansible_ssh_common_args='-o UserKnownHostsFile=" + knownHosts(host) + "'\n")
                        .collect(Collectors.joining("", "[clients]\n", "")));
    }

    private String entry(int host, String... keys) {
        Map<String, String> entry = new LinkedHashMap<>();
        entry.put("host", address(host));
        entry.put("port", "" + port(host));
        entry.put("user", "root");
        entry.put("key", key().toString());
        entry.put(
                "java", Path.of(System.getProperty("java.home"), "bin", "java").toString());
        entry.put("known_hosts", knownHosts(host).toString());
        for (String key : keys) {
            String[] parts = key.split(": ", 2);
            entry.put(parts[0], parts[1]);
        }
        return entry.entrySet().stream()
                .map(key -> key.getKey() + ": " + key.getValue())
                .collect(Collectors.joining("\n    ", "  - ", "\n"));
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
