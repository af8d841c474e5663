package org.rowmark.db;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** The targets by name: those built into all databases, replaced and extended by those of a targets file. */
public record Targets(Map<String, Supplier<Target>> byName) {
    public static Targets builtIn() {
        Map<String, Supplier<Target>> byName = new TreeMap<>();
        Databases.all()
                .forEach(database -> database.targets().forEach(target -> byName.put(target.name(), () -> target)));
        return new Targets(byName);
    }

    public Targets with(Map<String, Supplier<Target>> more) {
        Map<String, Supplier<Target>> all = new TreeMap<>(byName);
        all.putAll(more);
        return new Targets(all);
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    public void requireKnown(String name) {
        if (!byName.containsKey(name)) {
            throw Suggestions.unknown("target", name, byName.keySet());
        }
    }

    /** Finds what this machine lacks for the target, as the end of "needs …"; see {@link Launcher#missing}. */
    public static Optional<String> missing(Target target) {
        try {
            return Databases.named(target.database()).launcher().missing(target).or(() -> DriverJars.missing(target));
        } catch (UsageException e) {
            throw e;
        } catch (RuntimeException | LinkageError e) {
            throw target.problem("what it needs cannot be found out: " + e, e);
        }
    }

    public Target named(String name) {
        requireKnown(name);
        return byName.get(name).get();
    }
}
