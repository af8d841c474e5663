package org.rowmark.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.sql.SQLException;
import java.util.List;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
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
                .map(jar -> new TargetFacts.DriverJar(jar.getFileName().toString(), sha256(jar)))
                .toList();
    }

    private static List<Path> bundled(Class<?> driver) {
        CodeSource source = driver.getProtectionDomain().getCodeSource();
        if (source == null) {
            return List.of();
        }
        try {
            Path file = Path.of(source.getLocation().toURI());
            return Files.isRegularFile(file) ? List.of(file) : List.of();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(Path file) {
        try {
            return new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
