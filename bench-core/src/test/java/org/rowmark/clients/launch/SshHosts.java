package org.rowmark.clients.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.rowmark.db.RequiredServers;
import org.rowmark.util.Await;

/**
 * Machines with an SSH server each: network and process namespaces of this one, behind a bridge of their own, with
 * addresses of 198.18.0.0/15, which is reserved for benchmarks. They are removed at the end of this process, however it ends.
 */
final class SshHosts implements AutoCloseable {
    /** Whom {@code rowmark.require} names where they may not be skipped. */
    private static final String REQUIRED = "sshd";

    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final Duration READY = Duration.ofSeconds(20);

    /**
     * Arguments: name, first three numbers of the addresses, count, directory with one per host. It ends with its
     * input.
     */
    private static final String SCRIPT = """
            set -e
            name=$1 net=$2 count=$3 directory=$4
            servers=
            tidy() {
                set +e
                [ -z "$servers" ] || kill -KILL $servers
                wait
                for i in $(seq $count); do ip netns del $name-$i; done
                ip link del $name
            } 2>/dev/null
            trap tidy EXIT
            trap 'exit 1' TERM INT
            mkdir -p /run/sshd
            ip link add $name type bridge
            ip addr add $net.1/24 dev $name
            ip link set $name up
            for i in $(seq $count); do
                ip netns add $name-$i
                ip link add $name-$i type veth peer name eth0 netns $name-$i
                ip link set $name-$i master $name up
                ip -n $name-$i addr add $net.$((i + 1))/24 dev eth0
                ip -n $name-$i link set eth0 up
                ip -n $name-$i link set lo up
                ip netns exec $name-$i unshare --pid --fork --kill-child --mount-proc \\
                    /usr/sbin/sshd -D -f $directory/$i/sshd_config -E $directory/$i/log < /dev/null > /dev/null 2>&1 &
                servers="$servers $!"
                echo $!
            done
            cat > /dev/null
            """;

    private final String name = "rm" + ProcessHandle.current().pid() + "x" + COUNT.incrementAndGet();
    private final Path directory;
    private final String network;
    private final Process namespaces;
    private final List<Long> servers = new ArrayList<>();

    /** Starts the machines; the second listens on port 2222 and has two keys, of which one is known. */
    SshHosts(Path directory, int count) throws IOException, InterruptedException {
        this.directory = directory;
        long random = ProcessHandle.current().pid() * 31 + COUNT.get();
        this.network = "198." + (18 + random % 2) + "." + (random / 2 % 256);
        run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key().toString());
        for (int host = 1; host <= count; host++) {
            configure(host);
        }
        namespaces = new ProcessBuilder("sh", "-c", SCRIPT, "sh", name, network, "" + count, directory.toString())
                .redirectError(directory.resolve("errors").toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(namespaces.getInputStream(), StandardCharsets.UTF_8));
        for (int host = 1; host <= count; host++) {
            String pid = output.readLine();
            if (pid == null) {
                throw new IOException(Files.readString(directory.resolve("errors")));
            }
            servers.add(Long.valueOf(pid));
            awaitReady(host);
        }
    }

    /** Skips the tests of a class where the machines cannot be had. */
    static void assume() throws IOException, InterruptedException {
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
        Process tried = new ProcessBuilder(
                        "sh", "-c", "ip -V && unshare --net --pid --fork --mount-proc ip link add rowmark type bridge")
                .redirectErrorStream(true)
                .start();
        tried.getOutputStream().close();
        String output = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return tried.waitFor() == 0
                ? Optional.empty()
                : Optional.of("no network namespaces for this user: "
                        + output.lines().reduce((first, last) -> last).orElse(""));
    }

    private void configure(int host) throws IOException, InterruptedException {
        Path own = Files.createDirectories(directory.resolve("" + host));
        Files.createDirectory(own.resolve("home"));
        Files.createDirectory(own.resolve("tmp"));
        List<String> lines = new ArrayList<>(List.of(
                "ListenAddress " + address(host),
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
        String known = host == 2 ? "[" + address(host) + "]:" + port(host) : address(host);
        Files.writeString(knownHosts(host), known + " " + Files.readString(own.resolve("ed25519.pub")));
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

    String address(int host) {
        return network + "." + (host + 1);
    }

    /** Returns an address of the same network that no machine has. */
    String nobodysAddress() {
        return network + ".250";
    }

    int port(int host) {
        return host == 2 ? 2222 : 22;
    }

    Path key() {
        return directory.resolve("key");
    }

    Path knownHosts(int host) {
        return directory.resolve(host + "/known_hosts");
    }

    Path home(int host) {
        return directory.resolve(host + "/home");
    }

    Path temporary(int host) {
        return directory.resolve(host + "/tmp");
    }

    /**
     * Returns a client on a machine.
     *
     * @param keys others than the machine's own, as {@code key: value}
     */
    ClientHost host(int host, String... keys) throws IOException {
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
        Path file = directory.resolve("clients.yaml");
        Files.writeString(
                file,
                entry.entrySet().stream()
                        .map(key -> key.getKey() + ": " + key.getValue())
                        .collect(Collectors.joining("\n    ", "clients:\n  - ", "\n")));
        return ClientsFile.hosts(file).get(0);
    }

    /** Sets the machine's link up or down. */
    void link(int host, String state) throws IOException, InterruptedException {
        run("ip", "link", "set", name + "-" + host, state);
    }

    /** Returns the commands of a machine's processes but its SSH server's, and those that ended. */
    List<String> processes(int host) throws IOException {
        return pids(host).stream()
                .map(SshHosts::command)
                .filter(command -> !command.isEmpty() && !command.contains("sshd"))
                .toList();
    }

    /** Kills the processes of a machine whose commands contain a text. */
    void kill(int host, String text) throws IOException {
        pids(host).stream()
                .filter(pid -> command(pid).contains(text))
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns a machine's processes by their ids here. */
    List<Long> pids(int host) throws IOException {
        long server = ProcessHandle.of(servers.get(host - 1))
                .flatMap(unshare -> unshare.children().findFirst())
                .orElseThrow()
                .pid();
        Path machine = namespace(server).orElseThrow();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> namespace(pid).filter(machine::equals).isPresent())
                .toList();
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

    private static Optional<Path> namespace(long pid) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/pid")));
        } catch (IOException e) {
            return Optional.empty();
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
        namespaces.getOutputStream().close();
        try {
            if (!namespaces.waitFor(20, TimeUnit.SECONDS)) {
                throw new IOException("the namespaces " + name + "-* are still there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
