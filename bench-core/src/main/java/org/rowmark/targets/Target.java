package org.rowmark.targets;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.link.LinkSpec;
import org.rowmark.util.Secret;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/**
 * A named place to measure: a database, its server, the access to it, and its settings.
 *
 * @param name unique in a run; letters, digits, dot, dash, underscore; {@code @} before the name of a link
 * @param database id of the {@code Database}
 * @param jvm that measures it
 * @param settings server or engine settings by their own names, sorted; applied when the server is started, by SQL
 *     where it runs already
 * @param isProduction whether nothing may be changed there
 */
public record Target(
        String name,
        String database,
        ServerSource serverSource,
        Access access,
        TargetJvm jvm,
        Map<String, String> settings,
        boolean isProduction) {

    /**
     * The origin of a server.
     *
     * @param source the directory of an installation (local), the version of the binaries (artifact) or the image
     *     (container) to start; empty for the database's own choice
     * @param scheme beginning of the URL of a server that Rowmark starts, where drivers of several schemes reach the
     *     product, for example {@code jdbc:mysql:}; empty for the database's own choice
     */
    public record ServerSource(ServerKind kind, Optional<String> source, Transport transport, Optional<String> scheme) {
        public ServerSource {
            Objects.requireNonNull(kind, "kind");
        }

        private Optional<String> linkObstacle() {
            if (kind == ServerKind.EMBEDDED) {
                return Optional.of("no link can lie between: the database is embedded in the measuring JVM");
            }
            return transport == Transport.SOCKET
                    ? Optional.of("no link can lie between: placement: socket, and a link is for TCP")
                    : Optional.empty();
        }
    }

    /**
     * The user's own choices for connections.
     *
     * @param url JDBC URL; present exactly for external servers, optional for embedded ones
     * @param user database user, empty for the database's default
     * @param password empty for none
     * @param driver jars or Maven coordinates to load the JDBC driver from, empty for the bundled one
     * @param isolation isolation level of connections that are measured, empty for the server's default
     * @param link simulated link between driver and server, empty for none
     * @param properties of every connection, by the driver's own names, sorted
     */
    public record Access(
            Optional<String> url,
            Optional<String> user,
            Optional<Secret> password,
            List<String> driver,
            Optional<Isolation> isolation,
            Optional<LinkSpec> link,
            Map<String, String> properties) {
        public Access {
            driver = List.copyOf(driver);
            properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        }
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(@[A-Za-z0-9._-]+)?");

    public Target {
        Objects.requireNonNull(database, "database");
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
        ServerKind kind = serverSource.kind();
        if (!NAME.matcher(name).matches()) {
            throw new UsageException("target name '" + name + "': use letters, digits, '.', '-' and '_'");
        }
        Secrets.registerName(name);
        Secrets.registerName(database);
        access.user().ifPresent(Secrets::registerName);
        if (kind == ServerKind.EXTERNAL && access.url().isEmpty()) {
            throw invalid(name, "an external server needs url:");
        }
        if (kind.isManaged() && access.url().isPresent()) {
            throw invalid(
                    name,
                    "url: and server: " + kind.id()
                            + " exclude each other; a server that Rowmark starts gets its own address");
        }
        if (!kind.isManaged() && serverSource.transport() != Transport.TCP) {
            throw invalid(
                    name,
                    "placement: " + serverSource.transport().id() + " is for servers that Rowmark starts; an "
                            + kind.id() + " one is reached by its url:");
        }
        access.link().flatMap(link -> serverSource.linkObstacle()).ifPresent(obstacle -> {
            throw invalid(name, obstacle);
        });
    }

    private static UsageException invalid(String name, String text) {
        return new UsageException("target '" + name + "': " + text);
    }

    /** Returns why no link can lie between driver and server; empty if one can. */
    public Optional<String> linkObstacle() {
        return serverSource.linkObstacle();
    }

    /** Returns a target with nothing set: no URL, default user, bundled driver. */
    public static Target builtIn(String name, String database, ServerKind server) {
        return of(name, database, server, Optional.empty());
    }

    /** Returns a server that runs already, with nothing set but its address. */
    public static Target external(String name, String database, String url) {
        return of(name, database, ServerKind.EXTERNAL, Optional.of(url));
    }

    private static Target of(String name, String database, ServerKind server, Optional<String> url) {
        return new Target(
                name,
                database,
                new ServerSource(server, Optional.empty(), Transport.TCP, Optional.empty()),
                new Access(
                        url,
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Map.of()),
                TargetJvm.USUAL,
                Map.of(),
                false);
    }

    public ServerKind server() {
        return serverSource.kind();
    }

    public Optional<String> source() {
        return serverSource.source();
    }

    public Transport transport() {
        return serverSource.transport();
    }

    public Optional<String> scheme() {
        return serverSource.scheme();
    }

    public Optional<String> url() {
        return access.url();
    }

    /** Returns whether its data is in the data directory of the run: not for containers and what is reached by a URL. */
    public boolean usesDataDirectory() {
        return server() != ServerKind.CONTAINER && url().isEmpty();
    }

    public Optional<String> user() {
        return access.user();
    }

    public Optional<Secret> password() {
        return access.password();
    }

    public List<String> driver() {
        return access.driver();
    }

    public Optional<Isolation> isolation() {
        return access.isolation();
    }

    public Optional<LinkSpec> link() {
        return access.link();
    }

    public Map<String, String> properties() {
        return access.properties();
    }

    public UsageException problem(String text) {
        return problem(text, null);
    }

    public UsageException problem(String text, Throwable cause) {
        return new UsageException("target '" + name + "': " + text, cause);
    }

    private Target with(ServerSource newSource) {
        return new Target(name, database, newSource, access, jvm, settings, isProduction);
    }

    private Target with(Access newAccess) {
        return new Target(name, database, serverSource, newAccess, jvm, settings, isProduction);
    }

    public Target named(String newName) {
        return new Target(newName, database, serverSource, access, jvm, settings, isProduction);
    }

    public Target withUrl(String jdbcUrl) {
        return with(new Access(Optional.of(jdbcUrl), user(), password(), driver(), isolation(), link(), properties()));
    }

    public Target withSource(String newSource) {
        return with(new ServerSource(server(), Optional.of(newSource), transport(), scheme()));
    }

    public Target withTransport(Transport newTransport) {
        return with(new ServerSource(server(), source(), newTransport, scheme()));
    }

    public Target withScheme(String newScheme) {
        return with(new ServerSource(server(), source(), transport(), Optional.of(newScheme)));
    }

    public Target withUser(String newUser, Secret newPassword) {
        return with(new Access(
                url(), Optional.of(newUser), Optional.of(newPassword), driver(), isolation(), link(), properties()));
    }

    /** Sets the jars or Maven coordinates of the driver. */
    public Target withDriver(List<String> newDriver) {
        return with(new Access(url(), user(), password(), newDriver, isolation(), link(), properties()));
    }

    public Target withIsolation(Isolation level) {
        return with(new Access(url(), user(), password(), driver(), Optional.of(level), link(), properties()));
    }

    public Target withLink(Optional<LinkSpec> newLink) {
        return with(new Access(url(), user(), password(), driver(), isolation(), newLink, properties()));
    }

    public Target withSettings(Map<String, String> newSettings) {
        return new Target(name, database, serverSource, access, jvm, newSettings, isProduction);
    }

    public Target withJvm(TargetJvm newJvm) {
        return new Target(name, database, serverSource, access, newJvm, settings, isProduction);
    }

    /** Returns what configurations may differ in, by name: the settings, and what is set of the JVM that measures. */
    public Map<String, String> values() {
        Map<String, String> values = new TreeMap<>(settings);
        values.putAll(jvm.values());
        return values;
    }

    /** Sets one of the {@link #values}. */
    public Target with(String valueName, String value) {
        if (TargetJvm.has(valueName)) {
            return withJvm(jvm.with(valueName, value));
        }
        Map<String, String> more = new TreeMap<>(settings);
        more.put(valueName, value);
        return withSettings(more);
    }

    public Target asProduction() {
        return new Target(name, database, serverSource, access, jvm, settings, true);
    }
}
