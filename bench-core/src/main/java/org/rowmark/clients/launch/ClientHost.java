package org.rowmark.clients.launch;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * A machine on which a client runs, and how it is reached.
 *
 * @param name its name or address
 * @param port of its SSH server
 * @param user there
 * @param key file of the private key
 * @param agent socket of the SSH agent, whose keys are used where no key is given
 * @param java program there
 * @param cores CPUs there on which alone the client runs, as {@code taskset} takes them; empty for all
 * @param knownHosts file with the keys of hosts
 */
record ClientHost(
        String name,
        int port,
        String user,
        Optional<Path> key,
        Optional<Path> agent,
        String java,
        Optional<String> cores,
        Path knownHosts) {
    static final int DEFAULT_PORT = 22;

    private static final int HIGHEST_PORT = 65535;
    private static final Pattern CORES = Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");

    /** @throws UsageException if a value cannot be used */
    ClientHost {
        if (name.isBlank() || name.matches(".*[\\s@/].*")) {
            throw new UsageException("host: '" + name + "'; give a name or an address, the user beside it as user:");
        }
        if (port < 1 || port > HIGHEST_PORT) {
            throw new UsageException("port: " + port + "; give a number from 1 to " + HIGHEST_PORT);
        }
        if (user.isBlank()) {
            throw new UsageException("user: is empty; give a name or leave it out");
        }
        if (key.isEmpty() && agent.isEmpty()) {
            throw new UsageException("key: is missing, and there is no SSH agent; name the file of a private key");
        }
        if (java.isBlank() || java.startsWith("~") || java.startsWith("-")) {
            throw new UsageException("java: '" + java + "'; give java, or the whole path of the program on that host");
        }
        cores.filter(list -> !CORES.matcher(list).matches()).ifPresent(list -> {
            throw new UsageException("cores: '" + list + "'; give CPUs of that host, such as 0 or 0-3,6");
        });
    }

    /** Returns the name as known_hosts files have it. */
    String knownAs() {
        return port == DEFAULT_PORT ? name : "[" + name + "]:" + port;
    }

    /** Returns whether its name or address is one of this machine's. */
    boolean isHere() {
        try {
            InetAddress address = InetAddress.getByName(name);
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false; // whether it can be reached turns out when it is
        }
    }

    @Override
    public String toString() {
        return user + "@" + name + (port == DEFAULT_PORT ? "" : ":" + port);
    }
}
