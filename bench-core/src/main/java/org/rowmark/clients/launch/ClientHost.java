package org.rowmark.clients.launch;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * A machine on which a client runs.
 *
 * @param host as {@code ssh} takes it: a name of its configuration, a name or an address, with {@code user@} or without
 * @param cores CPUs there on which alone the client runs, as {@code taskset} takes them; empty for all
 */
public record ClientHost(String host, String java, String cores) {
    private static final Pattern CORES = Pattern.compile("(\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*)?");

    public ClientHost {
        java = Objects.requireNonNullElse(java, "java");
        cores = Objects.requireNonNullElse(cores, "");
    }

    /** @throws UsageException if a value cannot be used */
    void requireUsable() {
        if (host == null || !host.matches("[^\\s/-][^\\s/]*")) {
            throw new UsageException("host: " + (host == null ? "is missing" : "'" + host + "'")
                    + "; give what ssh logs in to, such as client1.example.com or bench@10.0.0.6");
        }
        if (java.isBlank() || java.startsWith("~") || java.startsWith("-")) {
            throw new UsageException("java: '" + java + "'; give java, or the whole path of the program on that host");
        }
        if (!CORES.matcher(cores).matches()) {
            throw new UsageException("cores: '" + cores + "'; give CPUs of that host, such as 0 or 0-3,6");
        }
    }

    /** Returns whether its name or address is one of this machine's. */
    public boolean isHere() {
        try {
            InetAddress address = InetAddress.getByName(host.substring(host.indexOf('@') + 1));
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException e) {
            return false; // whether it can be reached turns out when it is
        }
    }
}
