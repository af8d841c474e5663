package org.rowmark.db;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A targets file: YAML, {@code targets:} and under it a target per key, with the keys of {@link Entry}. A password is
 * {@code ${env:NAME}} or {@code ${file:PATH}}; a literal one is accepted with a warning.
 */
public final class TargetsFile {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(env|file):([^}]+)}");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

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
    private final UnaryOperator<String> environment;
    private final Consumer<String> warnings;

    /**
     * @param file the YAML file
     * @param environment value of an environment variable, null where it is not set
     * @param warnings takes one line per warning
     */
    public TargetsFile(Path file, UnaryOperator<String> environment, Consumer<String> warnings) {
        this.file = file;
        this.environment = environment;
        this.warnings = warnings;
    }

    /** @throws UsageException naming file, line and key of what is wrong */
    public List<Target> read() {
        Content content = parse();
        if (content == null || content.targets() == null || content.targets().isEmpty()) {
            throw new UsageException(file + " names no target; it needs targets: and under it a target per name");
        }
        List<Target> targets = new ArrayList<>();
        content.targets().forEach((name, entry) -> targets.add(target(name, entry)));
        return targets;
    }

    private Content parse() {
        try {
            return YAML.readValue(Files.readString(file), Content.class);
        } catch (UnrecognizedPropertyException e) {
            List<String> known =
                    e.getKnownPropertyIds().stream().map(Object::toString).toList();
            throw new UsageException(
                    at(e) + "unknown key '" + e.getPropertyName() + "'" + Names.suggestion(e.getPropertyName(), known),
                    e);
        } catch (DatabindException e) {
            String where = e.getPath().isEmpty()
                    ? ""
                    : "key '" + e.getPath().get(e.getPath().size() - 1).getPropertyName() + "': ";
            throw new UsageException(at(e) + where + firstLine(e.getOriginalMessage()), e);
        } catch (JacksonException e) {
            throw new UsageException(at(e) + firstLine(e.getOriginalMessage()), e);
        } catch (IOException e) {
            throw new UsageException("targets file " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private Target target(String name, Entry entry) {
        String where = file + ", target '" + name + "': ";
        if (entry == null || entry.database() == null) {
            throw new UsageException(where + "database: is missing; it is one of "
                    + String.join(
                            ", ", Databases.all().stream().map(Database::id).toList()));
        }
        Database database = Databases.named(entry.database());
        return new Target(
                name,
                database.id(),
                serverKind(where, entry, database),
                Optional.ofNullable(entry.url()).map(url -> resolve(where + "url", url)),
                Optional.ofNullable(entry.user()).map(user -> resolve(where + "user", user)),
                Optional.ofNullable(entry.password()).map(password -> password(where, password)),
                Optional.ofNullable(entry.driver()).map(driver -> driver(where, driver)),
                entry.settings() == null ? Map.of() : entry.settings());
    }

    private static ServerKind serverKind(String where, Entry entry, Database database) {
        if (entry.server() != null) {
            for (ServerKind kind : ServerKind.values()) {
                if (kind.word().equals(entry.server())) {
                    return kind;
                }
            }
            List<String> words =
                    List.of(ServerKind.values()).stream().map(ServerKind::word).toList();
            throw new UsageException(
                    where + "server: '" + entry.server() + "'" + Names.suggestion(entry.server(), words));
        }
        if (entry.url() != null) {
            return ServerKind.EXTERNAL;
        }
        return database.targets().stream()
                .findFirst()
                .map(Target::server)
                .orElseThrow(() ->
                        new UsageException(where + "url: is missing; " + database.name() + " is reached by a URL"));
    }

    private Secret password(String where, String text) {
        if (!REFERENCE.matcher(text).find()) {
            warnings.accept(where + "the password stands in the file; ${env:NAME} or ${file:PATH} would keep it out");
        }
        return Secret.of(resolve(where + "password", text));
    }

    private Path driver(String where, String text) {
        Path jar = file.toAbsolutePath().getParent().resolve(resolve(where + "driver", text));
        if (!Files.isRegularFile(jar)) {
            throw new UsageException(where + "driver: " + jar + " is not a file; give the path of the driver's jar");
        }
        return jar;
    }

    /** Replaces the references of a value; what they stand for is never part of an error message. */
    private String resolve(String where, String text) {
        return REFERENCE.matcher(text).replaceAll(match -> {
            String name = match.group(2);
            String value = match.group(1).equals("env") ? environment.apply(name) : contentOf(where, Path.of(name));
            if (value == null) {
                throw new UsageException(where + ": the environment variable " + name + " is not set");
            }
            return Matcher.quoteReplacement(value);
        });
    }

    private static String contentOf(String where, Path secretFile) {
        try {
            return Files.readString(secretFile).strip();
        } catch (IOException e) {
            throw new UsageException(where + ": the file " + secretFile + " cannot be read", e);
        }
    }

    private String at(JacksonException e) {
        return file
                + (e.getLocation() == null ? ": " : ", line " + e.getLocation().getLineNr() + ": ");
    }

    private static String firstLine(String message) {
        return message == null
                ? "not readable as YAML"
                : message.lines().findFirst().orElse("").strip();
    }
}
