package org.rowmark.restore;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A backup that can be restored.
 *
 * @param path file or directory
 * @param bytes its size
 * @param original what the database that it was made of holds; empty for a user's own backup
 */
public record Backup(Path path, long bytes, Optional<Original> original) {
    /**
     * The database that a backup was made of.
     *
     * @param bytes its size on disk
     * @param indexBytes what of it was added by making the indexes
     */
    public record Original(long bytes, long indexBytes, Inventory inventory) {}
}
