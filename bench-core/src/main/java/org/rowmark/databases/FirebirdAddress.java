package org.rowmark.databases;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.db.Endpoint;

/**
 * What a URL of Firebird's driver points at.
 *
 * @param scheme what the URL begins with, up to the host or path
 * @param host empty for a file that this machine's engine opens
 * @param port 3050 where the URL says none
 * @param database path or alias, as the server sees it
 */
record FirebirdAddress(String scheme, Optional<String> host, int port, String database) {
    private static final int USUAL_PORT = 3050;

    /** {@code //host:port/path}, or {@code host/port:path} as older drivers have it. */
    private static final Pattern REMOTE = Pattern.compile("(?://([^/:]+)(?::(\\d+))?/|([^/:]+)(?:/(\\d+))?:)(.+)");

    private static final Pattern SCHEME =
            Pattern.compile("(jdbc:firebird(?:sql)?:(?:(?:java|native|local|embedded):)?)(.*)");

    static FirebirdAddress of(Endpoint endpoint) {
        String url = endpoint.url().replaceFirst("[?;].*", "");
        Matcher parts = SCHEME.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(url);
        }
        Matcher remote = REMOTE.matcher(parts.group(2));
        if (!remote.matches()) {
            return new FirebirdAddress(parts.group(1), Optional.empty(), USUAL_PORT, parts.group(2));
        }
        boolean isNew = remote.group(1) != null;
        String port = isNew ? remote.group(2) : remote.group(4);
        return new FirebirdAddress(
                parts.group(1),
                Optional.of(isNew ? remote.group(1) : remote.group(3)),
                port == null ? USUAL_PORT : Integer.parseInt(port),
                remote.group(5));
    }

    /** The same by URLs of that scheme. */
    FirebirdAddress through(String newScheme) {
        return new FirebirdAddress(newScheme, host, port, database);
    }

    /** The same server's database of that path. */
    String url(String path) {
        return scheme + host.map(name -> "//" + name + ":" + port + "/").orElse("") + path;
    }

    /** As Firebird's own programs want it. */
    String connection(String path) {
        return host.map(name -> name + "/" + port + ":").orElse("") + path;
    }
}
