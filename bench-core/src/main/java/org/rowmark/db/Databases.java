package org.rowmark.db;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.rowmark.util.Suggestions;

/** The databases on the class path. */
public final class Databases {
    /** Loaded once, as every connection needs its database. */
    private static final List<Database> ALL = load();

    private Databases() {}

    /** All of them, by id. */
    public static List<Database> all() {
        return ALL;
    }

    private static List<Database> load() {
        List<Database> found = new ArrayList<>();
        ServiceLoader.load(Database.class).forEach(found::add);
        found.sort(Comparator.comparing(Database::id));
        return List.copyOf(found);
    }

    /** @throws UsageException naming the nearest ids, if there is no such database */
    public static Database named(String id) {
        List<Database> all = all();
        return all.stream()
                .filter(database -> database.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Suggestions.unknown(
                        "database", id, all.stream().map(Database::id).toList()));
    }
}
