package org.rowmark.targets;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.stream.Collectors;
import org.rowmark.link.LinkSpec;
import org.rowmark.util.FilePermissions;
import org.rowmark.util.Secret;

/**
 * The file that hands a running target, passwords and all, from the orchestrating process to a fork: only its owner can
 * read it, it is written before the fork starts and deleted when the cell is done. JMH writes system properties, JVM
 * arguments and parameters into its results, so none of them may carry a secret; the system property {@link #PROPERTY}
 * carries only this file's path.
 */
public final class EndpointFile {
    /** System property of the fork: path of the file. */
    public static final String PROPERTY = "rowmark.endpoint";

    private EndpointFile() {}

    /** Writes the file, readable and writable by its owner only. */
    public static void write(Path file, RunningTarget running) throws IOException {
        Properties content = new Properties();
        Target target = running.target();
        Section written = new Section(content, "target.");
        written.put("name", target.name());
        written.put("database", target.database());
        written.put("server", target.server().name());
        written.put("source", target.source());
        written.put("transport", target.transport().name());
        written.put("scheme", target.scheme());
        written.put("url", target.url());
        written.putAccess(target.user(), target.password(), target.driver());
        written.put("isolation", target.isolation().map(Isolation::name));
        written.put("link", target.link().map(LinkSpec::text));
        written.put("properties.", target.properties());
        written.put("settings.", target.settings());
        written.put("production", Boolean.toString(target.isProduction()));

        Endpoint endpoint = running.endpoint();
        written = new Section(content, "endpoint.");
        written.put("database", endpoint.database());
        written.put("url", endpoint.url());
        written.putAccess(
                endpoint.user(),
                endpoint.password(),
                endpoint.driver().stream().map(Path::toString).toList());
        written.put("properties.", endpoint.properties());

        written = new Section(content, "");
        written.put("data", running.workspace().data().toString());
        written.put("log", running.workspace().log().toString());
        written.put("prefix", String.join("\n", running.workspace().prefix()));
        written.put("output", running.output().toString());
        written.put("pid", running.pid().stream().mapToObj(Long::toString).findFirst());
        written.put("features", String.join("\n", running.features()));
        Files.deleteIfExists(file);
        try (Writer writer = Files.newBufferedWriter(Files.createFile(file, FilePermissions.ownerOnly(file)))) {
            content.store(writer, null);
        }
    }

    /** Reads a record equal to the one that was written. */
    public static RunningTarget read(Path file) throws IOException {
        Properties content = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            content.load(reader);
        }
        Section written = new Section(content, "");
        return new RunningTarget(
                target(new Section(content, "target.")),
                endpoint(new Section(content, "endpoint.")),
                new Workspace(
                        Path.of(written.text("data")),
                        Path.of(written.text("log")),
                        written.text("prefix").lines().toList()),
                Path.of(written.text("output")),
                written.optional("pid")
                        .map(Long::parseLong)
                        .map(OptionalLong::of)
                        .orElseGet(OptionalLong::empty),
                written.text("features").lines().collect(Collectors.toSet()));
    }

    private static Target target(Section written) {
        return new Target(
                written.text("name"),
                written.text("database"),
                new Target.ServerSource(
                        ServerKind.valueOf(written.text("server")),
                        written.optional("source"),
                        Transport.valueOf(written.text("transport")),
                        written.optional("scheme")),
                new Target.Access(
                        written.optional("url"),
                        written.optional("user"),
                        written.password(),
                        written.driver(),
                        written.optional("isolation").map(Isolation::valueOf),
                        written.optional("link").map(link -> LinkSpec.parse("link", link)),
                        written.map("properties.")),
                written.map("settings."),
                Boolean.parseBoolean(written.text("production")));
    }

    private static Endpoint endpoint(Section written) {
        return new Endpoint(
                written.text("database"),
                written.text("url"),
                written.optional("user"),
                written.password(),
                written.driver().stream().map(Path::of).toList(),
                written.map("properties."));
    }

    /** The properties with a common beginning of their keys. */
    private record Section(Properties content, String prefix) {
        void put(String key, String value) {
            content.setProperty(prefix + key, value);
        }

        void put(String key, Optional<String> value) {
            value.ifPresent(present -> put(key, present));
        }

        void put(String keys, Map<String, String> values) {
            values.forEach((name, value) -> put(keys + name, value));
        }

        void putAccess(Optional<String> user, Optional<Secret> password, List<String> driver) {
            put("user", user);
            put("password", password.map(Secret::reveal));
            put("driver", String.join("\n", driver));
        }

        String text(String key) {
            return content.getProperty(prefix + key);
        }

        Optional<String> optional(String key) {
            return Optional.ofNullable(text(key));
        }

        Optional<Secret> password() {
            return optional("password").map(Secret::of);
        }

        List<String> driver() {
            return text("driver").lines().toList();
        }

        Map<String, String> map(String keys) {
            Map<String, String> values = new HashMap<>();
            String beginning = prefix + keys;
            content.stringPropertyNames().stream()
                    .filter(key -> key.startsWith(beginning))
                    .forEach(key -> values.put(key.substring(beginning.length()), content.getProperty(key)));
            return values;
        }
    }
}
