package org.rowmark.db;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.rowmark.artifact.Artifacts;
import org.rowmark.link.LinkSpec;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Transport;
import org.rowmark.util.Choice;
import org.rowmark.util.Secret;
import org.rowmark.util.SecretPlaceholders;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import org.rowmark.util.UserFile;
import org.rowmark.util.Yaml;

/**
 * A targets file: YAML, {@code targets:} and under it a target per key, with the keys of {@link Entry}. A password is
 * {@code ${env:NAME}} or {@code ${file:PATH}}; a literal one is accepted with a warning.
 */
public final class TargetsFile {
    /** The keys of a target in the file. */
    record Entry(
            String database,
            String server,
            String home,
            String version,
            String image,
            String placement,
            String url,
            String user,
            String password,

            @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            List<String> driver,

            String isolation,
            String link,
            String production,
            Map<String, String> properties,
            Map<String, String> settings) {
        Entry {
            driver = driver == null ? Collections.emptyList() : driver;
            properties = properties == null ? Map.of() : properties;
            settings = settings == null ? Map.of() : settings;
        }
    }

    /** The whole file. */
    record Content(Map<String, Entry> targets) {}

    private static final Map<ServerKind, Function<Entry, String>> SOURCES = Map.of(
            ServerKind.LOCAL, Entry::home, ServerKind.ARTIFACT, Entry::version, ServerKind.CONTAINER, Entry::image);

    private final Path file;
    private final SecretPlaceholders references;
    private final Consumer<String> warnings;
    private final String text;

    /**
     * Reads the file.
     *
     * @param environment value of an environment variable, null where it is not set
     * @param warnings receives one line per warning
     * @throws UsageException if it cannot be read
     */
    public TargetsFile(Path file, UnaryOperator<String> environment, Consumer<String> warnings) {
        this.file = file;
        this.references = new SecretPlaceholders(environment);
        this.warnings = warnings;
        this.text = text(file);
    }

    /**
     * Returns the targets by name. Their variables and files are looked up when a target is used: unused ones need not be
     * complete on this machine.
     *
     * @throws UsageException naming file, line and key of what is wrong
     */
    public Map<String, Supplier<Target>> read() {
        Content content = Yaml.read(file.toString(), text, Content.class);
        if (content == null || content.targets() == null || content.targets().isEmpty()) {
            throw new UsageException(file + " names no target; it needs targets: and under it a target per name");
        }
        Map<String, Supplier<Target>> targets = new LinkedHashMap<>();
        content.targets().forEach((name, entry) -> {
            Target unresolved = unresolved(name, entry);
            targets.put(name, () -> resolved(unresolved, entry));
        });
        return targets;
    }

