package org.rowmark.clients.launch;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.util.Yaml;

/**
 * A clients file: YAML, {@code clients:} and under it a list of machines, each with the keys of {@link Entry}. Paths
 * are relative to the file, {@code ~} is the home directory.
 */
public final class ClientsFile {
    /** The keys of a client in the file. */
    record Entry(
            String host,
            String port,
            String user,
            String key,
            String java,
            String cores,

            @JsonProperty("known_hosts") String knownHosts) {}

    /** The whole file. */
    record Content(List<Entry> clients) {}

    /** As ssh-agent makes it known. */
    private static final Optional<Path> AGENT = Optional.ofNullable(System.getenv("SSH_AUTH_SOCK"))
            .filter(socket -> !socket.isBlank())
            .map(Path::of);

    private static final Pattern PORT = Pattern.compile("\\d{1,5}");
    private static final Pattern ITEM = Pattern.compile("\\s*-(\\s.*)?");

    private final Path file;
    private final String text;

    private ClientsFile(Path file, String text) {
        this.file = file;
        this.text = text;
    }

    /**
     * Reads the file.
     *
     * @return what starts a client on each of its machines
     * @throws UsageException naming file, line and key of what is wrong
     */
    public static ClientLauncher read(Path file) {
        return new SshLauncher(hosts(file), RunningJar.path());
    }

    /**
     * Counts its clients.
     *
     * @throws UsageException as {@link #read}
     */
    public static int size(Path file) {
        return hosts(file).size();
    }

    /**
     * Returns whether all its clients are on this machine.
     *
     * @throws UsageException as {@link #read}
     */
    public static boolean isHere(Path file) {
        return hosts(file).stream().allMatch(ClientHost::isHere);
    }

    /** Reads the machines, in their order. */
    static List<ClientHost> hosts(Path file) {
        try {
            return new ClientsFile(file, UserFile.text(file)).hosts();
        } catch (NoSuchFileException e) {
            throw new UsageException(
                    "clients file " + file + " does not exist; for clients on this machine give"
                            + " their number, such as --clients 4",
                    e);
        } catch (IOException e) {
            throw new UsageException("clients file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private List<ClientHost> hosts() {
        Content content = Yaml.read(file.toString(), text, Content.class);
        if (content == null || content.clients() == null || content.clients().isEmpty()) {
            throw new UsageException(
                    file + " names no client; it needs clients: and under it a list of machines: - host: NAME");
        }
        List<ClientHost> hosts = new ArrayList<>();
        for (Entry entry : content.clients()) {
            int number = hosts.size() + 1;
            try {
                hosts.add(host(entry));
            } catch (UsageException e) {
                String key = e.getMessage().split(":", 2)[0];
                throw new UsageException(where(number, key) + e.getMessage(), e);
            }
        }
        return List.copyOf(hosts);
    }

    private ClientHost host(Entry entry) {
        if (entry == null || entry.host() == null) {
            throw new UsageException("host: is missing; give the machine's name or address");
        }
        Optional<Path> key = Optional.ofNullable(entry.key()).map(this::path);
        key.filter(path -> !Files.isReadable(path)).ifPresent(path -> {
            throw new UsageException(
                    "key: " + path + " cannot be read; name the private key, or leave it out to use the SSH agent");
        });
        return new ClientHost(
                entry.host(),
                port(entry),
                Optional.ofNullable(entry.user()).orElse(System.getProperty("user.name")),
                key,
                key.isPresent() ? Optional.empty() : AGENT,
                Optional.ofNullable(entry.java()).orElse("java"),
                Optional.ofNullable(entry.cores()),
                path(Optional.ofNullable(entry.knownHosts()).orElse("~/.ssh/known_hosts")));
    }

    private static int port(Entry entry) {
        if (entry.port() == null) {
            return ClientHost.DEFAULT_PORT;
        }
        if (!PORT.matcher(entry.port()).matches()) {
            throw new UsageException("port: '" + entry.port() + "'; give a number, or leave it out for 22");
        }
        return Integer.parseInt(entry.port());
    }

    private Path path(String path) {
        return path.startsWith("~/")
                ? Path.of(System.getProperty("user.home"), path.substring(2))
                : file.toAbsolutePath().resolveSibling(path).normalize();
    }

    /** Returns the beginning of an error of a client, with the line of its key, or of its first line. */
    private String where(int number, String key) {
        List<String> lines = text.lines().toList();
        int items = 0;
        int found = 0;
        for (int line = 1; line <= lines.size() && items <= number; line++) {
            String content = lines.get(line - 1);
            items += ITEM.matcher(content).matches() ? 1 : 0;
            if (items == number
                    && (found == 0 || content.matches("[\\s-]*['\"]?" + Pattern.quote(key) + "['\"]?\\s*:.*"))) {
                found = line;
            }
        }
        return file + (found == 0 ? "" : ", line " + found) + ", client " + number + ": ";
    }
}
