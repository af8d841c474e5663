package org.rowmark.db;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.jvm.setting.TargetJvm;
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

/** A targets file: YAML, {@code targets:} and under it a target per key, with the keys of {@link Entry}. */
public final class TargetsFile {
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
            String java,
            String jvmArgs,
            String production,
            Map<String, String> properties,
            Map<String, String> settings) {
        Entry {
            driver = driver == null ? Collections.emptyList() : driver;
            properties = properties == null ? Map.of() : properties;
            settings = settings == null ? Map.of() : settings;
        }
    }

    record Content(Map<String, Entry> targets) {}

    private static final Map<ServerKind, Function<Entry, String>> SOURCES = Map.of(
            ServerKind.LOCAL, Entry::home, ServerKind.ARTIFACT, Entry::version, ServerKind.CONTAINER, Entry::image);

    private final Path file;
    private final SecretPlaceholders references;
    private final Consumer<String> warnings;
    private final String text;

    /** Reads the file; variables that are not set are null, and each warning is a line. */
    public TargetsFile(Path file, UnaryOperator<String> environment, Consumer<String> warnings) {
        this.file = file;
        this.references = new SecretPlaceholders(environment);
        this.warnings = warnings;
        this.text = UserFile.read("targets file", file, "");
    }

    /** Returns the targets by name; variables and files of those that are not used may be missing. */
    public Map<String, Supplier<Target>> read() {
        Content content = Yaml.read(file.toString(), text, Content.class);
        if (content == null || content.targets() == null || content.targets().isEmpty()) {
            throw new UsageException(file + " names no target; it needs targets: and under it a target per name");
        }
        Map<String, Supplier<Target>> targets = new LinkedHashMap<>();
        content.targets().forEach((name, entry) -> {
            target(name, entry, false);
            targets.put(name, () -> target(name, entry, true));
        });
        return targets;
    }

    /** @param isUsed whether variables and files are looked up; else they stay as they are written */
    private Target target(String name, Entry entry, boolean isUsed) {
        if (entry == null || entry.database() == null) {
            throw new UsageException(where(name) + "database: is missing; it is one of "
                    + String.join(
                            ", ", Databases.all().stream().map(Database::id).toList()));
        }
        try {
            require(entry);
            Database database = Databases.named(entry.database());
            ServerKind server = serverKind(entry, database);
            Transport transport =
                    oneOf("placement", entry.placement(), Transport.values()).orElse(Transport.TCP);
            return new Target(
                    name,
                    database.id(),
                    new Target.ServerSource(server, source(entry, server, isUsed), transport, Optional.empty()),
                    access(name, entry, isUsed),
                    isUsed ? jvm(entry) : TargetJvm.USUAL,
                    entry.settings(),
                    isProduction(entry, server));
        } catch (UsageException e) {
            String key = StringUtils.substringBefore(e.getMessage(), ":");
            throw new UsageException(where(name, key) + e.getMessage(), e);
        }
    }

    private static void require(Entry entry) {
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
    }

    private Target.Access access(String name, Entry entry, boolean isUsed) {
        Optional<LinkSpec> link = Optional.ofNullable(entry.link())
                .filter(text -> !text.equals(LinkSpec.NONE))
                .map(text -> LinkSpec.parse("link:", text));
        BinaryOperator<String> lookUp = lookUp(isUsed);
        Optional<String> url = Optional.ofNullable(entry.url()).map(text -> lookUp.apply("url", text));
        url.filter(any -> isUsed).ifPresent(Secrets::registerIn);
        return new Target.Access(
                url,
                Optional.ofNullable(entry.user()).map(text -> lookUp.apply("user", text)),
                Optional.ofNullable(entry.password()).filter(any -> isUsed).map(text -> password(name, text)),
                isUsed ? entry.driver().stream().map(this::driver).toList() : entry.driver(),
                oneOf("isolation", entry.isolation(), Isolation.values()),
                link,
                isUsed ? properties(entry.properties()) : entry.properties());
    }

    /** Returns the choice of the JVM; the directory of a JDK is relative to the targets file. */
    private TargetJvm jvm(Entry entry) {
        TargetJvm jvm = TargetJvm.USUAL;
        if (entry.java() != null) {
            Path java = directory().resolve(references.resolve(TargetJvm.JAVA, entry.java()));
            jvm = jvm.with(TargetJvm.JAVA, java.toString());
        }
        return entry.jvmArgs() == null ? jvm : jvm.with(TargetJvm.ARGUMENTS, entry.jvmArgs());
    }

    private BinaryOperator<String> lookUp(boolean isUsed) {
        return isUsed ? references::resolve : (key, text) -> text;
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

    private Map<String, String> properties(Map<String, String> properties) {
        Map<String, String> resolved = new TreeMap<>();
        properties.forEach((name, value) -> {
            String text = references.resolve("properties: " + name, value);
            if (Secrets.isName(name)) {
                Secrets.register(text);
            }
            resolved.put(name, text);
        });
        return resolved;
    }

    /** Returns the source of the server, whose key depends on its kind; a home is relative to the targets file. */
    private Optional<String> source(Entry entry, ServerKind server, boolean isUsed) {
        SOURCES.forEach((kind, value) -> {
            if (kind != server && value.apply(entry) != null) {
                throw new UsageException("server: " + server.id() + " and what a server: " + kind.id()
                        + " is started from exclude each other; home: is for local, version: for artifact,"
                        + " image: for container");
            }
        });
        Optional<String> source = Optional.ofNullable(SOURCES.get(server))
                .map(value -> value.apply(entry))
                .map(text -> lookUp(isUsed).apply("home", text));
        return source.map(home ->
                isUsed && server == ServerKind.LOCAL ? directory().resolve(home).toString() : home);
    }

    private Path directory() {
        return file.toAbsolutePath().getParent();
    }

    private Secret password(String target, String text) {
        if (!SecretPlaceholders.isIn(text)) {
            warnings.accept(
                    where(target) + "the password is in the file; ${env:NAME} or ${file:PATH} would keep it out");
        }
        return Secret.of(references.resolve("password", text));
    }

    /** Returns Maven coordinates as they are, and resolves paths, which are relative to the targets file. */
    private String driver(String text) {
        String driver = references.resolve("driver", text);
        try {
            return Artifacts.areCoordinates(driver)
                    ? driver
                    : DriverJars.jar(directory().resolve(driver)).toString();
        } catch (UsageException | InvalidPathException e) {
            throw new UsageException("driver: " + e.getMessage(), e);
        }
    }

    /** Returns the beginning of an error of a target, with its line, or that of the first of the keys below it. */
    private String where(String target, String... keys) {
        String[] path =
                Stream.concat(Stream.of("targets", target), Stream.of(keys)).toArray(String[]::new);
        return file + ", line " + Yaml.line(text, path) + ", target '" + target + "': ";
    }
}
