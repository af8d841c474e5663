package org.rowmark.targets;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.util.Secret;

/**
 * The connection parameters of a running server.
 *
 * @param database id of the {@code Database}
 * @param url JDBC URL without a password in it
 * @param user empty where the URL needs none
 * @param password empty for none
 * @param driver jars of the driver, empty for the bundled one
 * @param properties connection properties that every connection gets
 */
public record Endpoint(
        String database,
        String url,
        Optional<String> user,
        Optional<Secret> password,
        List<Path> driver,
        Map<String, String> properties) {

    public Endpoint {
        driver = List.copyOf(driver);
        properties = Map.copyOf(properties);
    }

    public Endpoint as(String newUser, Secret newPassword) {
        return new Endpoint(database, url, Optional.of(newUser), Optional.of(newPassword), driver, properties);
    }

    public Endpoint at(String newUrl) {
        return new Endpoint(database, newUrl, user, password, driver, properties);
    }

    public Endpoint with(Map<String, String> newProperties) {
        return new Endpoint(database, url, user, password, driver, newProperties);
    }
}
