package org.rowmark.run.counters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.db.Counter;

/**
 * Counters of a server at one moment.
 *
 * @param counters by {@link Counter#metric}, sorted
 */
record CounterReading(Map<String, Counter> counters) {
    static final CounterReading NOTHING = new CounterReading(Map.of());

    static CounterReading of(List<Counter> counters) {
        Map<String, Counter> byMetric = new TreeMap<>();
        counters.forEach(counter -> byMetric.put(counter.metric(), counter));
        return new CounterReading(byMetric);
    }

    /**
     * Returns what was counted since another reading, and the levels of this one. Counters are missing that one of the
     * two readings lacks, except those of new files, and those that went down: the server counts from 0 again. A file
     * in which nothing was counted is left out, since many are open.
     *
     * @param own by how much a reading itself raises each metric
     */
    List<Counter> since(CounterReading before, Map<String, Double> own) {
        List<Counter> since = new ArrayList<>();
        counters.forEach((metric, counter) -> {
            double earlier = before.counters.containsKey(metric) ? before.value(metric) : before.ofNewFile(counter);
            if (counter.isLevel()) {
                since.add(counter);
            } else if (counter.value() >= earlier) {
                double rise = counter.value() - earlier - own.getOrDefault(metric, 0.0);
                since.add(counter.with(Math.max(0, rise)));
            }
        });
        Set<String> busy = since.stream()
                .filter(counter -> !counter.isLevel() && counter.value() > 0)
                .map(Counter::file)
                .collect(Collectors.toSet());
        since.removeIf(counter -> !counter.file().isEmpty() && !busy.contains(counter.file()));
        return since;
    }

    /**
     * Returns by how much a reading itself raises each metric, from successive readings while nothing else happens.
     *
     * @return by metric; only those that every reading raised by the same amount, which is not 0
     */
    static Map<String, Double> raised(List<CounterReading> idle) {
        Map<String, Double> raised = new HashMap<>();
        idle.get(0).counters.forEach((metric, counter) -> {
            List<Double> rises = new ArrayList<>();
            for (int i = 1; i < idle.size(); i++) {
                rises.add(idle.get(i).value(metric) - idle.get(i - 1).value(metric));
            }
            if (!counter.isLevel() && rises.get(0) > 0 && rises.stream().allMatch(rises.get(0)::equals)) {
                raised.put(metric, rises.get(0));
            }
        });
        return raised;
    }

    /**
     * Returns the earlier value of a counter: 0 for a new file among others with the same counter, otherwise unknown.
     */
    private double ofNewFile(Counter counter) {
        boolean isNew = !counter.file().isEmpty()
                && counters.values().stream()
                        .anyMatch(other -> !other.file().isEmpty()
                                && other.kind() == counter.kind()
                                && other.name().equals(counter.name()));
        return isNew ? 0 : Double.NaN;
    }

    private double value(String metric) {
        Counter counter = counters.get(metric);
        return counter == null ? Double.NaN : counter.value();
    }
}
