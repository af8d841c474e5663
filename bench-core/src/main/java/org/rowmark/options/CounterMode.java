package org.rowmark.options;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.rowmark.db.Databases;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.util.Choice;

/** The counters that are read beside the iterations. */
public enum CounterMode implements Choice {
    /** Those of servers as they are configured. */
    ON,
    /** Those, and the times of reads and writes of files, for which private servers are started with other settings. */
    TIMED,
    /** None. */
    OFF;

    /** Adds the settings that the counters need to targets that Rowmark starts; settings of their own stay. */
    public List<Target> of(List<Target> targets) {
        return this == TIMED ? targets.stream().map(CounterMode::timed).toList() : targets;
    }

    private static Target timed(Target target) {
        if (!target.server().isManaged()) {
            return target;
        }
        Map<String, String> settings = new TreeMap<>(target.settings());
        Databases.named(target.database()).monitor().timingSettings().forEach((name, value) -> {
            if (settings.keySet().stream().noneMatch(own -> SettingName.isSame(own, name))) {
                settings.put(name, value);
            }
        });
        return target.withSettings(settings);
    }
}
