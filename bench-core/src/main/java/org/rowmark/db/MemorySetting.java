package org.rowmark.db;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.rowmark.result.MemoryFacts;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.util.ByteSize;

/**
 * The setting of a product's servers that is their memory for data, which replaces {@value #SETTING} of a target: bytes
 * below which a server refuses to start or takes more, its own settings for a target and a number of bytes, those by which
 * a private one keeps its files out of the system's cache, and reported settings that follow from it.
 */
public record MemorySetting(
        String name,
        long least,
        BiFunction<Target, Long, Map<String, String>> own,
        Map<String, String> direct,
        Set<String> followers) {
    public static final String SETTING = MemoryFacts.SETTING;

    public MemorySetting(
            String name, long least, BiFunction<Target, Long, Map<String, String>> own, Map<String, String> direct) {
        this(name, least, own, direct, Set.of());
    }

    public static MemorySetting ofUnits(String name, long least, long unit) {
        return new MemorySetting(name, least, (target, bytes) -> Map.of(name, Long.toString(bytes / unit)), Map.of());
    }

    public MemorySetting followedBy(String... names) {
        return new MemorySetting(name, least, own, direct, Set.of(names));
    }

    /** Returns the names of reported settings that follow from a target's memory, which it sets by either name. */
    public static Set<String> followersIn(Target target) {
        return Databases.named(target.database())
                .memory()
                .filter(memory -> Stream.of(SETTING, memory.name)
                        .anyMatch(name -> has(target.settings(), name) || has(target.properties(), name)))
                .map(MemorySetting::followers)
                .orElse(Set.of());
    }

    /** Returns the size that a target sets, if it sets one; refuses one that its servers do not take. */
    public static Optional<Long> bytes(Target target) {
        return target.settings().entrySet().stream()
                .filter(setting -> setting.getKey().equalsIgnoreCase(SETTING))
                .findFirst()
                .map(setting -> {
                    long bytes = ByteSize.of(setting.getValue())
                            .orElseThrow(() ->
                                    target.problem("setting " + setting + ": give a size, such as 4G, 512M or 64K"));
                    MemorySetting own = of(target);
                    if (bytes < own.least) {
                        throw target.problem("setting " + setting + " is " + own.shortage(target));
                    }
                    return bytes;
                });
    }

    public static MemorySetting of(Target target) {
        Database database = Databases.named(target.database());
        return database.memory()
                .orElseThrow(() -> target.problem(
                        SETTING + ": " + database.name() + " has no setting of a server's memory that Rowmark knows"));
    }

    /** Returns "below MariaDB's least innodb_buffer_pool_size, 5M". */
    public String shortage(Target target) {
        return "below " + Databases.named(target.database()).name() + "'s least " + name + ", " + ByteSize.text(least);
    }

    /** Puts the server's own settings in the place of {@value #SETTING}; refuses a target that has both. */
    public static Target replacedIn(Target target) {
        Optional<Long> bytes = bytes(target);
        if (bytes.isEmpty()) {
            return target;
        }
        MemorySetting memory = of(target);
        Map<String, String> settings = new LinkedHashMap<>(without(target).settings());
        memory.own.apply(target, bytes.get()).forEach((name, value) -> {
            if (has(settings, name)) {
                throw target.problem("settings " + SETTING + " and " + name + " are the same; give one");
            }
            settings.put(name, value);
        });
        return target.withSettings(settings);
    }

    /** Removes {@value #SETTING}, on which none of a server's files depends. */
    public static Target without(Target target) {
        Map<String, String> settings = new LinkedHashMap<>(target.settings());
        return settings.keySet().removeIf(SETTING::equalsIgnoreCase) ? target.withSettings(settings) : target;
    }

    /** Keeps the target's data files out of the system's cache, where Rowmark can start it so. */
    public static Target directIn(Target target) {
        if (target.server() == ServerKind.EXTERNAL || bytes(target).isEmpty()) {
            return target;
        }
        Map<String, String> settings = new HashMap<>(of(target).direct);
        settings.keySet().removeIf(name -> has(target.settings(), name));
        settings.putAll(target.settings());
        return target.withSettings(settings);
    }

    private static boolean has(Map<String, String> settings, String name) {
        return settings.keySet().stream().anyMatch(own -> SettingName.isSame(own, name));
    }
}
