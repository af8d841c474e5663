package org.rowmark.report.cells;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.commons.lang3.Strings;
import org.rowmark.report.cells.FurtherMetric.Kind;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.stats.Comparison.Better;
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
 * @param secondary further metrics shown beside the score, such as rows/s, by shown unit, then by round
 * @param counters all other further metrics, per operation if they count events, by shown unit, then by round
 * @param named metrics of {@link NamedMetrics}, in their units, by name, then by round
 * @param counts counters of the server, its processes and the measuring process
 * @param kinds times of the operations of each kind, by kind; empty for operations without kinds
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
        Counters counts,
        Map<String, Map<Integer, Percentiles>> kinds) {
    public static final CellValues NONE = new CellValues("", "", Map.of(), Map.of(), Map.of(), Map.of());

    public CellValues(
            String mode,
            String unit,
            Map<Integer, Double> score,
            Map<Integer, Instant> starts,
            Map<Integer, Integer> serverStarts,
            Map<Integer, Percentiles> latencies) {
        this(mode, unit, score, starts, serverStarts, latencies, Map.of(), Map.of(), Map.of(), Counters.NONE, Map.of());
    }

    /**
     * Returns the values with further metrics, sorted by kind.
     *
     * @param times of the operations of each kind
     * @param areOperationsKnown whether events are counted per operation, or else per iteration
     */
    CellValues with(
            Map<FurtherMetric, Map<Integer, Double>> metrics,
            Map<String, Map<Integer, Percentiles>> times,
            boolean areOperationsKnown) {
        Map<String, Map<Integer, Double>> inUnit = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> others = new LinkedHashMap<>();
        Map<String, Map<Integer, Double>> known = new LinkedHashMap<>();
        Map<String, Counters.Series> counted = new TreeMap<>();
        metrics.forEach((metric, rounds) -> {
            if (metric.isCounter()) {
                counted.put(metric.name(), new Counters.Series(metric.unit(), rounds));
            } else if (metric.factor().isPresent()) {
                known.put(metric.name(), rounds);
            } else {
                String shown = metric.kind() == Kind.EVENTS && !areOperationsKnown
                        ? metric.name() + " per iteration"
                        : metric.shown(unit);
                boolean isOfScore = metric.unit().equals(unit) || metric.unit().equals(shown);
                (isOfScore ? inUnit : others).put(shown, rounds);
            }
        });
        counted.values().removeIf(counter -> counter.rounds().isEmpty());
        Counters all = new Counters(counted);
        return new CellValues(mode, unit, score, starts, serverStarts, latencies, inUnit, others, known, all, times);
    }

    /**
     * Returns the values in another unit of time, for example {@code ops/s} for {@code ops/ms}; unchanged where the two
     * are not such units.
     */
    public CellValues in(String other) {
        boolean isRate = unit.startsWith(FurtherMetric.OPERATIONS);
        double factor = isRate ? nanos(other) / nanos(unit) : nanos(unit) / nanos(other);
        if (unit.equals(other) || isRate != other.startsWith(FurtherMetric.OPERATIONS) || Double.isNaN(factor)) {
            return this;
        }
        Map<String, Map<Integer, Double>> converted = new LinkedHashMap<>();
        secondary.forEach((shown, values) -> converted.put(
                isRate
                        ? shown.replace("/" + time(unit), "/" + time(other))
                        : shown.replace(time(unit) + "/", time(other) + "/"),
                Means.scaled(values, factor)));
        return with(other, Means.scaled(score, factor), starts, converted);
    }

    private CellValues with(
            String newUnit,
            Map<Integer, Double> newScore,
            Map<Integer, Instant> newStarts,
            Map<String, Map<Integer, Double>> beside) {
        return new CellValues(
                mode, newUnit, newScore, newStarts, serverStarts, latencies, beside, counters, named, counts, kinds);
    }

    /** Returns the nanoseconds of {@code ms} in {@code ops/ms} and {@code ms/op}; NaN for other units. */
    private static double nanos(String unit) {
        return JmhResult.NANOS.getOrDefault(time(unit), Double.NaN);
    }

    private static String time(String unit) {
        return Strings.CS.removeEnd(
                Strings.CS.removeStart(unit, FurtherMetric.OPERATIONS), FurtherMetric.PER_OPERATION);
    }

    /**
     * Returns the time of an operation in nanoseconds, where one thread does one operation after the other; empty in an
     * open loop, whose threads wait between operations.
     */
    public Map<Integer, Double> operationNanos() {
        if (!named(NamedMetrics.OFFERED).isEmpty()) {
            return Map.of();
        }
        if (isPass()) {
            return Means.scaled(NamedMetrics.seconds(this), TimeUnits.SECONDS.nanos());
        }
        double nanos = nanos(unit);
        Map<Integer, Double> times = new TreeMap<>(score);
        times.replaceAll((round, value) -> unit.startsWith(FurtherMetric.OPERATIONS) ? nanos / value : nanos * value);
        times.values().removeIf(time -> !Double.isFinite(time));
        return times;
    }

    /** Returns the values without an amount of data, as of values that were not moved. */
    CellValues withoutVolume() {
        Map<String, Map<Integer, Double>> others = new LinkedHashMap<>(secondary);
        others.keySet().removeIf(shown -> List.of(shown.split("/")).contains(NamedMetrics.MEGABYTES));
        return with(unit, score, starts, others);
    }

    /**
     * Returns the values with another score.
     *
     * @param per its unit
     * @param kept the named metrics; there are no others
     */
    public CellValues withScore(String per, Map<Integer, Double> values, Map<String, Map<Integer, Double>> kept) {
        return new CellValues(
                mode, per, values, starts, serverStarts, Map.of(), Map.of(), Map.of(), kept, Counters.NONE, Map.of());
    }

    public CellValues followedBy(CellValues second, int offset) {
        int offsetOfStarts = serverStarts.values().stream().reduce(0, Math::max);
        Map<Integer, Integer> startsOfSecond = new TreeMap<>(second.serverStarts);
        startsOfSecond.replaceAll((round, start) -> start == 0 ? 0 : start + offsetOfStarts);
        return new CellValues(
                mode,
                unit,
                joined(score, second.score, offset),
                joined(starts, second.starts, offset),
                joined(serverStarts, startsOfSecond, offset),
                joined(latencies, second.latencies, offset),
                joinedMetrics(secondary, second.secondary, offset),
                joinedMetrics(counters, second.counters, offset),
                joinedMetrics(named, second.named, offset),
                counts.followedBy(second.counts, offset),
                joinedMetrics(kinds, second.kinds, offset));
    }

    private static <V> Map<String, Map<Integer, V>> joinedMetrics(
            Map<String, Map<Integer, V>> first, Map<String, Map<Integer, V>> second, int offset) {
        Map<String, Map<Integer, V>> joined = new LinkedHashMap<>(first);
        joined.replaceAll((metric, values) -> joined(values, second.getOrDefault(metric, Map.of()), offset));
        return joined;
    }

    static <V> Map<Integer, V> joined(Map<Integer, V> first, Map<Integer, V> second, int offset) {
        Map<Integer, V> joined = new TreeMap<>(first);
        second.forEach((round, value) -> joined.put(round + offset, value));
        return joined;
    }

    public Map<Integer, Double> named(String metric) {
        return named.getOrDefault(metric, Map.of());
    }

    /** Returns how often an operation had each event that its workload counts, by event, sorted, then by round. */
    public Map<String, Map<Integer, Double>> events() {
        Map<String, Map<Integer, Double>> events = new TreeMap<>();
        counters.forEach((shown, rounds) -> {
            if (shown.endsWith(FurtherMetric.PER_OPERATION)) {
                events.put(Strings.CS.removeEnd(shown, FurtherMetric.PER_OPERATION), rounds);
            }
        });
        return events;
    }

    public boolean isSingleShot() {
        return mode.equals("ss");
    }

    /** Returns the better direction: throughput when higher; all other modes measure time. */
    public Better better() {
        return mode.equals("thrpt") ? Better.HIGHER : Better.LOWER;
    }

    /** Returns whether both have the same mode and unit, so that they have a ratio. */
    public boolean isLike(CellValues other) {
        return mode.equals(other.mode) && unit.equals(other.unit);
    }

    public CellValues withStarts(Map<Integer, Instant> other) {
        return with(unit, score, other, secondary);
    }

    /** Returns the further metrics that stand beside the score, by unit. */
    public Map<String, Map<Integer, Double>> besideScore() {
        return unit.startsWith(FurtherMetric.OPERATIONS)
                ? WorkPerTime.of(this, TimeUnits.SECONDS.nanos() / nanos(unit))
                : secondary;
    }

    /** Returns whether an operation is a pass over queries, and the score their geometric mean. */
    public boolean isPass() {
        return secondary.containsKey(NamedMetrics.PASS);
    }

    /** Returns whether half of the queries of a pass take less than so many seconds. */
    boolean areQueriesShorterThan(double seconds) {
        List<Double> means = named.entrySet().stream()
                .filter(metric -> isPass() && metric.getKey().startsWith(NamedMetrics.PHASE))
                .map(metric -> Means.mean(metric.getValue()).mean())
                .toList();
        long shorter = means.stream().filter(mean -> mean < seconds).count();
        return shorter > 0 && 2 * shorter >= means.size();
    }

    public SortedSet<String> leftOut() {
        return named.keySet().stream()
                .filter(metric -> metric.startsWith(NamedMetrics.LEFT_OUT))
                .map(metric -> metric.substring(NamedMetrics.LEFT_OUT.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
