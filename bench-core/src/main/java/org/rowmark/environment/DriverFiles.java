package org.rowmark.environment;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.apache.commons.io.FileUtils;
import org.apache.commons.lang3.function.Failable;
import org.rowmark.db.Drivers;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Endpoint;

/** The files that JDBC drivers are loaded from, so that a report shows exactly what was measured. */
public final class DriverFiles {
    private DriverFiles() {}

    /** Returns the jars of the endpoint's driver; for a bundled driver the jar that contains it. */
    public static List<TargetFacts.DriverJar> of(Endpoint endpoint) throws SQLException {
        List<Path> jars =
                endpoint.driver().isEmpty() ? bundled(Drivers.driverOf(endpoint).getClass()) : endpoint.driver();
        return jars.stream()
                .map(jar -> new TargetFacts.DriverJar(
                        jar.getFileName().toString(),
                        Failable.get(() -> new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(jar))))
                .toList();
    }

    private static List<Path> bundled(Class<?> driver) {
        return Optional.ofNullable(driver.getProtectionDomain().getCodeSource())
                .map(source -> FileUtils.toFile(source.getLocation()))
                .map(File::toPath)
                .filter(Files::isRegularFile)
                .stream()
                .toList();
    }
}
