package org.rowmark.databases.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistribution.PlatformBinaries;
import org.rowmark.databases.support.launch.BinaryDistributions;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.launch.UnprivilegedUser;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/**
 * The programs of a private server, and the user that runs them.
 *
 * @param binaries initdb and postgres
 * @param user the owner of the files that they create
 */
public record PostgresqlPrograms(InstalledPrograms binaries, UnprivilegedUser user) {
    private static final List<String> NAMES = List.of("initdb", "postgres");

    /** The version for {@code server: artifact} without {@code version:}. */
    private static final String NEWEST = "18";

    /** Java's name of a user who has only a number, as in a container that is started with one. */
    private static final String NAMELESS = "?";

    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.(\\d+))?(\\.\\d+)?");

    /** Returns the end of "needs …", or empty if nothing is missing. */
    static Optional<String> missing(Target target) {
        if (System.getProperty("user.name").equals(NAMELESS)) {
            return Optional.of("a name of the user in /etc/passwd, which initdb looks up");
        }
        if (target.server() == ServerKind.ARTIFACT) {
            return distribution(target).map(BinaryDistribution::missing).orElse(Optional.of(noSuchVersion(target)));
        }
        return installed(target).isPresent() ? Optional.empty() : Optional.of(notInstalled(target));
    }

    /** @throws UsageException if they are neither installed nor available, or root cannot run them as another user */
    static PostgresqlPrograms of(Target target, Workspace workspace) throws IOException {
        if (target.server() == ServerKind.ARTIFACT) {
            return ofArtifact(target, workspace);
        }
        InstalledPrograms binaries =
                installed(target).orElseThrow(() -> target.problem("needs " + notInstalled(target)));
        return new PostgresqlPrograms(binaries, UnprivilegedUser.reaching(target, workspace, postgres(binaries)));
    }

    /** Finds the installation that the target names, else the one in the PATH, else the newest of a package. */
    private static Optional<InstalledPrograms> installed(Target target) {
        if (target.source().isPresent()) {
            return InstalledPrograms.in(Path.of(target.source().get(), "bin").toAbsolutePath(), NAMES);
        }
        return InstalledPrograms.find(NAMES, packaged());
    }

    /** Returns the directories of packages for programs, the newest version first. */
    public static List<Path> packaged() {
        return Stream.of("/usr/lib/postgresql", "/usr/local/pgsql")
                .flatMap(parent -> InstalledPrograms.versions(Path.of(parent), "bin").stream())
                .toList();
    }

    /** Returns the directory of the programs that the target is started from, if there is one. */
    public static Optional<Path> directory(Target target) {
        return installed(target).map(InstalledPrograms::directory);
    }

    private static String notInstalled(Target target) {
        String programs = "the programs " + String.join(" and ", NAMES);
        return target.source()
                .map(home -> programs + " in " + Path.of(home, "bin") + "; home: is the directory that holds bin/")
                .orElse(programs + " in the PATH; on Debian: apt-get install postgresql");
    }

    /**
     * Copies the programs to the workspace where the unprivileged user cannot read root's cache and there are no user
     * namespaces.
     */
    private static PostgresqlPrograms ofArtifact(Target target, Workspace workspace) throws IOException {
        Path home = distribution(target)
                .orElseThrow(() -> target.problem("needs " + noSuchVersion(target)))
                .home(target);
        InstalledPrograms cached = new InstalledPrograms(home.resolve("bin"));
        Optional<UnprivilegedUser> user = UnprivilegedUser.find(workspace, postgres(cached));
        if (user.isPresent()) {
            return new PostgresqlPrograms(cached, user.get());
        }
        UnprivilegedUser owner = UnprivilegedUser.reaching(target, workspace, workspace.data());
        Path copy = ServerStarts.filledOnce(workspace.data(), "programs", directory -> {
            owner.give(directory);
            copy(home, directory);
        });
        InstalledPrograms copied = new InstalledPrograms(copy.resolve("bin"));
        return new PostgresqlPrograms(copied, UnprivilegedUser.reaching(target, workspace, postgres(copied)));
    }

    /** Finds the build of a major version, or of an exact one by the same packager. */
    private static Optional<BinaryDistribution> distribution(Target target) {
        String version = version(target);
        Matcher parts = VERSION.matcher(version);
        BinaryDistribution newest = parts.matches() ? BinaryDistributions.POSTGRESQL.get(parts.group(1)) : null;
        if (newest == null || parts.group(2) == null) {
            return Optional.ofNullable(newest);
        }
        String exact = parts.group(3) == null ? version + ".0" : version;
        Map<String, PlatformBinaries> builds = new TreeMap<>();
        newest.builds().forEach((platform, build) -> {
            String artifact =
                    build.coordinates().substring(0, build.coordinates().lastIndexOf(':') + 1);
            builds.put(platform, new PlatformBinaries(artifact + exact, build.inside(), build.program()));
        });
        return Optional.of(new BinaryDistribution(newest.name(), builds));
    }

    private static String version(Target target) {
        return target.source().orElse(NEWEST);
    }

    private static String noSuchVersion(Target target) {
        return "another version than " + version(target) + ": "
                + String.join(", ", new TreeSet<>(BinaryDistributions.POSTGRESQL.keySet()))
                + ", or a minor one of these such as 18.4";
    }

    private static Path postgres(InstalledPrograms binaries) {
        return Path.of(binaries.path("postgres"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all.skip(1)::iterator) {
                Path copy = to.resolve(from.relativize(each));
                Files.copy(each, copy, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
            }
        }
    }
}
