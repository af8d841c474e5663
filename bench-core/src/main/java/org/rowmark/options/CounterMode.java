package org.rowmark.options;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.db.Databases;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;

/** What is counted beside the iterations. */
public enum CounterMode {
    /** What servers tell as they are. */
    ON,
    /** Private servers are started so that they also tell how long reads and writes of files took. */
    TIMED,
    /** Nothing. */
    OFF;

    /** The word used in options and studies. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** @throws UsageException naming the accepted words */
    static CounterMode parse(String option, String text) {
        return Stream.of(values())
                .filter(mode -> mode.word().equalsIgnoreCase(text.strip()))
                .findFirst()
                .orElseThrow(() -> new UsageException(option + " '" + text + "'"
                        + Suggestions.suggestion(
                                text, Stream.of(values()).map(CounterMode::word).toList())));
    }

    /** The targets as they are to be started; what a target sets itself stays. */
    public List<Target> of(List<Target> targets) {
        return this == TIMED ? targets.stream().map(CounterMode::timed).toList() : targets;
    }

    private static Target timed(Target target) {
        if (target.server() == ServerKind.EXTERNAL || target.server() == ServerKind.EMBEDDED) {
            return target;
        }
        Map<String, String> settings = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Databases.named(target.database()).monitor().timingSettings().forEach((name, value) -> {
            if (target.settings().keySet().stream().noneMatch(own -> isSame(own, name))) {
                settings.put(name, value);
            }
        });
        settings.putAll(target.settings());
        return target.withSettings(settings);
    }

    /** Some servers take names of settings in any case, and with dashes. */
    private static boolean isSame(String own, String name) {
        return own.replace('-', '_').equalsIgnoreCase(name);
    }
}
