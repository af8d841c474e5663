package org.rowmark.targets;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * A JDBC URL in the usual forms: an address behind two slashes, or Oracle's {@code @host:port}; properties behind the
 * first {@code ?} or {@code ;}, separated by {@code &} or {@code ;}.
 */
public record JdbcUrl(String text) {
    private static final Pattern ADDRESS = Pattern.compile("(?<=[:@])//(?:[^/?;]*@)?([^/?;@]+)|@([^/?;:]+:\\d+)");
    private static final Pattern SERVER = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:,=()\\\\\\[\\]]+)(?::(\\d{1,5}))?");
    private static final Pattern LOOPBACK = Pattern.compile("(?i)(localhost|127(\\.\\d+){3}|\\[::1])(:\\d+)?");
    private static final Pattern START = Pattern.compile("[?;]");

    /** A value in braces may contain separators. */
    private static final Pattern PROPERTY = Pattern.compile("([^=&;]+)(?:=(\\{[^}]*}|[^&;]*))?");

    private static final List<String> USER = List.of("user", "username", "user name");

    public String withoutProperties() {
        return START.split(text, 2)[0];
    }

    /** Returns values by name, sorted; empty ones where a property has none. */
    public Map<String, String> properties() {
        Map<String, String> properties = new TreeMap<>();
        Matcher property = PROPERTY.matcher(text);
        property.region(Math.min(text.length(), withoutProperties().length() + 1), text.length());
        while (property.find()) {
            properties.put(
                    property.group(1).strip(),
                    Optional.ofNullable(property.group(2)).orElse("").strip());
        }
        return properties;
    }

    /** Returns the properties as the drivers of PostgreSQL, MariaDB and MySQL decode them. */
    public Map<String, String> decodedProperties() {
        Map<String, String> properties = properties();
        properties.replaceAll((name, value) -> URLDecoder.decode(value, StandardCharsets.UTF_8));
        return properties;
    }

    /** Returns whether a property names the user, which affects no time and is private. */
    public static boolean isUser(String property) {
        return USER.contains(property.toLowerCase(Locale.ROOT));
    }

    /** Returns host and port as written, without a user; empty for a URL of a file or of another form. */
    public Optional<String> address() {
        Matcher address = ADDRESS.matcher(withoutProperties());
        return address.find() ? Optional.of(address.group(group(address))) : Optional.empty();
    }

    private static int group(Matcher address) {
        return address.group(1) == null ? 2 : 1;
    }

    /** Returns host, localhost where the URL has none, and port of each server. */
    public List<InetSocketAddress> servers(int defaultPort) {
        return Stream.of(address().orElse("").split(",", -1))
                .map(SERVER::matcher)
                .map(server -> server.matches()
                        ? server(server, OptionalInt.of(defaultPort))
                        : InetSocketAddress.createUnresolved("localhost", defaultPort))
                .toList();
    }

    private static InetSocketAddress server(Matcher server, OptionalInt defaultPort) {
        int port = server.group(2) == null ? defaultPort.getAsInt() : Integer.parseInt(server.group(2));
        return InetSocketAddress.createUnresolved(server.group(1).replaceAll("[\\[\\]]", ""), port);
    }

    /** Returns the URL of another database of the same server, {@code jdbc:x://host/NAME} or {@code jdbc:x:NAME}. */
    public String withDatabase(String name) {
        String place = withoutProperties();
        int server = place.indexOf("//");
        int slash = server < 0 ? place.lastIndexOf(':') : place.indexOf('/', server + 2);
        String before = slash < 0 ? place + "/" : place.substring(0, slash + 1);
        return before + name + text.substring(place.length());
    }

    /** Returns whether the server, or each of several, is on this machine's loopback address. */
    public boolean isLoopback() {
        return address()
                .filter(servers -> Stream.of(servers.split(",", -1)).allMatch(LOOPBACK.asMatchPredicate()))
                .isPresent();
    }

    /**
     * Returns host and port of the one server, before which a link is to lie.
     *
     * @param defaultPort of servers of that product; empty if it is not known
     * @throws UsageException if there is no address, or not just one
     */
    public InetSocketAddress server(OptionalInt defaultPort) {
        String address = address()
                .orElseThrow(() -> new UsageException("a link cannot lie between: the URL has no //host:port"));
        Matcher server = SERVER.matcher(address);
        if (!server.matches()) {
            throw new UsageException(
                    "a link lies before one server: write //host:port in the URL, not '" + address + "'");
        }
        if (server.group(2) == null && defaultPort.isEmpty()) {
            throw new UsageException("a link needs the server's port: write //" + address + ":PORT in the URL");
        }
        return server(server, defaultPort);
    }

    /** Returns the URL with a port of this machine in place of the server, which it must have. */
    public String through(int port) {
        Matcher address = ADDRESS.matcher(withoutProperties());
        if (!address.find()) {
            throw new IllegalStateException("no server");
        }
        int group = group(address);
        return text.substring(0, address.start(group))
                + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port
                + text.substring(address.end(group));
    }
}
