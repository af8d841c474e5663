package org.rowmark.databases.firebird;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.targets.Endpoint;

/**
 * What a URL of Firebird's driver points at.
 *
 * @param scheme what the URL begins with, up to the host or path
 * @param host empty for a file that this machine's engine opens
 * @param port 3050 where the URL says none
 * @param database path or alias, as the server sees it
 * @param parameters what follows in the URL, with the mark that it begins with; empty for nothing
 */
public record FirebirdAddress(String scheme, Optional<String> host, int port, String database, String parameters) {
    private static final String USUAL_HOST = "localhost";
    private static final int USUAL_PORT = 3050;

    private static final Pattern PARTS = Pattern.compile("([^?;]*)(.*)");

    /** {@code //host:port/path}, or {@code host/port:path} as older drivers have it. */
    private static final Pattern REMOTE = Pattern.compile("(?://([^/:]+)(?::(\\d+))?/|([^/:]+)(?:/(\\d+))?:)(.+)");

    /** The second group is there where the client library looks for the database, and not the driver itself. */
    private static final Pattern SCHEME =
            Pattern.compile("(jdbc:firebird(?:sql)?:(?:java:|(native:|local:|embedded:))?)(.*)");

    public static FirebirdAddress of(Endpoint endpoint) {
        Matcher url = PARTS.matcher(endpoint.url());
        Matcher parts = SCHEME.matcher(url.matches() ? url.group(1) : "");
        if (!parts.matches()) {
            throw new IllegalArgumentException(endpoint.url());
        }
        Matcher remote = REMOTE.matcher(parts.group(3));
        if (!remote.matches()) {
            Optional<String> host = parts.group(2) == null ? Optional.of(USUAL_HOST) : Optional.empty();
            return new FirebirdAddress(parts.group(1), host, USUAL_PORT, parts.group(3), url.group(2));
        }
        boolean isNew = remote.group(1) != null;
        String port = isNew ? remote.group(2) : remote.group(4);
        return new FirebirdAddress(
                parts.group(1),
                Optional.of(isNew ? remote.group(1) : remote.group(3)),
                port == null ? USUAL_PORT : Integer.parseInt(port),
                remote.group(5),
                url.group(2));
    }

    /** The same by URLs of that scheme. */
    public FirebirdAddress through(String newScheme) {
        return new FirebirdAddress(newScheme, host, port, database, parameters);
    }

    /** The same server's database of that path. */
    public String url(String path) {
        return scheme + host.map(name -> "//" + name + ":" + port + "/").orElse("") + path + parameters;
    }

    /** The value of a parameter of the URL. */
    public Optional<String> parameter(String name) {
        Matcher value =
                Pattern.compile("[?;&]" + Pattern.quote(name) + "=([^;&]*)").matcher(parameters);
        return value.find() ? Optional.of(value.group(1)) : Optional.empty();
    }

    /** As Firebird's own programs want it. */
    public String connection(String path) {
        return host.map(name -> name + "/" + port + ":").orElse("") + path;
    }
}
