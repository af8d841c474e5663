package org.rowmark.restore;

import java.util.List;
import java.util.Optional;
import org.rowmark.db.Databases;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** Lookup of restore methods by the names that users give them. */
public final class Restorers {
    /** Value of the parameter {@code way}: the method that most users of the product take. */
    public static final String USUAL = "usual";

    private Restorers() {}

    /** The restorer of that database; empty if Rowmark knows no method of restoring its backups. */
    public static Optional<Restorer> of(String database) {
        return Databases.named(database).restorer();
    }

    /** Methods of that database, by name; empty if Rowmark knows none. */
    public static List<RestoreMethod> methods(String database) {
        return of(database).map(Restorer::methods).orElse(List.of());
    }

    /** Finds the method of that name to restore on the target, as {@link #method(String, String)}. */
    public static Optional<RestoreMethod> method(Target target, String name) {
        Optional<String> usual = name.equals(USUAL)
                ? of(target.database()).map(restorer -> restorer.usualMethod(target))
                : Optional.empty();
        return method(target.database(), usual.orElse(name));
    }

    /**
     * Finds the method of that name.
     *
     * @return empty if the database has none of that name but another database has
     * @throws UsageException naming the nearest ones, if no database has it
     */
    public static Optional<RestoreMethod> method(String database, String name) {
        String wanted =
                name.equals(USUAL) ? of(database).map(Restorer::usualMethod).orElse(name) : name;
        Optional<RestoreMethod> found = methods(database).stream()
                .filter(method -> method.name().equals(wanted))
                .findFirst();
        List<String> known = Databases.all().stream()
                .flatMap(product -> methods(product.id()).stream())
                .map(RestoreMethod::name)
                .distinct()
                .sorted()
                .toList();
        if (found.isEmpty() && !wanted.equals(USUAL) && !known.contains(wanted)) {
            throw Suggestions.unknown("way", wanted, known);
        }
        return found;
    }
}
