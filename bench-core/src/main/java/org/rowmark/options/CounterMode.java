package org.rowmark.options;

import org.rowmark.util.Choice;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.db.Databases;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;

/** What is counted beside the iterations. */
public enum CounterMode implements Choice {
    /** What servers tell as they are. */
    ON,
    /** Private servers are started so that they also tell how long reads and writes of files took. */
    TIMED,
    /** Nothing. */
    OFF;

    /** The targets as they are to be started; what a target sets itself stays. */
    public List<Target> of(List<Target> targets) {
        return this == TIMED ? targets.stream().map(CounterMode::timed).toList() : targets;
    }

    private static Target timed(Target target) {
        if (target.server() == ServerKind.EXTERNAL || target.server() == ServerKind.EMBEDDED) {
            return target;
        }
        Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Databases.named(target.database()).timingSettings().forEach((name, value) -> {
            if (target.settings().keySet().stream().noneMatch(own -> isSame(own, name))) {
                settings.put(name, value);
            }
        });
        settings.putAll(target.settings());
        return target.with(settings);
    }

    /** Some servers take names of settings in any case, and with dashes. */
    private static boolean isSame(String own, String name) {
        return own.replace('-', '_').equalsIgnoreCase(name);
    }
}
