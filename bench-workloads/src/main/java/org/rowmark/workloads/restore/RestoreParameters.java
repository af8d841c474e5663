package org.rowmark.workloads.restore;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.rowmark.db.Databases;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/**
 * Values of the parameters of the workload {@code restore}.
 *
 * @param way name of a restore method, or {@code usual}
 * @param indexes whether indexes are built
 * @param pageSize bytes; empty: the method's own choice
 * @param buffers pages; empty: the server's own choice
 * @param jobs at least 1
 */
public record RestoreParameters(String way, boolean indexes, OptionalInt pageSize, OptionalInt buffers, int jobs) {
    /** Value of {@code way}: the method that most users of the product take. */
    public static final String USUAL = "usual";

    public static final String ACTIVE = "active";
    public static final String DEFAULT = "default";

    /** Reads values as users write them, all of them accepted. */
    public static RestoreParameters of(String way, String indexes, String pageSize, String buffers, String jobs) {
        return new RestoreParameters(
                way, indexes.equals(ACTIVE), number(pageSize), number(buffers), Integer.parseInt(jobs));
    }

    /** @param values by field name, all of them accepted */
    static RestoreParameters of(Map<String, String> values) {
        return of(
                values.get("way"),
                values.get("indexes"),
                values.get("pageSize"),
                values.get("buffers"),
                values.get("jobs"));
    }

    private static OptionalInt number(String text) {
        return text.equals(DEFAULT) ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }

    /**
     * Finds the target's restore method.
     *
     * @return empty if the target's database has none of that name but another database has
     * @throws UsageException naming the nearest ones, if no database has it
     */
    Optional<RestoreMethod> method(Target target) {
        Optional<Restorer> restorer = Restorer.of(target.database());
        if (way.equals(USUAL)) {
            return restorer.flatMap(product -> product.method(product.usualMethod()));
        }
        List<String> known = Databases.all().stream()
                .flatMap(database -> methods(database.id()).stream())
                .distinct()
                .sorted()
                .toList();
        if (!known.contains(way)) {
            throw Suggestions.unknown("restore method", way, known);
        }
        return restorer.flatMap(product -> product.method(way));
    }

    private static List<String> methods(String database) {
        return Restorer.of(database).map(Restorer::methods).orElse(List.of()).stream()
                .map(RestoreMethod::name)
                .toList();
    }

    /**
     * Finds the reason why the target's product cannot restore so, known without a server.
     *
     * @return the reason in one line, empty if it can
     */
    Optional<String> obstacle(Target target) {
        Optional<RestoreMethod> method = method(target);
        if (method.isEmpty()) {
            List<String> names = methods(target.database());
            return Optional.of(
                    names.isEmpty()
                            ? "Rowmark knows no method of restoring its backups"
                            : "has no restore method " + way + "; it has " + String.join(", ", names));
        }
        return requested()
                .filter(option -> !method.get().choices().contains(option))
                .findFirst()
                .map(option -> "restore method " + method.get().name() + " does not take " + option.value());
    }

    /** Returns the options that are not at their defaults. */
    private Stream<RestoreJob.Option> requested() {
        return Stream.of(RestoreJob.Option.values()).filter(option -> switch (option) {
            case INACTIVE_INDEXES -> !indexes;
            case PAGE_SIZE -> pageSize.isPresent();
            case BUFFERS -> buffers.isPresent();
            case JOBS -> jobs > 1;
        });
    }
}
