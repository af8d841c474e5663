package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * The inventory of the first restore of a user's own backup. Its contents are unknown, but all restores must be equal.
 *
 * @param directory of the target in this run
 */
public record ReferenceInventory(Path directory) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * @throws IOException if the restored database has no table, or differs from that of an earlier restore with the same
     *     choice of indexes
     */
    public void requireSame(Inventory restored, boolean withIndexes) throws IOException {
        if (restored.tables().isEmpty()) {
            throw new IOException(
                    "nothing was restored: the database has no table; is the backup one of another kind?");
        }
        Path file = directory.resolve("first-restore-" + (withIndexes ? "active" : "inactive") + ".json");
        if (Files.notExists(file)) {
            Files.writeString(file, JSON.writeValueAsString(restored));
            return;
        }
        Inventory first = JSON.readValue(Files.readString(file), Inventory.class);
        first.requireSame(restored, true);
    }
}
