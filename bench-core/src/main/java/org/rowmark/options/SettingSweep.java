package org.rowmark.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.targets.SettingName;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * Settings of servers, and of the JVMs that measure, that vary: every target of the run becomes one for each combination
 * of their values.
 *
 * @param values by name of the setting, at least one each, in the order of targets
 */
public record SettingSweep(Map<String, List<String>> values) {
    public static final SettingSweep NOTHING = new SettingSweep(Map.of());

    public SettingSweep {
        Map<String, List<String>> each = new LinkedHashMap<>();
        values.forEach((name, listed) -> each.put(name, List.copyOf(new LinkedHashSet<>(listed))));
        values = Collections.unmodifiableMap(each);
    }

    /** Reads {@code NAME=V1,V2}. */
    static SettingSweep parse(String option, String text) {
        int equals = text.indexOf('=');
        List<String> listed = List.of(text.substring(equals + 1).split(",", -1));
        if (equals < 1 || listed.stream().anyMatch(String::isBlank)) {
            throw new UsageException(option + " '" + text
                    + "': give a setting and its values, separated by commas: ServerMode=Super,Classic");
        }
        String name = text.substring(0, equals).strip();
        for (String key : List.of(TargetJvm.JAVA, TargetJvm.ARGUMENTS)) {
            if (name.equalsIgnoreCase(key) && !name.equals(key)) {
                throw new UsageException(option + " '" + text + "': no setting is named " + name + "; give " + key);
            }
        }
        return new SettingSweep(Map.of(name, listed.stream().map(String::strip).toList()));
    }

    /** Writes one text for each setting, as {@link #parse} reads it. */
    public List<String> texts() {
        List<String> texts = new ArrayList<>();
        values.forEach((name, listed) -> texts.add(name + "=" + String.join(",", listed)));
        return texts;
    }

    /** Returns the settings with the paths of JDKs as seen from the directory. */
    public SettingSweep in(Path directory) {
        Map<String, List<String>> each = new LinkedHashMap<>(values);
        each.computeIfPresent(
                TargetJvm.JAVA,
                (java, homes) -> homes.stream()
                        .map(home -> directory.resolve(home).toString())
                        .toList());
        return new SettingSweep(each);
    }

    /** Adds other settings; a setting that is in both has the other values only. */
    public SettingSweep with(SettingSweep others) {
        Map<String, List<String>> both = new LinkedHashMap<>(values);
        both.putAll(others.values);
        return new SettingSweep(both);
    }

    /** Lists the settings in which the targets differ, sorted. */
    public List<String> names() {
        return values.keySet().stream()
                .filter(name -> values.get(name).size() > 1)
                .sorted()
                .toList();
    }

    /**
     * Combines each target with each combination of values, named {@code target-value}; a setting with one value is not
     * part of the name.
     *
     * @throws UsageException naming a target that sets such a setting itself, or whose name another one has
     */
    public List<Target> of(List<Target> targets) {
        List<Target> all = targets;
        for (Map.Entry<String, List<String>> setting : values.entrySet()) {
            List<Target> more = new ArrayList<>();
            for (Target target : all) {
                requireFree(setting.getKey(), target);
                more.addAll(each(target, setting.getKey(), setting.getValue()));
            }
            all = more;
        }
        Set<String> names = new HashSet<>();
        all.stream()
                .map(Target::name)
                .filter(name -> !names.add(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UsageException("two targets of this run are named '" + name + "': "
                            + "--vary adds the value to the name; leave one of them out");
                });
        return all;
    }

    private static List<Target> each(Target target, String name, List<String> listed) {
        List<Target> set =
                listed.stream().map(value -> target.with(name, value)).toList();
        if (listed.size() == 1) {
            return set;
        }
        List<String> labels = set.stream().map(one -> one.jvm().label(name)).toList();
        boolean areLabelled = TargetJvm.has(name) && new HashSet<>(labels).size() == labels.size();
        List<Target> named = new ArrayList<>();
        for (int i = 0; i < listed.size(); i++) {
            String value = areLabelled
                    ? labels.get(i)
                    : set.get(i).jvm().values().getOrDefault(name, listed.get(i)); // the same from all directories
            String suffix = "-" + value.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]+", "-");
            named.add(set.get(i).named(target.name() + suffix));
        }
        return named;
    }

    private static void requireFree(String name, Target target) {
        target.values().keySet().stream()
                .filter(own -> SettingName.isSame(own, name))
                .findFirst()
                .ifPresent(own -> {
                    throw new UsageException("target '" + target.name() + "' sets " + own + " itself, which --vary"
                            + " or the study varies; choose a target without it");
                });
    }
}
