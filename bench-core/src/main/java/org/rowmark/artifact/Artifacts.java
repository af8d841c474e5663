package org.rowmark.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.rowmark.util.UsageException;

/**
 * Files from Maven Central, downloaded once, checked against the repository's checksums and kept in the {@code Cache}.
 * Mirrors, proxies and credentials of the user's {@code ~/.m2/settings.xml} apply, and what the user's local repository
 * holds is not downloaded again. Several threads and processes may ask at once.
 *
 * <p>Coordinates are written in Maven's order: {@code group:artifact:version},
 * {@code group:artifact:extension:version} or {@code group:artifact:extension:classifier:version}.
 */
public final class Artifacts {
    private static final String PART = "[A-Za-z0-9_][A-Za-z0-9_.-]*";
    private static final Pattern COORDINATES =
            Pattern.compile(PART + ":" + PART + "(:" + PART + "){0,2}:[A-Za-z0-9_][A-Za-z0-9_.+-]*");

    /** Versions that mean another file tomorrow: a measurement must say what it measured. */
    private static final Set<String> MOVING = Set.of("LATEST", "RELEASE");

    private static volatile Consumer<String> listener = line -> System.err.println(line);

    private Artifacts() {}

    /** Whether the text has the form of coordinates; paths have not. */
    public static boolean areCoordinates(String text) {
        return COORDINATES.matcher(text).matches();
    }

    /**
     * The file and those of its dependencies that it needs at run time, without optional ones.
     *
     * @return the file itself first
     * @throws UsageException if the coordinates are malformed or a file cannot be had
     */
    public static List<Path> withDependencies(String coordinates) {
        Artifact artifact = parsed(coordinates);
        return files().withDependencies(artifact);
    }

    /**
     * The file itself, whatever it depends on.
     *
     * @throws UsageException if the coordinates are malformed or the file cannot be had
     */
    public static Path single(String coordinates) {
        Artifact artifact = parsed(coordinates);
        return files().single(artifact);
    }

    /**
     * The file if it is on this machine already; the network is not used.
     *
     * @throws UsageException if the coordinates are malformed
     */
    public static Optional<Path> cached(String coordinates) {
        Artifact artifact = parsed(coordinates);
        return files().cached(artifact);
    }

    /** Takes the lines that tell of downloads from now on; at first they go to standard error. */
    public static void tell(Consumer<String> newListener) {
        listener = newListener;
    }

    private static MavenResolver files() {
        return new MavenResolver(MavenResolver.Places.ofUser(), line -> listener.accept(line));
    }

    public static Artifact parsed(String coordinates) {
        if (!areCoordinates(coordinates)) {
            throw new UsageException("'" + coordinates + "' are no Maven coordinates; write group:artifact:version, "
                    + "group:artifact:extension:version or group:artifact:extension:classifier:version");
        }
        Artifact artifact = new DefaultArtifact(coordinates);
        if (MOVING.contains(artifact.getVersion())) {
            throw new UsageException(
                    "'" + coordinates + "': " + artifact.getVersion() + " is another file tomorrow; name the version");
        }
        return artifact;
    }
}
