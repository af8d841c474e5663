package org.rowmark.db;

import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Finds the JDBC driver of an endpoint, bundled or from the endpoint's own jar, and connects with it. */
public final class Drivers {
    private static final Map<List<Path>, List<Driver>> FROM_JARS = new ConcurrentHashMap<>();

    /** What is asked on a connection. */
    @FunctionalInterface
    public interface Question<T> {
        T answer(Connection connection) throws SQLException;
    }

    private Drivers() {}

    /**
     * @return a new connection with autocommit on
     * @throws SQLException as the driver throws it
     * @throws UsageException if no driver accepts the URL
     */
    public static Connection connect(Endpoint endpoint, ConnectionMode mode) throws SQLException {
        Driver driver = driverOf(endpoint);
        Connection connection = driver.connect(endpoint.url(), propertiesOf(endpoint, mode));
        if (connection == null) {
            throw noDriver(endpoint);
        }
        return connection;
    }

    /**
     * Asks on a connection of its own and lets go of the database afterwards. The orchestrating process connects in
     * this way only: an embedded database can be open in one process at a time, and the forks come next.
     */
    public static <T> T ask(Endpoint endpoint, Question<T> question) throws SQLException {
        Connection opened = connect(endpoint, ConnectionMode.PLAIN);
        try (Connection connection = opened) {
            return question.answer(connection);
        } finally {
            Databases.named(endpoint.database()).release(endpoint);
        }
    }

    /** The driver that accepts the endpoint's URL, ready to connect. */
    public static Driver driverOf(Endpoint endpoint) throws SQLException {
        Databases.named(endpoint.database()).prepare(endpoint);
        return accepting(endpoint).orElseThrow(() -> noDriver(endpoint));
    }

    /** Whether one of the endpoint's drivers accepts its URL. */
    public static boolean accept(Endpoint endpoint) throws SQLException {
        return accepting(endpoint).isPresent();
    }

    private static Optional<Driver> accepting(Endpoint endpoint) throws SQLException {
        List<Driver> candidates = endpoint.driver().isEmpty()
                ? DriverManager.drivers().toList()
                : FROM_JARS.computeIfAbsent(endpoint.driver(), Drivers::load);
        for (Driver driver : candidates) {
            if (driver.acceptsURL(endpoint.url())) {
                return Optional.of(driver);
            }
        }
        return Optional.empty();
    }

    /** User, password, the endpoint's properties and those of the mode, as drivers want them. */
    public static Properties propertiesOf(Endpoint endpoint, ConnectionMode mode) {
        Properties properties = new Properties();
        properties.putAll(endpoint.properties());
        properties.putAll(Databases.named(endpoint.database()).properties(mode));
        endpoint.user().ifPresent(user -> properties.setProperty("user", user));
        endpoint.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        return properties;
    }

    private static UsageException noDriver(Endpoint endpoint) {
        String where = endpoint.driver().isEmpty()
                ? "among the bundled ones ("
                        + DriverManager.drivers()
                                .map(driver -> driver.getClass().getName())
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + "); give the jar as driver: in the targets file"
                : "in " + names(endpoint.driver());
        return new UsageException("no JDBC driver accepts the URL " + endpoint.url() + " " + where);
    }

    private static List<Driver> load(List<Path> jars) {
        try {
            URL[] urls = new URL[jars.size()];
            for (int i = 0; i < urls.length; i++) {
                urls[i] = jars.get(i).toUri().toURL();
            }
            // Stays open as long as the process: connections load classes from it at any time.
            URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
            List<Driver> drivers = ServiceLoader.load(Driver.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();
            if (drivers.isEmpty()) {
                throw new UsageException(
                        "driver: " + names(jars) + " holds no JDBC driver (no META-INF/services/java.sql.Driver)");
            }
            return drivers;
        } catch (ServiceConfigurationError e) {
            throw new UsageException("driver: " + names(jars) + " cannot be loaded: " + e.getMessage(), e);
        } catch (MalformedURLException e) {
            throw new UsageException("driver: " + names(jars) + " is not a usable path", e);
        }
    }

    private static String names(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
