package org.rowmark.db;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A named place to measure: a database, how to reach or start it, and its settings.
 *
 * @param name unique in a run; letters, digits, dot, dash, underscore
 * @param database id of the {@link Database}
 * @param server how the server comes to be
 * @param url JDBC URL; present exactly for external servers, optional for embedded ones
 * @param user database user, empty for the database's default
 * @param password empty for none
 * @param driver a jar to load the JDBC driver from, empty for the bundled one
 * @param settings server or engine settings by their own names, sorted; applied when the server is started
 */
public record Target(
        String name,
        String database,
        ServerKind server,
        Optional<String> url,
        Optional<String> user,
        Optional<Secret> password,
        Optional<Path> driver,
        Map<String, String> settings) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    public Target {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(server, "server");
        settings = java.util.Collections.unmodifiableMap(new TreeMap<>(settings));
        if (!NAME.matcher(name).matches()) {
            throw new UsageException("target name '" + name + "': use letters, digits, '.', '-' and '_'");
        }
        if (server == ServerKind.EXTERNAL && url.isEmpty()) {
            throw new UsageException("target '" + name + "': an external server needs url:");
        }
        if (server == ServerKind.LOCAL && url.isPresent()) {
            throw new UsageException("target '" + name
                    + "': url: and server: local exclude each other; a local server gets its own address");
        }
    }

    /** A target with nothing set: no URL, default user, bundled driver. */
    public static Target builtIn(String name, String database, ServerKind server) {
        return new Target(
                name,
                database,
                server,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of());
    }

    /** The same target at that URL. */
    public Target at(String jdbcUrl) {
        return new Target(name, database, server, Optional.of(jdbcUrl), user, password, driver, settings);
    }
}
