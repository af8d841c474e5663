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
 * The values of one cell that count: per round the mean of the measured iterations, for rounds that ended well.
 *
 * @param mode JMH's short name of the mode, empty without samples
 * @param unit unit of the score, empty without samples
 * @param score by round
 * @param starts when the cell was measured, by round; empty where nobody wrote it down
 * @param serverStarts on which start of its server the cell was measured, by round; 0 or nothing where Rowmark did not
 *     start it
 * @param latencies times of the single operations in nanoseconds, by round; empty where none were written down
 * @param secondary further metrics that follow from the score, such as rows/s, by shown unit, then by round
 * @param counters what else was counted, per operation where it counts events, by shown unit, then by round
 * @param named what the report knows by its name, see {@link NamedMetrics}, in its unit, by name, then by round
 * @param counts what the server, its processes and the measuring process counted
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

    /** The same with other scores, and without further metrics. */
    CellValues withScore(Map<Integer, Double> other) {
        return new CellValues(
                mode, unit, other, starts, serverStarts, Map.of(), Map.of(), Map.of(), Map.of(), Counters.NONE);
    }

    /** Values by round of a metric known by its name; empty where the cell does not tell it. */
    public Map<Integer, Double> named(String metric) {
        return named.getOrDefault(metric, Map.of());
    }

    /** Whether the values of both mean the same, so that they have a ratio. */
    public boolean isLike(CellValues other) {
        return mode.equals(other.mode) && unit.equals(other.unit);
    }

    /** The same, measured at other times. */
    public CellValues withStarts(Map<Integer, Instant> other) {
        return new CellValues(mode, unit, score, other, serverStarts, latencies, secondary, counters, named, counts);
    }

    /** The metrics of all rounds by name: a profiler need not tell each in every iteration. */
    private static Collection<SummedMetric> metrics(Collection<RoundSums> rounds) {
        Map<String, SummedMetric> metrics = new TreeMap<>();
        rounds.forEach(sums -> sums.metrics().forEach(metric -> metrics.putIfAbsent(metric.name(), metric)));
        return metrics.values();
    }

    /** Without the rounds that have no value. */
    private static Map<Integer, Double> means(
            Map<Integer, RoundSums> byRound, Function<RoundSums, OptionalDouble> value) {
        Map<Integer, Double> means = new TreeMap<>();
        byRound.forEach((round, sums) -> value.apply(sums).ifPresent(mean -> means.put(round, mean)));
        return means;
    }
}
