package org.rowmark.db;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The targets by name: the built-in ones of all databases, overlaid by those of a targets file. */
public final class Targets {
    private final Map<String, Target> byName;

    private Targets(Map<String, Target> byName) {
        this.byName = byName;
    }

    public static Targets builtIn() {
        Map<String, Target> byName = new TreeMap<>();
        Databases.all().forEach(database -> database.targets().forEach(target -> byName.put(target.name(), target)));
        return new Targets(byName);
    }

    /** These and more; a name that was there before now means the new target. */
    public Targets with(Collection<Target> more) {
        Map<String, Target> all = new TreeMap<>(byName);
        more.forEach(target -> all.put(target.name(), target));
        return new Targets(all);
    }

    /** All, by name. */
    public Collection<Target> all() {
        return byName.values();
    }

    /** @throws UsageException naming the nearest ones, if there is no such target */
    public Target named(String name) {
        Target target = byName.get(name);
        if (target == null) {
            throw Names.unknown("target", name, byName.keySet());
        }
        return target;
    }
}
