package org.rowmark.db;

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
import java.util.Properties;
import org.rowmark.util.FilePermissions;

/**
 * Hands an endpoint, password and all, from the orchestrating process to a fork: a file that only its owner can read,
 * written before the fork starts and deleted when the cell is done. JMH writes system properties, JVM arguments and
 * parameters into its results, so none of them may carry a secret; the system property {@link #PROPERTY} carries only
 * this file's path.
 */
public final class EndpointFile {
    /** System property of the fork: path of the file. */
    public static final String PROPERTY = "rowmark.endpoint";

    private static final String PREFIX = "property.";
    private static final String DRIVER = "driver.";

    private EndpointFile() {}

    /** Writes the file, readable and writable by its owner only. */
    public static void write(Path file, Endpoint endpoint) throws IOException {
        write(file, properties(endpoint));
    }

    /** Writes what {@link #write(Path, Endpoint)} does and where the server runs. */
    public static void write(Path file, Site site) throws IOException {
        Properties properties = properties(site.endpoint());
        SiteProperties.put(properties, site);
        write(file, properties);
    }

    private static Properties properties(Endpoint endpoint) {
        Properties properties = new Properties();
        properties.setProperty("database", endpoint.database());
        properties.setProperty("url", endpoint.url());
        endpoint.user().ifPresent(user -> properties.setProperty("user", user));
        endpoint.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        for (Path jar : endpoint.driver()) {
            properties.setProperty(DRIVER + endpoint.driver().indexOf(jar), jar.toString());
        }
        endpoint.properties().forEach((key, value) -> properties.setProperty(PREFIX + key, value));
        return properties;
    }

    private static void write(Path file, Properties properties) throws IOException {
        Files.deleteIfExists(file);
        try (Writer writer = Files.newBufferedWriter(Files.createFile(file, FilePermissions.ownerOnly(file)))) {
            properties.store(writer, null);
        }
    }

    public static Endpoint read(Path file) throws IOException {
        return endpoint(load(file));
    }

    /** Where the server runs, from a file that was written with it. */
    public static Site readSite(Path file) throws IOException {
        Properties properties = load(file);
        return SiteProperties.get(properties, endpoint(properties));
    }

    private static Properties load(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        }
        return properties;
    }

    private static Endpoint endpoint(Properties properties) {
        Map<String, String> connection = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                connection.put(name.substring(PREFIX.length()), properties.getProperty(name));
            }
        }
        List<Path> jars = new ArrayList<>();
        while (properties.containsKey(DRIVER + jars.size())) {
            jars.add(Path.of(properties.getProperty(DRIVER + jars.size())));
        }
        return new Endpoint(
                properties.getProperty("database"),
                properties.getProperty("url"),
                Optional.ofNullable(properties.getProperty("user")),
                Optional.ofNullable(properties.getProperty("password")).map(Secret::of),
                jars,
                connection);
    }
}
