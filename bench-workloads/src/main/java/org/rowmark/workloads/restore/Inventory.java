package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.db.ConnectionMode;
import org.rowmark.db.Databases;
import org.rowmark.db.Drivers;
import org.rowmark.targets.Endpoint;
import tools.jackson.databind.json.JsonMapper;

/**
 * The contents of a database, for the comparison with a copy.
 *
 * @param tables contents by name of the table as the product writes it, sorted
 * @param activeIndexes how many indexes are in use, those of keys included
 * @param inactiveIndexes how many are defined but switched off
 * @param foreignKeys how many are declared
 * @param orphans rows that refer to a row that is not there, over all foreign keys
 */
public record Inventory(
        Map<String, Contents> tables, int activeIndexes, int inactiveIndexes, int foreignKeys, long orphans) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /**
     * The contents of a table.
     *
     * @param checksum over all values of all rows, whatever the order of the rows
     */
    public record Contents(long rows, long checksum) {}

    public Inventory {
        tables = Collections.unmodifiableMap(new TreeMap<>(tables));
    }

    /** Reads the whole database. */
    public static Inventory of(Endpoint endpoint, Restorer restorer) throws SQLException {
        try (Connection connection = Drivers.connect(endpoint, ConnectionMode.CURSOR_FETCH)) {
            connection.setAutoCommit(false); // some drivers stream results in transactions only
            Map<String, Contents> tables = new TreeMap<>();
            for (UserTable table : UserTable.all(connection)) {
                tables.put(table.name(), Checksum.of(connection, table.quoted(connection)));
            }
            List<IndexState> indexes = restorer.indexes(connection);
            List<ForeignKey> keys = ForeignKey.all(connection);
            int active = (int) indexes.stream().filter(IndexState::isActive).count();
            // Without indexes every row of a child would be a search of its parent, and the keys are off as well.
            long orphans = 0;
            for (ForeignKey key : active > 0 ? keys : List.<ForeignKey>of()) {
                orphans += key.orphans(connection);
            }
            connection.rollback();
            return new Inventory(tables, active, indexes.size() - active, keys.size(), orphans);
        } finally {
            Databases.named(endpoint.database()).driver().release(endpoint);
        }
    }

    /**
     * Compares a restored database with this, the original.
     *
     * @param withIndexes whether its indexes were to be built
     * @throws IOException naming the first difference, if it is no faithful copy
     */
    public void requireSame(Inventory restored, boolean withIndexes) throws IOException {
        List<String> differences = new ArrayList<>();
        TreeMap<String, Contents> all = new TreeMap<>(tables);
        restored.tables.forEach(all::putIfAbsent);
        for (String table : all.keySet()) {
            difference(table, tables.get(table), restored.tables.get(table)).ifPresent(differences::add);
        }
        if (withIndexes && (restored.activeIndexes != activeIndexes || restored.inactiveIndexes != inactiveIndexes)) {
            differences.add(restored.activeIndexes + " indexes are active and " + restored.inactiveIndexes
                    + " are not, in the original " + activeIndexes + " and " + inactiveIndexes);
        }
        if (!withIndexes && restored.activeIndexes >= activeIndexes && activeIndexes > 0) {
            differences.add(restored.activeIndexes + " indexes are active, and the restore was to leave them out");
        }
        if (withIndexes && restored.foreignKeys != foreignKeys) {
            differences.add(restored.foreignKeys + " foreign keys, in the original " + foreignKeys);
        }
        if (restored.orphans != orphans && withIndexes) {
            differences.add(restored.orphans + " rows break a foreign key");
        }
        if (!differences.isEmpty()) {
            throw new IOException("the restored database is not what was backed up: " + differences.get(0)
                    + (differences.size() > 1 ? " (and " + (differences.size() - 1) + " more differences)" : ""));
        }
    }

    /**
     * Compares a restore of a user's own backup, whose contents are unknown, with the first one.
     *
     * @param directory of the target in this run
     * @throws IOException if the restored database has no table, or differs from an earlier restore with the same choice of
     *     indexes
     */
    static void requireSameAsFirst(Path directory, Inventory restored, boolean withIndexes) throws IOException {
        if (restored.tables.isEmpty()) {
            throw new IOException(
                    "nothing was restored: the database has no table; is the backup one of another kind?");
        }
        Path file = directory.resolve("first-restore-" + (withIndexes ? "active" : "inactive") + ".json");
        if (Files.notExists(file)) {
            Files.writeString(file, JSON.writeValueAsString(restored));
            return;
        }
        JSON.readValue(Files.readString(file), Inventory.class).requireSame(restored, true);
    }

    private static Optional<String> difference(String table, Contents original, Contents restored) {
        if (Objects.equals(original, restored)) {
            return Optional.empty();
        }
        if (original == null) {
            return Optional.of("table " + table + " is not in the original");
        }
        if (restored == null) {
            return Optional.of("table " + table + " is missing");
        }
        return Optional.of(
                original.rows == restored.rows
                        ? "table " + table + " has other contents"
                        : "table " + table + " has " + restored.rows + " rows, in the original " + original.rows);
    }
}
