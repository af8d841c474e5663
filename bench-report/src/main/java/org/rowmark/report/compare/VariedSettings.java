package org.rowmark.report.compare;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rowmark.report.cells.Cell;

/**
 * Settings that distinguish targets of a run, as keys of its cells.
 *
 * @param names of the settings, which are the keys
 */
public record VariedSettings(Set<String> names) {

    /**
     * Returns the settings with these names.
     *
     * @param names in the order of their display
     */
    public static VariedSettings of(List<String> names) {
        return new VariedSettings(new LinkedHashSet<>(names));
    }

    /**
     * Returns whether there is only one target for each combination of their values, so that they identify the target.
     */
    boolean identifyTarget(List<Cell> cells) {
        Map<Map<String, String>, String> targets = new HashMap<>();
        return !names.isEmpty()
                && cells.stream().allMatch(cell -> {
                    String target = cell.keys().getOrDefault(Cell.TARGET, "");
                    return target.equals(targets.computeIfAbsent(values(cell), none -> target));
                });
    }

    /** Returns the keys that make no lines unless a user chooses them, because others contain the same information. */
    public Set<String> redundantKeys(List<Cell> cells, String column) {
        if (column.equals(Cell.TARGET)) {
            return names;
        }
        return identifyTarget(cells) ? Set.of(Cell.TARGET) : Set.of();
    }

    private Map<String, String> values(Cell cell) {
        Map<String, String> values = new HashMap<>(cell.keys());
        values.keySet().retainAll(names);
        return values;
    }
}
