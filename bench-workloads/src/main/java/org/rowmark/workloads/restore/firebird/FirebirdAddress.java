package org.rowmark.workloads.restore.firebird;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.lang3.math.NumberUtils;
import org.rowmark.targets.Endpoint;

/**
 * The parts of a URL of Firebird's driver.
 *
 * @param host empty for a file that this machine's engine opens
 * @param database path or alias, as the server sees it
 * @param parameters end of the URL, with the mark that it begins with; empty for none
 */
record FirebirdAddress(String scheme, Optional<String> host, int port, String database, String parameters) {
    private static final int DEFAULT_PORT = 3050;

    /** Scheme, with a group where the client library finds the database and not the driver itself; the rest. */
    private static final Pattern URL =
            Pattern.compile("(jdbc:firebird(?:sql)?:(?:java:|(native:|local:|embedded:))?)([^?;]*)(.*)");

    /** {@code //host:port/path}, or {@code host/port:path} as older drivers have it. */
    private static final Pattern REMOTE = Pattern.compile("//([^/:]+)(?::(\\d+))?/(.+)|([^/:]+)(?:/(\\d+))?:(.+)");

    static FirebirdAddress of(Endpoint endpoint) {
        Matcher url = URL.matcher(endpoint.url());
        if (!url.matches()) {
            throw new IllegalArgumentException(endpoint.url());
        }
        Matcher remote = REMOTE.matcher(url.group(3));
        if (!remote.matches()) {
            Optional<String> host = url.group(2) == null ? Optional.of("localhost") : Optional.empty();
            return new FirebirdAddress(url.group(1), host, DEFAULT_PORT, url.group(3), url.group(4));
        }
        int form = remote.group(1) == null ? 4 : 1;
        return new FirebirdAddress(
                url.group(1),
                Optional.of(remote.group(form)),
                NumberUtils.toInt(remote.group(form + 1), DEFAULT_PORT),
                remote.group(form + 2),
                url.group(4));
    }

    FirebirdAddress withScheme(String newScheme) {
        return new FirebirdAddress(newScheme, host, port, database, parameters);
    }

    /** Returns the URL of the same server's database at a path. */
    String url(String path) {
        return scheme + host.map(name -> "//" + name + ":" + port + "/").orElse("") + path + parameters;
    }

    /** Returns the server's database at a path, in the form of Firebird's own programs. */
    String connection(String path) {
        return host.map(name -> name + "/" + port + ":").orElse("") + path;
    }
}
