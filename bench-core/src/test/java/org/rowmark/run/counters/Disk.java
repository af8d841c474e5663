package org.rowmark.run.counters;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file system on a disk: of what a process writes to memory, Linux counts nothing. */
final class Disk {
    private Disk() {}

    /** Skips the test where the directory lies in memory, as {@code /tmp} does on many systems. */
    static void assumeAt(Path directory) throws IOException {
        assumeThat(Files.getFileStore(directory).type())
                .as("file system of " + directory)
                .isNotIn("tmpfs", "ramfs");
    }
}
