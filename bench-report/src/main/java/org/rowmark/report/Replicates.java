package org.rowmark.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/**
 * The values of one cell that count: per round the mean of the measured iterations, for rounds that ended well.
 *
 * @param mode JMH's short name of the mode, empty without samples
 * @param unit unit of the score, empty without samples
 * @param score by round
 * @param secondary by shown unit, then by round
 */
record Replicates(String mode, String unit, Map<Integer, Double> score, Map<String, Map<Integer, Double>> secondary) {

    static Replicates of(RunRecord run, int cell) {
        Map<Integer, List<Sample>> valid = validByRound(run, cell);
        List<Sample> all = valid.values().stream().flatMap(List::stream).toList();
        if (all.isEmpty()) {
            return new Replicates("", "", Map.of(), Map.of());
        }
        Sample first = all.get(0);
        Map<String, Map<Integer, Double>> secondary = new LinkedHashMap<>();
        first.secondary()
                .forEach((name, metric) -> secondary.put(
                        MetricUnit.shown(name, metric.unit(), first.unit()),
                        means(valid, sample -> secondary(sample, name))));
        return new Replicates(first.mode(), first.unit(), means(valid, Sample::score), secondary);
    }

    double[] scores() {
        return score.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** A round that was begun, cut off and repeated by a resumed run has samples from before the turn that counts. */
    private static Map<Integer, List<Sample>> validByRound(RunRecord run, int cell) {
        Map<Integer, CellOutcome> ok = run.outcomes().stream()
                .filter(outcome -> outcome.cell() == cell && outcome.outcome() == Outcome.OK)
                .collect(Collectors.toMap(CellOutcome::round, Function.identity(), (earlier, later) -> later));
        return run.samples().stream()
                .filter(sample -> sample.cell() == cell && !sample.warmup() && ok.containsKey(sample.round()))
                .filter(sample ->
                        !sample.start().isBefore(ok.get(sample.round()).start()))
                .collect(Collectors.groupingBy(Sample::round, TreeMap::new, Collectors.toList()));
    }

    private static double secondary(Sample sample, String name) {
        Sample.Metric metric = sample.secondary().get(name);
        return metric == null ? Double.NaN : metric.score();
    }

    private static Map<Integer, Double> means(Map<Integer, List<Sample>> byRound, Function<Sample, Double> value) {
        Map<Integer, Double> means = new TreeMap<>();
        byRound.forEach((round, samples) -> means.put(
                round, samples.stream().mapToDouble(value::apply).average().orElse(Double.NaN)));
        return means;
    }
}
