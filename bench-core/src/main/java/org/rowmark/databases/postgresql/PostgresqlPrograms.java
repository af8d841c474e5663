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
 * The programs of a private server, and as whom they run.
 *
 * @param binaries initdb and postgres
 * @param user whose files they make
 */
public record PostgresqlPrograms(InstalledPrograms binaries, UnprivilegedUser user) {
    private static final List<String> NAMES = List.of("initdb", "postgres");

    /** Of {@code server: artifact} without {@code version:}. */
    private static final String NEWEST = "18";

    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.(\\d+))?(\\.\\d+)?");

    /** What is missing here, as the end of "needs …". */
    static Optional<String> missing(Target target) {
        if (target.server() == ServerKind.ARTIFACT) {
            return distribution(target).map(BinaryDistribution::missing).orElse(Optional.of(noSuchVersion(target)));
        }
        return installed(target).isPresent() ? Optional.empty() : Optional.of(notInstalled(target));
    }

    /** @throws UsageException if they are not there, cannot be had, or root cannot run them as somebody else */
    static PostgresqlPrograms of(Target target, Workspace workspace) throws IOException {
        if (target.server() == ServerKind.ARTIFACT) {
            return ofArtifact(target, workspace);
        }
        InstalledPrograms binaries = installed(target).orElseThrow(() -> needs(target, notInstalled(target)));
        return new PostgresqlPrograms(binaries, UnprivilegedUser.reaching(target, workspace, postgres(binaries)));
    }

    /** The installation that the target names, else the one of the PATH, else the newest that packages put somewhere. */
    private static Optional<InstalledPrograms> installed(Target target) {
        if (target.source().isPresent()) {
            return InstalledPrograms.in(Path.of(target.source().get(), "bin").toAbsolutePath(), NAMES);
        }
        return InstalledPrograms.find(NAMES, packaged());
    }

    /** Where packages put programs, the newest version first. */
    public static List<Path> packaged() {
        return Stream.of("/usr/lib/postgresql", "/usr/local/pgsql")
                .flatMap(parent -> InstalledPrograms.versions(Path.of(parent), "bin").stream())
                .toList();
    }

    /** That of the installation that the target is started from, if there is one. */
    public static Optional<Path> directory(Target target) {
        return installed(target).map(InstalledPrograms::directory);
    }

    private static String notInstalled(Target target) {
        String programs = "the programs " + String.join(" and ", NAMES);
        return target.source()
                .map(home -> programs + " in " + Path.of(home, "bin") + "; home: is the directory that holds bin/")
                .orElse(programs + " in the PATH; on Debian: apt-get install postgresql");
    }

    /** Root's cache is often closed to others; where there are no user namespaces either, the workspace is not. */
    private static PostgresqlPrograms ofArtifact(Target target, Workspace workspace) throws IOException {
        Path home = distribution(target)
                .orElseThrow(() -> needs(target, noSuchVersion(target)))
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

    /** A major version, or an exact one: another build of the same packer's. */
    private static Optional<BinaryDistribution> distribution(Target target) {
        String version = version(target);
        Matcher parts = VERSION.matcher(version);
        BinaryDistribution newest = parts.matches() ? BinaryDistributions.POSTGRESQL.get(parts.group(1)) : null;
        if (newest == null || parts.group(2) == null) {
            return Optional.ofNullable(newest);
        }
        String exact = parts.group(3) == null ? version + ".0" : version;
        Map<String, PlatformBinaries> builds = new TreeMap<>();
        newest.builds().forEach((platform, build) -> builds.put(platform, ofVersion(build, exact)));
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

    private static UsageException needs(Target target, String what) {
        return target.problem("needs " + what);
    }

    private static PlatformBinaries ofVersion(PlatformBinaries build, String version) {
        String coordinates = build.coordinates();
        return new PlatformBinaries(
                coordinates.substring(0, coordinates.lastIndexOf(':') + 1) + version, build.inside(), build.program());
    }

    private static Path postgres(InstalledPrograms binaries) {
        return Path.of(binaries.path("postgres"));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all.skip(1)::iterator) {
                Files.copy(
                        each,
                        to.resolve(from.relativize(each)),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
            }
        }
    }
}
