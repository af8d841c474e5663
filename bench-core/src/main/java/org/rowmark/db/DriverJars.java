package org.rowmark.db;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where a target's own JDBC driver is. */
final class DriverJars {
    private DriverJars() {}

    /**
     * The jars of the target's driver, dependencies included; empty for the bundled driver.
     *
     * @throws UsageException if one is not there and cannot be had
     */
    static List<Path> of(Target target) {
        List<Path> jars = new ArrayList<>();
        for (String driver : target.driver()) {
            Path jar = Path.of(driver);
            if (!Files.isRegularFile(jar)) {
                throw new UsageException("target '" + target.name() + "': driver: " + jar
                        + " is not a file; give the path of the driver's jar");
            }
            jars.add(jar.toAbsolutePath());
        }
        return jars;
    }
}
