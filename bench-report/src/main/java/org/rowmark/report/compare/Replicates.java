package org.rowmark.report.compare;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.report.compare.Case.ColumnValue;
import org.rowmark.stats.Design;

/**
 * The replicates of one side: a value per round, or per server start where rounds shared one.
 *
 * @param values by round, or by number of the server start
 * @param starts when they were measured; without those that were not recorded
 * @param unit what was done anew for each of them
 */
public record Replicates(Map<Integer, Double> values, Map<Integer, Instant> starts, Design.Unit unit) {
    static final Replicates NONE = new Replicates(Map.of(), Map.of(), Design.Unit.FORK);

    public static Replicates of(ColumnValue side) {
        Map<Integer, Integer> serverStarts = side.cell().values().serverStarts();
        Map<Integer, Instant> starts = new TreeMap<>(side.cell().values().starts());
        starts.keySet().retainAll(side.values().keySet());
        int n = side.values().size();
        int distinct = (int) side.values().keySet().stream()
                .map(round -> serverStarts.getOrDefault(round, 0))
                .filter(start -> start > 0)
                .distinct()
                .count();
        if (distinct <= 1 || distinct == n) {
            return new Replicates(side.values(), starts, Design.Unit.of(distinct, n));
        }
        Map<Integer, Instant> first = new TreeMap<>();
        starts.forEach((round, start) ->
                first.merge(serverStarts.get(round), start, (one, other) -> one.isBefore(other) ? one : other));
        Map<Integer, Double> perStart = Design.perStart(side.values(), serverStarts);
        return new Replicates(perStart, first, Design.Unit.of(distinct, perStart.size()));
    }

    private Instant first() {
        return starts.values().stream().min(Instant::compareTo).orElse(Instant.MAX);
    }

    private Instant last() {
        return starts.values().stream().max(Instant::compareTo).orElse(Instant.MIN);
    }

    /**
     * Returns those measured before others, under true, and those measured after them; empty unless there are both, and
     * none in between.
     */
    Optional<Map<Boolean, Map<Integer, Double>>> around(Replicates others) {
        Instant begin = others.first();
        Instant end = others.last();
        boolean isAround = first().isBefore(begin)
                && last().isAfter(end)
                && starts.values().stream().noneMatch(start -> start.isAfter(begin) && start.isBefore(end));
        return !isAround
                ? Optional.empty()
                : Optional.of(values.entrySet().stream()
                        .collect(Collectors.partitioningBy(
                                value -> starts.get(value.getKey()).isBefore(begin),
                                Collectors.toMap(
                                        Map.Entry::getKey, Map.Entry::getValue, (one, other) -> one, TreeMap::new))));
    }
}
