package org.rowmark.databases.support.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.CacheDirectory;

/** A server that is a script in an artifact, and the cache that has it while this is open. */
final class ToyServer implements AutoCloseable {
    static final Target TARGET = Target.builtIn("toy-1", "toy", ServerKind.LOCAL);
    static final String COORDINATES = "org.example:toy-server:1";
    static final String SERVER = "#!/bin/sh\necho toy 1\n";

    private final Path directory;

    /** @param directory of the cache */
    ToyServer(Path directory) {
        this.directory = directory;
        System.setProperty(CacheDirectory.PROPERTY, directory.resolve("cache").toString());
    }

    /** Returns the place of its artifact. */
    Path jar() {
        return directory.resolve("cache/artifacts/org/example/toy-server/1/toy-server-1.jar");
    }

    /** Returns the folder into which artifacts are unpacked. */
    Path unpacked() {
        return directory.resolve("cache/servers");
    }

    /** Returns the server in an archive of the artifact. */
    static BinaryDistribution toy(String archive) {
        return new BinaryDistribution(
                "toy-1",
                Map.of(
                        BinaryDistribution.platform(),
                        new BinaryDistribution.PlatformBinaries(COORDINATES, archive, "bin/toy")));
    }

    void assertNothingUnpacked() throws IOException {
        assertThat(directory.resolve("evil")).doesNotExist();
        try (Stream<Path> files = Files.list(unpacked())) {
            assertThat(files).allSatisfy(file -> assertThat(file.toString()).endsWith(".lock"));
        }
    }

    @Override
    public void close() {
        System.clearProperty(CacheDirectory.PROPERTY);
    }
}
