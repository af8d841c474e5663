package org.rowmark.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;

/**
 * The one ratio whose interval decides when a run ends, chosen before its first round: two cells that differ in the
 * target only.
 *
 * @param parameters all its parameter values, sorted
 * @param other name of the target that is compared
 * @param baseline name of the target that it is compared with
 */
public record WatchedRatio(String workload, Map<String, String> parameters, String other, String baseline) {
    private static final String FORM = ": write \"WORKLOAD [param=value…]: B against A\"";
    private static final String AGAINST = " against ";

    public WatchedRatio {
        parameters = new TreeMap<>(parameters);
    }

    /** Returns the name: {@code point-select rows=1000: b against a}; {@link #parse} reads it. */
    public String name() {
        return PlannedCell.name(workload, parameters) + ": " + other + AGAINST + baseline;
    }

    /** Finds the cell that measures it on one of the two targets. */
    public PlannedCell cell(List<PlannedCell> cells, String target) {
        return cells.stream()
                .filter(cell -> cell.target().equals(target)
                        && cell.workload().equals(workload)
                        && cell.parameters().equals(parameters))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no cell for " + name()));
    }

    /**
     * Finds the first that can be measured: of the first workload, the first target other than the baseline against it.
     *
     * @throws UsageException if there is none
     */
    static WatchedRatio first(List<Selection> selections, List<Target> targets, String baseline) {
        Target base = named(targets, baseline);
        for (Selection selection : selections) {
            for (Map<String, String> values : selection.combinations()) {
                for (Target other : targets) {
                    if (!other.equals(base)
                            && selection.workload().obstacle(other, values).isEmpty()
                            && selection.workload().obstacle(base, values).isEmpty()) {
                        return new WatchedRatio(selection.workload().name(), values, other.name(), baseline);
                    }
                }
            }
        }
        throw new UsageException("--precision: no workload can be measured on " + baseline
                + " and on another target; name two targets that can do the same");
    }

    /**
     * Finds the ratio that a user named. Parameters may be left out if one cell of each target is left without them.
     *
     * @throws UsageException if it is not exactly one ratio of this run
     */
    static WatchedRatio parse(String text, List<Selection> selections, List<Target> targets) {
        String where = "--ratio '" + text + "'";
        int colon = text.lastIndexOf(": ");
        String[] arms =
                colon < 0 ? new String[0] : text.substring(colon + 2).strip().split(AGAINST, -1);
        if (arms.length != 2) {
            throw new UsageException(where + FORM);
        }
        List<String> words = List.of(text.substring(0, colon).strip().split("\\s+", -1));
        Selection selection = selections.stream()
                .filter(candidate -> candidate.workload().name().equals(words.get(0)))
                .findFirst()
                .orElseThrow(() -> new UsageException(where + ": no workload '" + words.get(0) + "' in this run"
                        + Suggestions.suggestion(
                                words.get(0),
                                selections.stream()
                                        .map(candidate -> candidate.workload().name())
                                        .toList())));
        Target other = inRun(where, targets, arms[0].strip());
        Target base = inRun(where, targets, arms[1].strip());
        if (other.equals(base)) {
            throw new UsageException(where + ": a target against itself; name two targets of this run");
        }
        Map<String, String> values = onlyOne(where, selection, wanted(where, words.subList(1, words.size())));
        for (Target target : List.of(other, base)) {
            selection.workload().obstacle(target, values).ifPresent(reason -> {
                throw new UsageException(where + " cannot be measured on " + target.name() + ": " + reason);
            });
        }
        return new WatchedRatio(selection.workload().name(), values, other.name(), base.name());
    }

    private static Map<String, String> wanted(String where, List<String> words) {
        Map<String, String> wanted = new LinkedHashMap<>();
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new UsageException(where + FORM);
            }
            wanted.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return wanted;
    }

    private static Map<String, String> onlyOne(String where, Selection selection, Map<String, String> wanted) {
        List<Map<String, String>> matching = selection.combinations().stream()
                .filter(values -> values.entrySet().containsAll(wanted.entrySet()))
                .toList();
        if (matching.isEmpty()) {
            throw new UsageException(where + ": this run measures no such parameter values; there are "
                    + selection.values().entrySet().stream()
                            .map(values -> values.getKey() + "=" + String.join(",", values.getValue()))
                            .collect(Collectors.joining(" ")));
        }
        if (matching.size() > 1) {
            TreeSet<String> open = new TreeSet<>(selection.values().keySet());
            open.removeAll(wanted.keySet());
            open.removeIf(name -> selection.values().get(name).size() == 1);
            throw new UsageException(where + " names " + matching.size() + " cells of each target; name also "
                    + open.stream().map(name -> name + "=…").collect(Collectors.joining(" ")));
        }
        return matching.get(0);
    }

    private static Target inRun(String where, List<Target> targets, String name) {
        List<String> names = new ArrayList<>();
        targets.forEach(target -> names.add(target.name()));
        if (!names.contains(name)) {
            throw new UsageException(
                    where + ": no target '" + name + "' in this run" + Suggestions.suggestion(name, names));
        }
        return named(targets, name);
    }

    private static Target named(List<Target> targets, String name) {
        return targets.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
