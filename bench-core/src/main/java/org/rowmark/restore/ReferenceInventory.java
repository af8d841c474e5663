package org.rowmark.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the first restore of a user's own backup brought: nobody knows what is in it, but every restore must bring the
 * same.
 *
 * @param directory of the target in this run
 */
public record ReferenceInventory(Path directory) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * @throws IOException if it brought no table, or an earlier restore, with or without indexes as this one, brought
     *     something else
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
