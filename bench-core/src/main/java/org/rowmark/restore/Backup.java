package org.rowmark.restore;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;

/**
 * A backup that can be restored.
 *
 * @param path file or directory
 * @param bytes its size
 * @param original the database that it was made from; empty for a user's own backup
 */
public record Backup(Path path, long bytes, Optional<Original> original) {
    /**
     * The database that a backup was made from.
     *
     * @param bytes its size on disk
     * @param indexBytes the part of it that indexes take
     */
    public record Original(long bytes, long indexBytes, Inventory inventory) {}

    /**
     * Describes the contents: for generated data the number of tables and rows and a checksum over all of them, for a
     * user's own backup, which nobody has read, its name and size.
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
