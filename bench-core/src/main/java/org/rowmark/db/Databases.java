package org.rowmark.db;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import org.rowmark.util.Suggestions;

/** The databases on the class path. */
public final class Databases {
    private static final List<Database> ALL = ServiceLoader.load(Database.class).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparing(Database::id))
            .toList();

    private Databases() {}

    public static List<Database> all() {
        return ALL;
    }

    public static Database named(String id) {
        return ALL.stream()
                .filter(database -> database.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Suggestions.unknown(
                        "database", id, ALL.stream().map(Database::id).toList()));
    }
}
