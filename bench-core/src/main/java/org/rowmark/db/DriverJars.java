package org.rowmark.db;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.rowmark.artifact.Artifacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** The jars of a JDBC driver that is not bundled: the user's own, or those of Maven coordinates. */
public final class DriverJars {
    private static final Map<String, List<Path>> RESOLVED = new ConcurrentHashMap<>();

    private DriverJars() {}

    /** Makes an endpoint of a target, with the driver's jars, dependencies included, where it is not the bundled one. */
    public static Endpoint endpoint(Target target, String url) {
        List<Path> jars = driver(target).stream()
                .flatMap(driver -> jars(target, driver).stream())
                .distinct()
                .toList();
        return new Endpoint(target.database(), url, target.user(), target.password(), jars, Map.of());
    }

    /** Returns what must be downloaded first, as the end of "needs …". */
    public static Optional<String> missing(Target target) {
        return driver(target).stream()
                .filter(Artifacts::areCoordinates)
                .filter(coordinates -> Artifacts.cached(coordinates).isEmpty())
                .map(coordinates -> "a download of " + coordinates + " (once)")
                .findFirst();
    }

    private static List<String> driver(Target target) {
        return target.driver().isEmpty()
                ? Databases.named(target.database()).driver().coordinates(target)
                : target.driver();
    }

    private static List<Path> jars(Target target, String driver) {
        try {
            return Artifacts.areCoordinates(driver)
                    ? RESOLVED.computeIfAbsent(driver, Artifacts::withDependencies)
                    : List.of(jar(Path.of(driver).toAbsolutePath()));
        } catch (UsageException | InvalidPathException e) {
            throw target.problem("driver: " + e.getMessage(), e);
        }
    }

    public static Path jar(Path jar) {
        if (!Files.isRegularFile(jar)) {
            throw new UsageException(jar + " is not a file; give the path of the driver's jar, or Maven coordinates"
                    + " (group:artifact:version)");
        }
        return jar;
    }
}
