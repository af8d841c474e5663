package org.rowmark.report.cells;

import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.rowmark.result.CellOutcome;
import org.rowmark.stats.Percentiles;

/**
 * The values of one cell that count: the means of the measured iterations of each successful round.
 *
 * @param mode JMH's short name of the mode, empty without samples
 * @param unit unit of the score, empty without samples
 * @param score by round
 * @param starts start of the measurement, by round; empty where it was not recorded
 * @param serverStarts number of the server start that the cell was measured on, by round; 0 or nothing where Rowmark
 *     did not start the server
 * @param latencies times of single operations in nanoseconds, by round; empty where none were recorded
 * @param secondary further metrics in the unit of the score, such as rows/s, by shown unit, then by round
 * @param counters all other further metrics, per operation if they count events, by shown unit, then by round
 * @param named metrics of {@link NamedMetrics}, in their units, by name, then by round
 * @param counts counters of the server, its processes and the measuring process
 */
public record CellValues(
        String mode,
        String unit,
        Map<Integer, Double> score,
        Map<Integer, Instant> starts,
        Map<Integer, Integer> serverStarts,
        Map<Integer, Percentiles> latencies,
        Map<String, Map<Integer, Double>> secondary,
        Map<String, Map<Integer, Double>> counters,
        Map<String, Map<Integer, Double>> named,
        Counters counts) {
    public static final CellValues NONE =
            new CellValues("", "", Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), Counters.NONE);

    /**
     * Computes the values of a cell.
     *
     * @param byRound the measured iterations, by round
     * @param ok the outcomes that are ok, by round
     */
    static CellValues of(SortedMap<Integer, RoundSums> byRound, Map<Integer, CellOutcome> ok) {
        if (byRound.isEmpty()) {
            return NONE;
        }
        RoundSums first = byRound.get(byRound.firstKey());
        Map<String, Map<Integer, Double>> secondary = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> counters = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> named = new LinkedHashMap<>();
        Collection<SummedMetric> metrics = metrics(byRound.values());
        metrics.stream().filter(metric -> !metric.isCounter()).forEach(metric -> {
            String shown = MetricUnit.shown(metric.name(), metric.unit(), first.unit());
            if (metric.factor().isPresent()) {
                named.put(metric.name(), means(byRound, sums -> sums.value(metric.name())));
            } else if (metric.unit().equals(first.unit())) {
                secondary.put(shown, means(byRound, sums -> sums.value(metric.name())));
            } else if (metric.way() == SummedMetric.Way.EVENTS) {
                counters.put(shown, means(byRound, sums -> OptionalDouble.of(sums.perOperation(metric.name()))));
            } else {
                counters.put(shown, means(byRound, sums -> sums.value(metric.name())));
            }
        });
        Map<Integer, Instant> starts = new TreeMap<>();
        Map<Integer, Integer> serverStarts = new TreeMap<>();
        Map<Integer, Percentiles> latencies = new TreeMap<>();
        byRound.forEach((round, sums) -> {
            starts.put(round, ok.get(round).start());
            serverStarts.put(round, ok.get(round).serverStart());
            sums.latencies().ifPresent(times -> latencies.put(round, times));
        });
        return new CellValues(
                first.mode(),
                first.unit(),
                means(byRound, RoundSums::score),
                starts,
                serverStarts,
                latencies,
                secondary,
                counters,
                named,
                Counters.of(byRound, metrics));
    }

    /** Returns the same with other scores and without other metrics. */
    CellValues withScore(Map<Integer, Double> other) {
        return new CellValues(
                mode, unit, other, starts, serverStarts, Map.of(), Map.of(), Map.of(), Map.of(), Counters.NONE);
    }

    /** Returns the values of a named metric by round; empty where the cell does not report it. */
    public Map<Integer, Double> named(String metric) {
        return named.getOrDefault(metric, Map.of());
    }

    /** Returns whether both have the same mode and unit, so that they have a ratio. */
    public boolean isLike(CellValues other) {
        return mode.equals(other.mode) && unit.equals(other.unit);
    }

    /** Returns the same with other start times. */
    public CellValues withStarts(Map<Integer, Instant> other) {
        return new CellValues(mode, unit, score, other, serverStarts, latencies, secondary, counters, named, counts);
    }

    /** Returns the metrics of all rounds, sorted by name: a profiler may leave some out of an iteration. */
    private static Collection<SummedMetric> metrics(Collection<RoundSums> rounds) {
        Map<String, SummedMetric> metrics = new TreeMap<>();
        rounds.forEach(sums -> sums.metrics().forEach(metric -> metrics.putIfAbsent(metric.name(), metric)));
        return metrics.values();
    }

    /** Returns the values by round, without rounds that have none. */
    private static Map<Integer, Double> means(
            Map<Integer, RoundSums> byRound, Function<RoundSums, OptionalDouble> value) {
        Map<Integer, Double> means = new TreeMap<>();
        byRound.forEach((round, sums) -> value.apply(sums).ifPresent(mean -> means.put(round, mean)));
        return means;
    }
}
