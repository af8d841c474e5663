package org.rowmark.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A small file system, which is soon full. */
record SmallDisk(Path path) implements AutoCloseable {

    /** Mounts it in an empty directory; skips the test where that is not permitted. */
    static SmallDisk in(Path temp, String size) throws IOException, InterruptedException {
        Path path = Files.createDirectory(temp.resolve("small"));
        assumeThat(new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString())
                        .redirectErrorStream(true)
                        .start()
                        .waitFor())
                .as("may mount a small file system")
                .isZero();
        return new SmallDisk(path);
    }

    /** Fills it with a file. */
    void fill(Path ballast) throws IOException {
        byte[] part = new byte[1 << 16];
        try (var out = Files.newOutputStream(ballast)) {
            for (int i = 0; i < 100_000; i++) {
                out.write(part);
            }
        } catch (IOException e) {
            assertThat(Files.getFileStore(path).getUsableSpace()).isLessThan(part.length);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            new ProcessBuilder("umount", "-l", path.toString()).start().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
