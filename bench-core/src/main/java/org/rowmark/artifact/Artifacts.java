package org.rowmark.artifact;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.rowmark.util.UsageException;

/** Files from Maven Central or the user's local repository, checked by checksums, kept in the cache directory. */
public final class Artifacts {
    private static final String PART = "[A-Za-z0-9_][A-Za-z0-9_.-]*";
    private static final Pattern COORDINATES =
            Pattern.compile(PART + ":" + PART + "(:" + PART + "){0,2}:[A-Za-z0-9_][A-Za-z0-9_.+-]*");

    /** Versions that may mean another file tomorrow; a measurement must be of a known one. */
    private static final Set<String> MOVING = Set.of("LATEST", "RELEASE");

    private Artifacts() {}

    public static boolean areCoordinates(String text) {
        return COORDINATES.matcher(text).matches();
    }

    /** Returns the file, downloaded if necessary, and after it its runtime dependencies without optional ones. */
    public static List<Path> withDependencies(String coordinates) {
        return MavenResolver.ofUser().withDependencies(parsed(coordinates));
    }

    public static Path single(String coordinates) {
        return MavenResolver.ofUser().single(parsed(coordinates));
    }

    /** Finds the file on this machine, without the network. */
    public static Optional<Path> cached(String coordinates) {
        return MavenResolver.ofUser().cached(parsed(coordinates));
    }

    /** @throws UsageException if the coordinates are malformed or name a moving version */
    static Artifact parsed(String coordinates) {
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
