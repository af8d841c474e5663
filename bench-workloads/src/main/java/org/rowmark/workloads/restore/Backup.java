package org.rowmark.workloads.restore;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.UsageException;

/**
 * A backup that can be restored.
 *
 * @param path file or directory
 * @param bytes its size
 * @param original the database that it was made from; empty for a user's own backup
 */
public record Backup(Path path, long bytes, Optional<Original> original) {
    /** A restored database may be larger than the original: other page sizes, logs, temporary files of index builds. */
    private static final double SLACK = 1.5;

    /** A backup of unknown contents grows by at least this factor; requiring more would refuse some that fit. */
    private static final double EXPANSION = 2;

    /**
     * The database that a backup was made from.
     *
     * @param bytes its size on disk
     * @param indexBytes the part of it that indexes take
     */
    public record Original(long bytes, long indexBytes, Inventory inventory) {}

    /** @throws UsageException if the disk of the target's data, where that is on this machine, has too little left */
    void requireDiskSpace(RunningTarget running) throws IOException {
        double needed = original.map(database -> database.bytes() * SLACK).orElse(bytes * EXPANSION);
        DiskSpace.requireForData(running, (long) needed, "a restored database");
    }

    /**
     * Reads all files, so that they are in the system's cache before each restore, and not only after the first one.
     *
     * @return the number of bytes; 0 where the backup is out of this process's reach
     */
    long read() throws IOException {
        long bytes = 0;
        if (Files.exists(path)) {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.filter(Files::isRegularFile)
                        .filter(Files::isReadable)
                        .toList()) {
                    bytes += Files.copy(file, OutputStream.nullOutputStream());
                }
            }
        }
        return bytes;
    }

    /**
     * Describes the contents: for generated data the number of tables and rows and a checksum over all of them, for a
     * user's own backup, whose contents are unknown, its name and size.
     */
    public String fingerprint() {
        if (original.isEmpty()) {
            return path.getFileName() + ", " + bytes + " bytes";
        }
        Collection<Inventory.Contents> tables =
                original.get().inventory().tables().values();
        long rows = tables.stream().mapToLong(Inventory.Contents::rows).sum();
        long checksum = tables.stream().mapToLong(Inventory.Contents::checksum).sum();
        return tables.size() + " tables, " + rows + " rows, checksum " + Long.toHexString(checksum);
    }
}
