package org.rowmark.report.cells;

import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.LatencyHistogram;

/**
 * The values of one cell that count: per round the mean of the measured iterations, for rounds that ended well.
 *
 * @param mode JMH's short name of the mode, empty without samples
 * @param unit unit of the score, empty without samples
 * @param score by round
 * @param starts when the cell was measured, by round; empty where it was not recorded
 * @param serverStarts on which start of its server the cell was measured, by round; 0 or nothing where Rowmark did not
 *     start it
 * @param latencies times of the single operations in nanoseconds, by round; empty where none were recorded
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
     * @param samples of the cell
     * @param ok the outcomes that are ok, by round
     */
    static CellValues of(List<Sample> samples, Map<Integer, CellOutcome> ok) {
        // a round that was begun, cut off and repeated has samples from before the turn that counts
        TreeMap<Integer, List<Sample>> valid = samples.stream()
                .filter(sample -> !sample.warmup() && ok.containsKey(sample.round()))
                .filter(sample ->
                        !sample.start().isBefore(ok.get(sample.round()).start()))
                .collect(Collectors.groupingBy(Sample::round, TreeMap::new, Collectors.toList()));
        if (valid.isEmpty()) {
            return NONE;
        }
        Sample first = valid.firstEntry().getValue().get(0);
        Map<String, Map<Integer, Double>> secondary = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> counters = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> named = new LinkedHashMap<>();
        Map<String, String> units = units(valid);
        Set<String> counted = units.keySet().stream()
                .filter(name -> CounterName.of(name).isPresent())
                .collect(Collectors.toSet());
        units.keySet().removeAll(counted);
        units.forEach((name, unit) -> {
            String shown = MetricUnit.shown(name, unit, first.unit());
            OptionalDouble factor = NamedMetrics.factor(name, unit);
            if (factor.isPresent()) {
                named.put(name, means(valid, sample -> factor.getAsDouble() * secondary(sample, name)));
            } else if (unit.equals(first.unit())) {
                secondary.put(shown, means(valid, sample -> secondary(sample, name)));
            } else if (MetricUnit.isEvents(unit)) {
                counters.put(shown, perOperation(valid, name));
            } else {
                counters.put(shown, means(valid, sample -> secondary(sample, name)));
            }
        });
        Map<Integer, Instant> starts = new TreeMap<>();
        Map<Integer, Integer> serverStarts = new TreeMap<>();
        Map<Integer, Percentiles> latencies = new TreeMap<>();
        valid.forEach((round, ofRound) -> {
            starts.put(round, ok.get(round).start());
            serverStarts.put(round, ok.get(round).serverStart());
            latencies(ofRound).ifPresent(times -> latencies.put(round, times));
        });
        Map<Integer, Double> score = means(valid, Sample::score);
        return new CellValues(
                first.mode(),
                first.unit(),
                score,
                starts,
                serverStarts,
                latencies,
                secondary,
                counters,
                named,
                Counters.of(valid, counted));
    }

    /** The same with other scores, and without further metrics. */
    CellValues withScore(Map<Integer, Double> other) {
        return new CellValues(
                mode, unit, other, starts, serverStarts, Map.of(), Map.of(), Map.of(), Map.of(), Counters.NONE);
    }

    /** Values by round of a metric known by its name; empty where the cell does not report it. */
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

    /** Of all iterations of a round. */
    private static Optional<Percentiles> latencies(List<Sample> ofRound) {
        List<Histogram> histograms = ofRound.stream()
                .map(Sample::histogram)
                .filter(text -> !text.isEmpty())
                .map(LatencyHistogram::decode)
                .toList();
        return histograms.isEmpty() ? Optional.empty() : Optional.of(Percentiles.of(histograms));
    }

    /** Units of the further metrics by name; a profiler need not report each in every iteration. */
    private static Map<String, String> units(Map<Integer, List<Sample>> byRound) {
        Map<String, String> units = new HashMap<>();
        byRound.values()
                .forEach(samples -> samples.forEach(sample ->
                        sample.secondary().forEach((name, metric) -> units.putIfAbsent(name, metric.unit()))));
        return new TreeMap<>(units);
    }

    /** Events are counted over the whole iteration: their sum over that of its operations. */
    private static Map<Integer, Double> perOperation(Map<Integer, List<Sample>> byRound, String name) {
        Map<Integer, Double> perOperation = new TreeMap<>();
        byRound.forEach((round, samples) -> perOperation.put(
                round,
                samples.stream()
                                .mapToDouble(sample -> secondary(sample, name))
                                .filter(Double::isFinite)
                                .sum()
                        / samples.stream().mapToLong(Sample::operations).sum()));
        return perOperation;
    }

    private static double secondary(Sample sample, String name) {
        Sample.Metric metric = sample.secondary().get(name);
        return metric == null ? Double.NaN : metric.score();
    }

    /** Of the iterations that have a value; without the rounds in which none has. */
    private static Map<Integer, Double> means(Map<Integer, List<Sample>> byRound, ToDoubleFunction<Sample> value) {
        Map<Integer, Double> means = new TreeMap<>();
        byRound.forEach((round, samples) -> {
            double sum = 0;
            int n = 0;
            for (Sample sample : samples) {
                double one = value.applyAsDouble(sample);
                sum += Double.isNaN(one) ? 0 : one;
                n += Double.isNaN(one) ? 0 : 1;
            }
            if (n > 0) {
                means.put(round, sum / n);
            }
        });
        return means;
    }
}
