package org.rowmark.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.CodeSource;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.rowmark.db.Drivers;
import org.rowmark.result.TargetFacts;
import org.rowmark.targets.Endpoint;
import org.rowmark.util.CacheDirectory;

/** The files that JDBC drivers are loaded from, so that a report shows exactly what was measured. */
public final class DriverFiles {
    private static final Map<Path, String> DIGESTS = new ConcurrentHashMap<>();

    /** From this size on a digest takes a tenth of a second and more, so that it is kept in the cache. */
    private static final long LARGE = 8L << 20;

    private static final String FOLDER = "digests";

    private DriverFiles() {}

    /** Returns the jars of the endpoint's driver; for a bundled driver the jar that contains it. */
    public static List<TargetFacts.DriverJar> of(Endpoint endpoint) throws SQLException {
        List<Path> jars =
                endpoint.driver().isEmpty() ? bundled(Drivers.driverOf(endpoint).getClass()) : endpoint.driver();
        return jars.stream()
                .map(jar -> new TargetFacts.DriverJar(
                        jar.getFileName().toString(), DIGESTS.computeIfAbsent(jar, DriverFiles::sha256)))
                .toList();
    }

    private static List<Path> bundled(Class<?> driver) {
        CodeSource source = driver.getProtectionDomain().getCodeSource();
        if (source == null) {
            return List.of();
        }
        try {
            URI location = source.getLocation().toURI();
            Path file = Path.of(location);
            return Files.isRegularFile(file) ? List.of(file) : List.of();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sha256(Path file) {
        try {
            return Files.size(file) < LARGE
                    ? digest(file)
                    : kept(file, CacheDirectory.directory().resolve(FOLDER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the digest from a file of a folder, if that is of this state of the file, and keeps it there. */
    static String kept(Path file, Path folder) throws IOException {
        BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
        String state = now.size() + " " + now.lastModifiedTime() + " " + now.fileKey();
        Path place = folder.resolve(
                DigestUtils.sha256Hex(file.toAbsolutePath().normalize().toString()));
        try {
            List<String> lines = Files.readAllLines(place);
            if (lines.size() == 2 && lines.get(0).equals(state)) {
                return lines.get(1);
            }
        } catch (IOException e) {
            // it is not there, or cannot be read
        }
        String digest = digest(file);
        try {
            Path written = Files.createTempFile(Files.createDirectories(folder), "new", null);
            Files.write(written, List.of(state, digest));
            Files.move(written, place, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // the next run computes it again
        }
        return digest;
    }

    private static String digest(Path file) throws IOException {
        return new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(file);
    }
}
