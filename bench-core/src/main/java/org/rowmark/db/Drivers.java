package org.rowmark.db;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.Strings;
import org.apache.commons.lang3.function.FailableFunction;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/** JDBC drivers, bundled or from an endpoint's own jars, and connections by them. */
public final class Drivers {
    /** The time by which a driver's own limit is behind that of the work, which reports where it hung. */
    private static final Duration BEHIND = Duration.ofSeconds(5);

    private static final Map<List<Path>, List<Driver>> FROM_JARS = new ConcurrentHashMap<>();

    private Drivers() {}

    /** Connects with the properties of {@link #propertiesOf}; autocommit is on. */
    public static Connection connect(Endpoint endpoint, ConnectionMode mode) throws SQLException {
        Connection connection = open(driverOf(endpoint), endpoint.url(), propertiesOf(endpoint, mode));
        WatchedConnections.add(connection, driver(endpoint));
        return connection;
    }

    public static Connection open(Driver driver, String url, Properties properties) throws SQLException {
        return withContextClassLoader(driver.getClass().getClassLoader(), () -> driver.connect(url, properties));
    }

    /** Runs a query on a new connection and releases an embedded database afterwards, which the forks open next. */
    public static <T> T query(Endpoint endpoint, FailableFunction<Connection, T, SQLException> query)
            throws SQLException {
        Connection opened = connect(endpoint, ConnectionMode.PLAIN);
        try (Connection connection = opened) {
            return query.apply(connection);
        } finally {
            driver(endpoint).release(endpoint);
        }
    }

    /** Returns why something failed in one line, as the database explains its driver's errors where it does. */
    public static String errorMessage(Throwable thrown, Database database) {
        try {
            Optional<String> explained =
                    thrown instanceof SQLException failure ? database.driver().explain(failure) : Optional.empty();
            return explained.map(ErrorMessages::oneLine).orElseGet(() -> ErrorMessages.of(thrown));
        } catch (RuntimeException | LinkageError e) {
            return ErrorMessages.of(thrown);
        }
    }

    public static Driver driverOf(Endpoint endpoint) throws SQLException {
        driver(endpoint).prepare(endpoint);
        return accepting(endpoint).orElseThrow(() -> noDriver(endpoint));
    }

    public static Optional<Driver> accepting(Endpoint endpoint) throws SQLException {
        for (Driver driver : candidates(endpoint)) {
            if (withContextClassLoader(driver.getClass().getClassLoader(), () -> driver.acceptsURL(endpoint.url()))) {
                return Optional.of(driver);
            }
        }
        return Optional.empty();
    }

    public static ClassLoader classLoader(Endpoint endpoint) {
        return endpoint.driver().isEmpty()
                ? Drivers.class.getClassLoader()
                : candidates(endpoint).get(0).getClass().getClassLoader();
    }

    private static List<Driver> candidates(Endpoint endpoint) {
        return endpoint.driver().isEmpty()
                ? DriverManager.drivers().toList()
                : FROM_JARS.computeIfAbsent(
                        endpoint.driver(),
                        jars -> load(jars, Databases.named(endpoint.database()).driverClass()));
    }

    /** Returns user, password, the endpoint's and the mode's properties; for work with a limit also the driver's limits. */
    public static Properties propertiesOf(Endpoint endpoint, ConnectionMode mode) {
        Properties properties = new Properties();
        properties.putAll(endpoint.properties());
        properties.putAll(driver(endpoint).properties(mode));
        endpoint.user().ifPresent(user -> properties.setProperty("user", user));
        endpoint.password().ifPresent(password -> properties.setProperty("password", password.reveal()));
        WatchedConnections.limit()
                .map(limit -> without(endpoint, driver(endpoint).limits(limit.plus(BEHIND))))
                .ifPresent(limits -> limits.forEach(properties::putIfAbsent));
        return properties;
    }

    /** Returns the endpoint with statements prepared on the server at once; what it sets itself stays. */
    public static Endpoint preparingOnServer(Endpoint endpoint) {
        Map<String, String> properties = without(endpoint, driver(endpoint).properties(ConnectionMode.SERVER_PREPARED));
        properties.putAll(endpoint.properties());
        return endpoint.with(properties);
    }

    private static Map<String, String> without(Endpoint endpoint, Map<String, String> properties) {
        Map<String, String> others = new HashMap<>(properties);
        others.keySet().removeIf(name -> Strings.CI.contains(endpoint.url(), name));
        return others;
    }

    private static DriverAdapter driver(Endpoint endpoint) {
        return Databases.named(endpoint.database()).driver();
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

    private static List<Driver> load(List<Path> jars, Optional<String> driverClass) {
        try {
            URL[] urls = FileUtils.toURLs(jars.stream().map(Path::toFile).toArray(File[]::new));
            // Stays open, as connections load classes from it at any time.
            URLClassLoader loader = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
            if (driverClass.isPresent()) {
                return List.of((Driver) loader.loadClass(driverClass.get())
                        .getDeclaredConstructor()
                        .newInstance());
            }
            List<Driver> drivers = withContextClassLoader(
                    loader,
                    () -> ServiceLoader.load(Driver.class, loader).stream()
                            .map(ServiceLoader.Provider::get)
                            .toList());
            if (drivers.isEmpty()) {
                throw unusable(jars, "holds no JDBC driver (no META-INF/services/java.sql.Driver)", null);
            }
            return drivers;
        } catch (ClassNotFoundException e) {
            throw unusable(jars, "holds no " + driverClass.orElseThrow(), e);
        } catch (ServiceConfigurationError
                | ReflectiveOperationException
                | LinkageError
                | ClassCastException
                | IOException e) {
            throw unusable(jars, "cannot be loaded: " + e, e);
        }
    }

    private static UsageException unusable(List<Path> jars, String problem, Throwable cause) {
        return new UsageException("driver: " + names(jars) + " " + problem, cause);
    }

    /**
     * Runs a call with the class loader of the driver, which else loads parts of the bundled version by the thread's.
     */
    private static <T, E extends Exception> T withContextClassLoader(ClassLoader loader, FailableSupplier<T, E> use)
            throws E {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        if (before == loader) {
            return use.get(); // the bundled drivers: opening a connection is measured
        }
        thread.setContextClassLoader(loader);
        try {
            return use.get();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String names(List<Path> jars) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
