package org.rowmark.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.util.UsageException;

/**
 * The address of a server in a JDBC URL, of whatever driver: {@code //host:port}, also behind a user and a password, or
 * Oracle's {@code @host:port}.
 *
 * @param url the URL
 * @param begin where host and port begin in it
 * @param end where they end
 * @param server host and port
 */
public record LinkAddress(String url, int begin, int end, InetSocketAddress server) {
    private static final Pattern AUTHORITY = Pattern.compile("//(?:[^/?;@]*@)?([^/?;]*)|@([^/?;:]+:\\d+)");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:,=()\\\\\\[\\]]+)(?::(\\d{1,5}))?");

    private static final Pattern LOOPBACK = Pattern.compile("(?i)(localhost|127(\\.\\d+){3}|\\[::1])(:\\d+)?");

    /**
     * Finds the address.
     *
     * @param defaultPort of servers of that product; empty if it is not known
     * @throws UsageException if there is none, or not just one
     */
    public static LinkAddress in(String url, OptionalInt defaultPort) {
        Matcher authority = AUTHORITY.matcher(url);
        if (!authority.find()) {
            throw new UsageException("a link cannot lie between: the URL has no //host:port");
        }
        int group = authority.group(1) == null ? 2 : 1;
        String text = authority.group(group);
        Matcher host = HOST.matcher(text);
        if (!host.matches()) {
            throw new UsageException("a link lies before one server: write //host:port in the URL, not '" + text + "'");
        }
        if (host.group(2) == null && defaultPort.isEmpty()) {
            throw new UsageException("a link needs the server's port: write //" + text + ":PORT in the URL");
        }
        int port = host.group(2) == null ? defaultPort.getAsInt() : Integer.parseInt(host.group(2));
        String name = host.group(1).replaceAll("[\\[\\]]", "");
        return new LinkAddress(
                url, authority.start(group), authority.end(group), InetSocketAddress.createUnresolved(name, port));
    }

    /** Returns whether the server in a URL, or each of several, is on this machine's loopback address. */
    public static boolean isLoopback(String url) {
        Matcher authority = AUTHORITY.matcher(url);
        if (!authority.find()) {
            return false;
        }
        String text = authority.group(1) == null ? authority.group(2) : authority.group(1);
        return Stream.of(text.split(",", -1)).allMatch(LOOPBACK.asMatchPredicate());
    }

    /** Returns the URL with a relay of this machine in place of the server. */
    public String through(int port) {
        return url.substring(0, begin)
                + InetAddress.getLoopbackAddress().getHostAddress() + ":" + port
                + url.substring(end);
    }
}
