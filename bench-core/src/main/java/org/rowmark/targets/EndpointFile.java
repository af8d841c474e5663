package org.rowmark.targets;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
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

    private static final String TARGET = "target.";
    private static final String ENDPOINT = "endpoint.";
    private static final String DATABASE = "database";
    private static final String URL = "url";
    private static final String USER = "user";
    private static final String PASSWORD = "password";
    private static final String DRIVER = "driver.";
    private static final String NAME = TARGET + "name";
    private static final String SERVER = TARGET + "server";
    private static final String SOURCE = TARGET + "source";
    private static final String TRANSPORT = TARGET + "transport";
    private static final String SCHEME = TARGET + "scheme";
    private static final String SETTINGS = TARGET + "settings.";
    private static final String PROPERTIES = ENDPOINT + "properties.";
    private static final String DATA = "data";
    private static final String LOG = "log";
    private static final String OUTPUT = "output";
    private static final String PID = "pid";

    private final Properties content = new Properties();

    private EndpointFile() {}

    /** Writes the file, readable and writable by its owner only. */
    public static void write(Path file, RunningTarget running) throws IOException {
        EndpointFile written = new EndpointFile();
        written.put(running.target());
        written.put(running.endpoint());
        written.content.setProperty(DATA, running.workspace().data().toString());
        written.content.setProperty(LOG, running.workspace().log().toString());
        written.content.setProperty(OUTPUT, running.output().toString());
        running.pid().ifPresent(pid -> written.content.setProperty(PID, Long.toString(pid)));
        Files.deleteIfExists(file);
        try (Writer writer = Files.newBufferedWriter(Files.createFile(file, FilePermissions.ownerOnly(file)))) {
            written.content.store(writer, null);
        }
    }

    /** Reads what was written: an equal record. */
    public static RunningTarget read(Path file) throws IOException {
        EndpointFile read = new EndpointFile();
        try (Reader reader = Files.newBufferedReader(file)) {
            read.content.load(reader);
        }
        return new RunningTarget(
                read.target(),
                read.endpoint(),
                new Workspace(read.path(DATA), read.path(LOG)),
                read.path(OUTPUT),
                read.optional(PID).map(Long::parseLong).map(OptionalLong::of).orElseGet(OptionalLong::empty));
    }

    private void put(Target target) {
        content.setProperty(NAME, target.name());
        content.setProperty(TARGET + DATABASE, target.database());
        content.setProperty(SERVER, target.server().name());
        content.setProperty(TRANSPORT, target.transport().name());
        put(SOURCE, target.source());
        put(SCHEME, target.scheme());
        put(TARGET + URL, target.url());
        put(TARGET + USER, target.user());
        put(TARGET + PASSWORD, target.password().map(Secret::reveal));
        put(TARGET + DRIVER, target.driver());
        put(SETTINGS, target.settings());
    }

    private Target target() {
        return new Target(
                content.getProperty(NAME),
                content.getProperty(TARGET + DATABASE),
                ServerKind.valueOf(content.getProperty(SERVER)),
                optional(SOURCE),
                Transport.valueOf(content.getProperty(TRANSPORT)),
                optional(SCHEME),
                optional(TARGET + URL),
                optional(TARGET + USER),
                optional(TARGET + PASSWORD).map(Secret::of),
                list(TARGET + DRIVER),
                map(SETTINGS));
    }

    private void put(Endpoint endpoint) {
        content.setProperty(ENDPOINT + DATABASE, endpoint.database());
        content.setProperty(ENDPOINT + URL, endpoint.url());
        put(ENDPOINT + USER, endpoint.user());
        put(ENDPOINT + PASSWORD, endpoint.password().map(Secret::reveal));
        put(ENDPOINT + DRIVER, endpoint.driver().stream().map(Path::toString).toList());
        put(PROPERTIES, endpoint.properties());
    }

    private Endpoint endpoint() {
        return new Endpoint(
                content.getProperty(ENDPOINT + DATABASE),
                content.getProperty(ENDPOINT + URL),
                optional(ENDPOINT + USER),
                optional(ENDPOINT + PASSWORD).map(Secret::of),
                list(ENDPOINT + DRIVER).stream().map(Path::of).toList(),
                map(PROPERTIES));
    }

    private void put(String key, Optional<String> value) {
        value.ifPresent(present -> content.setProperty(key, present));
    }

    private Optional<String> optional(String key) {
        return Optional.ofNullable(content.getProperty(key));
    }

    private Path path(String key) {
        return Path.of(content.getProperty(key));
    }

    private void put(String prefix, List<String> values) {
        for (int i = 0; i < values.size(); i++) {
            content.setProperty(prefix + i, values.get(i));
        }
    }

    private List<String> list(String prefix) {
        List<String> values = new ArrayList<>();
        while (content.containsKey(prefix + values.size())) {
            values.add(content.getProperty(prefix + values.size()));
        }
        return values;
    }

    private void put(String prefix, Map<String, String> values) {
        values.forEach((name, value) -> content.setProperty(prefix + name, value));
    }

    private Map<String, String> map(String prefix) {
        Map<String, String> values = new HashMap<>();
        for (String key : content.stringPropertyNames()) {
            if (key.startsWith(prefix)) {
                values.put(key.substring(prefix.length()), content.getProperty(key));
            }
        }
        return values;
    }
}
