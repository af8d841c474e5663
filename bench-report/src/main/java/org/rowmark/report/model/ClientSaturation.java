package org.rowmark.report.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.Means;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CounterName;
import org.rowmark.result.Manifest;
import org.rowmark.result.TargetFacts;

/**
 * Which cells kept the measuring process so busy that it, and not the server, may be what was measured. A database inside
 * that process makes it busy itself, which says nothing.
 */
final class ClientSaturation {
    /** Percent of the CPU time that the measuring threads could have had. */
    static final double MOST = 80;

    private static final int MOST_NAMES = 5;
    private static final String EMBEDDED = "embedded";

    private ClientSaturation() {}

    /** A warning; empty where no cell is above {@link #MOST}. */
    static Optional<String> badge(ComparisonTable table, List<Manifest> manifests) {
        Set<String> embedded = manifests.stream()
                .flatMap(manifest -> manifest.targets().stream())
                .filter(target -> target.server().startsWith(EMBEDDED))
                .map(TargetFacts::name)
                .collect(Collectors.toSet());
        List<String> bound = new ArrayList<>();
        for (Case line : table.linesWithCounters()) {
            for (ColumnValue side : line.columnValues()) {
                double load = load(side);
                if (load > MOST && !embedded.contains(side.cell().keys().getOrDefault(Cell.TARGET, ""))) {
                    bound.add(side.column() + " in " + line.title() + " (" + Numbers.score(load) + " %)");
                }
            }
        }
        return bound.isEmpty()
                ? Optional.empty()
                : Optional.of("client-bound: " + some(bound)
                        + ": the measuring process was that busy, and may be what was measured instead of the server");
    }

    private static double load(ColumnValue side) {
        Map<Integer, Double> loads = side.cell().values().counts().rounds(CounterName.CLIENT_LOAD.metric());
        return Means.mean(loads).mean();
    }

    private static String some(List<String> names) {
        int rest = names.size() - MOST_NAMES;
        return names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "))
                + (rest > 0 ? " and " + rest + " more" : "");
    }
}
