package org.rowmark.clients.launch;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/**
 * Machines that run a server each: network and process namespaces of this one, behind a bridge of their own, with
 * addresses of 198.18.0.0/15, which is reserved for benchmarks. They are removed at the end of this process, however it
 * ends.
 */
final class NetworkNamespaces implements AutoCloseable {
    private static final AtomicInteger COUNT = new AtomicInteger();

    /**
     * Arguments: name, first three numbers of the addresses, count, and the server's command, to which the number of
     * its machine is {@code $1}. It ends with its input.
     */
    private static final String SCRIPT = """
            set -e
            name=$1 net=$2 count=$3 server=$4
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
                    sh -c "$server" sh $i < /dev/null > /dev/null 2>&1 &
                servers="$servers $!"
                echo $!
            done
            cat > /dev/null
            """;

    private final String name = "rm" + ProcessHandle.current().pid() + "x" + COUNT.incrementAndGet();
    private final String network;
    private final Process script;
    private final List<Long> servers = new ArrayList<>();

    /**
     * Begins to have them.
     *
     * @param server command of a shell; the number of its machine, from 1, is {@code $1}
     * @param errors takes what goes wrong
     */
    NetworkNamespaces(int count, String server, Path errors) throws IOException {
        network = LongStream.iterate(ProcessHandle.current().pid() * 31 + COUNT.get(), next -> next + 1)
                .mapToObj(random -> "198." + (18 + random % 2) + "." + (random / 2 % 256))
                .filter(NetworkNamespaces::isFree)
                .findFirst()
                .orElseThrow();
        script = new ProcessBuilder("sh", "-c", SCRIPT, "sh", name, network, "" + count, server)
                .redirectError(errors.toFile())
                .start();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.UTF_8));
        for (int machine = 1; machine <= count; machine++) {
            String pid = output.readLine();
            if (pid == null) {
                throw new IOException(Files.readString(errors));
            }
            servers.add(Long.valueOf(pid));
        }
    }

    /** Returns whether no other test of this machine has the network. */
    private static boolean isFree(String network) {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .noneMatch(address -> address.getHostAddress().equals(network + ".1"));
        } catch (SocketException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns why there can be none here; empty if there can. */
    static Optional<String> missing() throws IOException, InterruptedException {
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

    /** Returns the address of a machine, from 1, or with 0 that of this one in their network. */
    String address(int machine) {
        return network + "." + (machine + 1);
    }

    /** Returns the name of a machine's link here. */
    String link(int machine) {
        return name + "-" + machine;
    }

    /** Returns a machine's processes by their ids here. */
    List<Long> pids(int machine) {
        long server = ProcessHandle.of(servers.get(machine - 1))
                .flatMap(unshare -> unshare.children().findFirst())
                .orElseThrow()
                .pid();
        Path namespace = namespace(server).orElseThrow();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> namespace(pid).filter(namespace::equals).isPresent())
                .toList();
    }

    private static Optional<Path> namespace(long pid) {
        try {
            return Optional.of(Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/pid")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        script.getOutputStream().close();
        try {
            if (!script.waitFor(20, TimeUnit.SECONDS)) {
                throw new IOException("the namespaces " + name + "-* are still there");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
