package org.rowmark.db;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;

/** A private server's files, which another server of the version can take over, and settings that they depend on. */
public record DataFiles(List<String> names, Map<String, String> settings, boolean surviveKill) {
    public DataFiles {
        names = List.copyOf(names);
        settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    }

    /** @param matters finds the settings that the files depend on, by their names in lower case and with underscores */
    public static DataFiles of(Target target, List<String> names, Predicate<String> matters) {
        Map<String, String> settings = new TreeMap<>();
        target.settings().forEach((name, value) -> settings.put(SettingName.of(name), value));
        settings.keySet().removeIf(matters.negate());
        return new DataFiles(names, settings, false);
    }

    public DataFiles survivingKill() {
        return new DataFiles(names, settings, true);
    }
}
