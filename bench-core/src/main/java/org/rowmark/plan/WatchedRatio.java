package org.rowmark.plan;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rowmark.result.PlannedCell;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;

/**
 * The only ratio that decides when a run ends, chosen before its first round: two cells that differ in the target only.
 *
 * @param parameters all its parameter values, sorted
 * @param other name of the target that is compared with the baseline
 */
public record WatchedRatio(String workload, Map<String, String> parameters, String other, String baseline) {
    private static final Pattern FORM = Pattern.compile("(\\S+)((?:\\s+[^\\s=]+=\\S*)*): +(.+) against (.+)");

    public WatchedRatio {
        parameters = new TreeMap<>(parameters);
    }

    /** Returns the name: {@code point-select rows=1000: b against a}; {@link #parse} reads it. */
    public String name() {
        return PlannedCell.name(workload, parameters) + ": " + other + " against " + baseline;
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
     * Finds the ratio that a user named. Parameters may be left out if one cell of each target is left without them.
     *
     * @throws UsageException if it is not exactly one ratio of this run
     */
    static WatchedRatio parse(String text, List<Selection> selections, List<Target> targets) {
        String where = "--ratio '" + text + "'";
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new UsageException(where + ": write \"WORKLOAD [param=value…]: B against A\"");
        }
        List<String> workloads = selections.stream()
                .map(selection -> selection.workload().name())
                .toList();
        Suggestions.require(where + ": this run has no workload", form.group(1), workloads);
        Selection selection = selections.get(workloads.indexOf(form.group(1)));
        List<String> names = targets.stream().map(Target::name).toList();
        String other = form.group(3).strip();
        String base = form.group(4).strip();
        Suggestions.require(where + ": this run has no target", other, names);
        Suggestions.require(where + ": this run has no target", base, names);
        if (other.equals(base)) {
            throw new UsageException(where + ": a target against itself; name two targets of this run");
        }
        Map<String, String> wanted = new LinkedHashMap<>();
        Arrays.stream(form.group(2).strip().split("\\s+", -1))
                .filter(word -> !word.isEmpty())
                .map(word -> word.split("=", 2))
                .forEach(word -> wanted.put(word[0], word[1]));
        Map<String, String> values = onlyOne(where, selection, wanted);
        for (String target : List.of(other, base)) {
            selection
                    .workload()
                    .obstacle(targets.get(names.indexOf(target)), values)
                    .ifPresent(reason -> {
                        throw new UsageException(where + " cannot be measured on " + target + ": " + reason);
                    });
        }
        return new WatchedRatio(form.group(1), values, other, base);
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
}
