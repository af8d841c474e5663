package org.rowmark.restore;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.rowmark.db.restore.RestoreMethod;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** The restorers and their ways on the class path. */
public final class Restorers {
    /** Value of the parameter {@code way}: the one that most users of the product take. */
    public static final String USUAL = "usual";

    private static final List<Restorer> ALL = load(Restorer.class);
    private static final List<RestoreMethod> WAYS = load(RestoreMethod.class);

    private Restorers() {}

    /** Of that database; empty if Rowmark knows no way to restore its backups. */
    public static Optional<Restorer> of(String database) {
        return ALL.stream()
                .filter(restorer -> restorer.database().equals(database))
                .findFirst();
    }

    /** All ways, by database and name. */
    public static List<RestoreMethod> ways() {
        return WAYS.stream()
                .sorted(Comparator.comparing(RestoreMethod::database).thenComparing(RestoreMethod::name))
                .toList();
    }

    /** Those of that database, by name. */
    public static List<RestoreMethod> ways(String database) {
        return ways().stream().filter(way -> way.database().equals(database)).toList();
    }

    /** The way of that name to restore on the target; as {@link #way(String, String)}. */
    public static Optional<RestoreMethod> way(Target target, String name) {
        Optional<String> usual = name.equals(USUAL)
                ? of(target.database()).map(restorer -> restorer.usualWay(target))
                : Optional.empty();
        return way(target.database(), usual.orElse(name));
    }

    /**
     * The way of that name.
     *
     * @return empty if the database has none of that name but another database has
     * @throws UsageException naming the nearest ones, if no database has it
     */
    public static Optional<RestoreMethod> way(String database, String name) {
        String wanted =
                name.equals(USUAL) ? of(database).map(Restorer::usualWay).orElse(name) : name;
        Optional<RestoreMethod> found =
                ways(database).stream().filter(way -> way.name().equals(wanted)).findFirst();
        List<String> known = ways().stream().map(RestoreMethod::name).distinct().toList();
        if (found.isEmpty() && !wanted.equals(USUAL) && !known.contains(wanted)) {
            throw Suggestions.unknown("way", wanted, known);
        }
        return found;
    }

    private static <T> List<T> load(Class<T> type) {
        List<T> found = new ArrayList<>();
        ServiceLoader.load(type).forEach(found::add);
        return List.copyOf(found);
    }
}
