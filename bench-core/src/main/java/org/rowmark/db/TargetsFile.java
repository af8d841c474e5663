package org.rowmark.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A targets file: YAML, {@code targets:} and under it a target per key, with the keys of {@link Entry}. A password is
 * {@code ${env:NAME}} or {@code ${file:PATH}}; a literal one is accepted with a warning.
 */
public final class TargetsFile {
    /** The keys of a target in the file. */
    record Entry(
            String database,
            String server,
            String url,
            String user,
            String password,
            String driver,
            Map<String, String> settings) {}

    /** The whole file. */
    record Content(Map<String, Entry> targets) {}

    private final Path file;
    private final References references;
    private final Consumer<String> warnings;

    /**
     * @param file the YAML file
     * @param environment value of an environment variable, null where it is not set
     * @param warnings takes one line per warning
     */
    public TargetsFile(Path file, UnaryOperator<String> environment, Consumer<String> warnings) {
        this.file = file;
        this.references = new References(environment);
        this.warnings = warnings;
    }

    /**
     * The targets by name. What they refer to, such as variables and files, is looked up when a target is asked for:
     * one that is not used need not be complete on this machine.
     *
     * @throws UsageException naming file, line and key of what is wrong
     */
    public Map<String, Supplier<Target>> read() {
        Content content = Yaml.read(file.toString(), text(), Content.class);
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

    private String text() {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            throw new UsageException("targets file " + file + " does not exist", e);
        } catch (IOException e) {
            throw new UsageException("targets file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** All that can be checked without looking anything up. */
    private Target unresolved(String name, Entry entry) {
        String where = where(name);
        if (entry == null || entry.database() == null) {
            throw new UsageException(where + "database: is missing; it is one of "
                    + String.join(
                            ", ", Databases.all().stream().map(Database::id).toList()));
        }
        try {
            Database database = Databases.named(entry.database());
            return new Target(
                    name,
                    database.id(),
                    serverKind(entry, database),
                    Optional.ofNullable(entry.url()),
                    Optional.ofNullable(entry.user()),
                    Optional.empty(),
                    Optional.empty(),
                    entry.settings() == null ? Map.of() : entry.settings());
        } catch (UsageException e) {
            throw new UsageException(where + e.getMessage(), e);
        }
    }

    private Target resolved(Target target, Entry entry) {
        String where = where(target.name());
        return new Target(
                target.name(),
                target.database(),
                target.server(),
                target.url().map(url -> references.resolve(where + "url", url)),
                target.user().map(user -> references.resolve(where + "user", user)),
                Optional.ofNullable(entry.password()).map(password -> password(where, password)),
                Optional.ofNullable(entry.driver()).map(driver -> driver(where, driver)),
                target.settings());
    }

    private static ServerKind serverKind(Entry entry, Database database) {
        if (entry.server() != null) {
            List<String> words =
                    List.of(ServerKind.values()).stream().map(ServerKind::word).toList();
            return List.of(ServerKind.values()).stream()
                    .filter(kind -> kind.word().equals(entry.server()))
                    .findFirst()
                    .orElseThrow(() -> new UsageException(
                            "server: '" + entry.server() + "'" + Names.suggestion(entry.server(), words)));
        }
        if (entry.url() != null) {
            return ServerKind.EXTERNAL;
        }
        return database.targets().stream()
                .findFirst()
                .map(Target::server)
                .orElseThrow(() -> new UsageException("url: is missing; " + database.name() + " is reached by a URL"));
    }

    private Secret password(String where, String text) {
        if (!References.isIn(text)) {
            warnings.accept(where + "the password stands in the file; ${env:NAME} or ${file:PATH} would keep it out");
        }
        return Secret.of(references.resolve(where + "password", text));
    }

    private Path driver(String where, String text) {
        Path jar = file.toAbsolutePath().getParent().resolve(references.resolve(where + "driver", text));
        if (!Files.isRegularFile(jar)) {
            throw new UsageException(where + "driver: " + jar + " is not a file; give the path of the driver's jar");
        }
        return jar;
    }

    private String where(String target) {
        return file + ", target '" + target + "': ";
    }
}