    private static String text(Path file) {
        try {
            return UserFile.text(file);
        } catch (NoSuchFileException e) {
            throw new UsageException("targets file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new UsageException("targets file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Checks all that needs no variable or file. */
    private Target unresolved(String name, Entry entry) {
        String where = where(name);
        if (entry == null || entry.database() == null) {
            throw new UsageException(where + "database: is missing; it is one of "
                    + String.join(
                            ", ", Databases.all().stream().map(Database::id).toList()));
        }
        try {
            requireValues("properties: ", entry.properties());
            for (String key : List.of("user", "password")) {
                if (entry.properties().containsKey(key)) {
                    throw new UsageException("properties: " + key + " is a key of the target, beside properties:");
                }
            }
            requireValues("settings: ", entry.settings());
            if (entry.driver().contains(null)) {
                throw new UsageException("driver: give a jar or Maven coordinates");
            }
            Database database = Databases.named(entry.database());
            ServerKind server = serverKind(entry, database);
            return new Target(
                    name,
                    database.id(),
                    new Target.ServerSource(
                            server,
                            source(entry, server),
                            oneOf("placement", entry.placement(), Transport.values())
                                    .orElse(Transport.TCP),
                            Optional.empty()),
                    new Target.Access(
                            Optional.ofNullable(entry.url()),
                            Optional.ofNullable(entry.user()),
                            Optional.empty(),
                            entry.driver(),
                            oneOf("isolation", entry.isolation(), Isolation.values()),
                            link(entry),
                            entry.properties()),
                    entry.settings(),
                    isProduction(entry, server));
        } catch (UsageException e) {
            String[] words = e.getMessage().split(":", 2);
            throw new UsageException(where(name, words[0]) + e.getMessage(), e);
        }
    }

    private Target resolved(Target target, Entry entry) {
        String where = where(target.name());
        Optional<String> url = target.url().map(value -> references.resolve(where + "url", value));
        url.ifPresent(Secrets::registerIn);
        Target.Access access = new Target.Access(
                url,
                target.user().map(user -> references.resolve(where + "user", user)),
                Optional.ofNullable(entry.password()).map(password -> password(where, password)),
                target.driver().stream().map(driver -> driver(where, driver)).toList(),
                target.isolation(),
                target.link(),
                properties(where, target.properties()));
        Target resolved = new Target(
                target.name(),
                target.database(),
                target.serverSource(),
                access,
                target.settings(),
                target.isProduction());
        return target.source()
                .map(source -> resolved.withSource(source(target, references.resolve(where + "home", source))))
                .orElse(resolved);
    }

    private static ServerKind serverKind(Entry entry, Database database) {
        Optional<ServerKind> named = oneOf("server", entry.server(), ServerKind.values());
        if (named.isPresent()) {
            return named.get();
        }
        for (Map.Entry<ServerKind, Function<Entry, String>> source : SOURCES.entrySet()) {
            if (source.getValue().apply(entry) != null) {
                return source.getKey();
            }
        }
        if (entry.url() != null) {
            return database.opens(entry.url()) ? ServerKind.EMBEDDED : ServerKind.EXTERNAL;
        }
        return database.targets().stream()
                .findFirst()
                .map(Target::server)
                .orElseThrow(() -> new UsageException("url: is missing; " + database.name() + " is reached by a URL"));
    }

    private static <T extends Choice> Optional<T> oneOf(String key, String text, T[] values) {
        return Optional.ofNullable(text).map(id -> Choice.parse(key + ":", id, values));
    }

    private static Optional<LinkSpec> link(Entry entry) {
        return Optional.ofNullable(entry.link())
                .filter(link -> !link.equals(LinkSpec.NONE))
                .map(link -> LinkSpec.parse("link:", link));
    }

    private static void requireValues(String key, Map<String, String> values) {
        values.forEach((name, value) -> {
            if (value == null) {
                throw new UsageException(key + name + ": give a value");
            }
        });
    }

    private static boolean isProduction(Entry entry, ServerKind server) {
        boolean isProduction = "true".equals(entry.production());
        if (!isProduction && entry.production() != null && !entry.production().equals("false")) {
            throw new UsageException("production: '" + entry.production() + "'; give true or false");
        }
        if (isProduction && server != ServerKind.EXTERNAL) {
            throw new UsageException("production: true is for a server that runs already, reached by its url:");
        }
        return isProduction;
    }

    private Map<String, String> properties(String where, Map<String, String> properties) {
        Map<String, String> resolved = new TreeMap<>();
        properties.forEach((name, value) -> {
            String text = references.resolve(where + "properties: " + name, value);
            if (Secrets.isName(name)) {
                Secrets.register(text);
            }
            resolved.put(name, text);
        });
        return resolved;
    }

    /** Returns the source of the server, whose key depends on the kind of server. */
    private static Optional<String> source(Entry entry, ServerKind server) {
        SOURCES.forEach((kind, value) -> {
            if (kind != server && value.apply(entry) != null) {
                throw new UsageException("server: " + server.id() + " and what a server: " + kind.id()
                        + " is started from exclude each other; home: is for local, version: for artifact,"
                        + " image: for container");
            }
        });
        return Optional.ofNullable(SOURCES.get(server)).map(value -> value.apply(entry));
    }

    /** Resolves a home, which is relative to the targets file. */
    private String source(Target target, String source) {
        return target.server() == ServerKind.LOCAL ? directory().resolve(source).toString() : source;
    }

    private Path directory() {
        return file.toAbsolutePath().getParent();
    }

    private Secret password(String where, String text) {
        if (!SecretPlaceholders.isIn(text)) {
            warnings.accept(where + "the password is in the file; ${env:NAME} or ${file:PATH} would keep it out");
        }
        return Secret.of(references.resolve(where + "password", text));
    }

    /** Returns Maven coordinates as they are, and resolves paths, which are relative to the targets file. */
    private String driver(String where, String text) {
        String driver = references.resolve(where + "driver", text);
        if (Artifacts.areCoordinates(driver)) {
            return driver;
        }
        try {
            return DriverJars.jar(directory().resolve(driver)).toString();
        } catch (UsageException | InvalidPathException e) {
            throw new UsageException(where + "driver: " + e.getMessage(), e);
        }
    }

    /** Returns the beginning of an error of a target, with its line, or that of the first of the keys below it. */
    private String where(String target, String... keys) {
        String[] path =
                Stream.concat(Stream.of("targets", target), Stream.of(keys)).toArray(String[]::new);
        return file + ", line " + Yaml.line(text, path) + ", target '" + target + "': ";
    }
}
