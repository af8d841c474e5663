package org.rowmark.report.cells;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What a throughput is in the units of other benchmarks: new orders and transactions per minute, statements per second. */
final class WorkPerTime {
    private static final String COMMITTED = "committed.";
    private static final double SECONDS_PER_MINUTE = 60;

    private WorkPerTime() {}

    /**
     * Returns the metrics in the unit of the score and those that the workload counts the work for, by unit.
     *
     * @param perSecond the factor from the score to operations per second
     */
    static Map<String, Map<Integer, Double>> of(CellValues values, double perSecond) {
        Map<String, Map<Integer, Double>> events = values.events();
        Map<Integer, Double> transactions = new TreeMap<>();
        events.forEach((event, rounds) -> {
            if (event.startsWith(COMMITTED)) {
                rounds.forEach((round, each) -> transactions.merge(round, each, Double::sum));
            }
        });
        Map<Integer, Double> orders = events.getOrDefault(COMMITTED + "new-order", Map.of());
        Map<Integer, Double> statements = events.getOrDefault(NamedMetrics.STATEMENTS, Map.of());
        Map<String, Map<Integer, Double>> all = new LinkedHashMap<>(values.secondary());
        all.put("NOPM", times(values.score(), orders, perSecond * SECONDS_PER_MINUTE));
        all.put("TPM", times(values.score(), transactions, perSecond * SECONDS_PER_MINUTE));
        all.put("QPS", times(values.score(), statements, perSecond));
        all.values().removeIf(Map::isEmpty);
        return all;
    }

    private static Map<Integer, Double> times(Map<Integer, Double> score, Map<Integer, Double> each, double factor) {
        return Means.joined(score, each, (all, of) -> all * of * factor);
    }
}
