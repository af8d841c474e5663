package org.rowmark.targets;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rowmark.util.Secret;
import org.rowmark.util.UsageException;

/**
 * A named place to measure: a database, how to reach or start it, and its settings.
 *
 * @param name unique in a run; letters, digits, dot, dash, underscore
 * @param database id of the {@code Database}
 * @param server how the server comes to be
 * @param source what a server is started from: the directory of an installation (local), the version of the binaries
 *     (artifact), the image (container); empty for the database's own choice
 * @param transport how a server that Rowmark starts is reached
 * @param scheme what the URL of a server that Rowmark starts begins with, where drivers of several schemes reach the
 *     product, for example {@code jdbc:mysql:}; empty for the database's own choice
 * @param url JDBC URL; present exactly for external servers, optional for embedded ones
 * @param user database user, empty for the database's default
 * @param password empty for none
 * @param driver jars or Maven coordinates to load the JDBC driver from, empty for the bundled one
 * @param settings server or engine settings by their own names, sorted; applied when the server is started, by SQL
 *     where it runs already
 */
public record Target(
        String name,
        String database,
        ServerKind server,
        Optional<String> source,
        Transport transport,
        Optional<String> scheme,
        Optional<String> url,
        Optional<String> user,
        Optional<Secret> password,
        List<String> driver,
        Map<String, String> settings) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    public Target {
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(server, "server");
        driver = List.copyOf(driver);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        if (!NAME.matcher(name).matches()) {
            throw new UsageException("target name '" + name + "': use letters, digits, '.', '-' and '_'");
        }
        if (server == ServerKind.EXTERNAL && url.isEmpty()) {
            throw new UsageException("target '" + name + "': an external server needs url:");
        }
        if (server.isManaged() && url.isPresent()) {
            throw new UsageException("target '" + name + "': url: and server: " + server.id()
                    + " exclude each other; a server that Rowmark starts gets its own address");
        }
        if (!server.isManaged() && transport != Transport.TCP) {
            throw new UsageException("target '" + name + "': placement: " + transport.id()
                    + " is for servers that Rowmark starts; an " + server.id() + " one is reached as its url: says");
        }
    }

    /** A target with nothing set: no URL, default user, bundled driver. */
    public static Target builtIn(String name, String database, ServerKind server) {
        return new Target(
                name,
                database,
                server,
                Optional.empty(),
                Transport.TCP,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of());
    }

    /** A server that runs already, with nothing set but where it is. */
    public static Target external(String name, String database, String url) {
        return new Target(
                name,
                database,
                ServerKind.EXTERNAL,
                Optional.empty(),
                Transport.TCP,
                Optional.empty(),
                Optional.of(url),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Map.of());
    }

    /** An error of that text with this target's name in front. */
    public UsageException problem(String text) {
        return problem(text, null);
    }

    /** An error of that text with this target's name in front, and its cause. */
    public UsageException problem(String text, Throwable cause) {
        return new UsageException("target '" + name + "': " + text, cause);
    }

    /** The same target under another name. */
    public Target named(String newName) {
        return new Target(newName, database, server, source, transport, scheme, url, user, password, driver, settings);
    }

    /** The same target at that URL. */
    public Target withUrl(String jdbcUrl) {
        return new Target(
                name,
                database,
                server,
                source,
                transport,
                scheme,
                Optional.of(jdbcUrl),
                user,
                password,
                driver,
                settings);
    }

    /** The same target started from that installation, version or image. */
    public Target withSource(String newSource) {
        return new Target(
                name,
                database,
                server,
                Optional.of(newSource),
                transport,
                scheme,
                url,
                user,
                password,
                driver,
                settings);
    }

    /** The same target reached in that way. */
    public Target withTransport(Transport newTransport) {
        return new Target(name, database, server, source, newTransport, scheme, url, user, password, driver, settings);
    }

    /** The same target with URLs of that scheme. */
    public Target withScheme(String newScheme) {
        return new Target(
                name,
                database,
                server,
                source,
                transport,
                Optional.of(newScheme),
                url,
                user,
                password,
                driver,
                settings);
    }

    /** The same target for that user. */
    public Target withUser(String newUser, Secret newPassword) {
        return new Target(
                name,
                database,
                server,
                source,
                transport,
                scheme,
                url,
                Optional.of(newUser),
                Optional.of(newPassword),
                driver,
                settings);
    }

    /** The same target with a driver from these jars or Maven coordinates. */
    public Target withDriver(List<String> newDriver) {
        return new Target(name, database, server, source, transport, scheme, url, user, password, newDriver, settings);
    }

    /** The same target with these settings and no others. */
    public Target withSettings(Map<String, String> newSettings) {
        return new Target(name, database, server, source, transport, scheme, url, user, password, driver, newSettings);
    }
}
