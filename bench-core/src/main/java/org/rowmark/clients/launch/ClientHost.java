package org.rowmark.clients.launch;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.util.Yaml;

/** A machine on which a client runs: what {@code ssh} logs in to, Java, and CPUs for {@code taskset} or none. */
public record ClientHost(String host, String java, String cores) {
    private static final Pattern CORES = Pattern.compile("(\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*)?");

    public ClientHost {
        java = Objects.requireNonNullElse(java, "java");
        cores = Objects.requireNonNullElse(cores, "");
    }

    private record Content(List<ClientHost> clients) {}

    /** Reads the machines of a clients file, in their order; an error names file, client and key. */
    public static List<ClientHost> read(Path file) {
        String text = UserFile.read(
                "clients file", file, "; for clients on this machine give their number, such as --clients 4");
        Content content = Yaml.read(file.toString(), text, Content.class);
        if (content == null || content.clients == null || content.clients.isEmpty()) {
            throw new UsageException(
                    file + " names no client; it needs clients: and under it a list of machines: - host: NAME");
        }
        for (int i = 0; i < content.clients.size(); i++) {
            try {
                content.clients.get(i).requireUsable();
            } catch (UsageException e) {
                throw new UsageException(file + ", client " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return List.copyOf(content.clients);
    }

    private void requireUsable() {
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
