package org.rowmark.report;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Settings that tell targets of a run apart, as keys of its cells.
 *
 * @param names of the settings, which are the keys
 */
record Varied(Set<String> names) {

    /** @param names in the order of their display */
    static Varied of(List<String> names) {
        return new Varied(new LinkedHashSet<>(names));
    }

    /** Whether there is one target only for each combination of their values, so that they say which it is. */
    boolean tellTarget(List<Measured> cells) {
        Map<Map<String, String>, String> targets = new HashMap<>();
        return !names.isEmpty()
                && cells.stream().allMatch(cell -> {
                    String target = cell.keys().getOrDefault(Measured.TARGET, "");
                    return target.equals(targets.computeIfAbsent(values(cell), none -> target));
                });
    }

    /** Keys that make no lines unless somebody asks for them, because others tell the same. */
    Set<String> untold(List<Measured> cells, String column) {
        if (column.equals(Measured.TARGET)) {
            return names;
        }
        return tellTarget(cells) ? Set.of(Measured.TARGET) : Set.of();
    }

    private Map<String, String> values(Measured cell) {
        Map<String, String> values = new HashMap<>(cell.keys());
        values.keySet().retainAll(names);
        return values;
    }
}
