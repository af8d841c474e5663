package org.rowmark.report.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;

/** The hit rates of servers' caches in the first and in the last measured iteration of each round. */
final class HitRates {
    static final String HITS = "data.cache-hits";
    static final String MISSES = "data.cache-misses";

    private final Map<PlannedCell, Map<Integer, List<Double>>> iterations = new HashMap<>();

    /**
     * Means over rounds.
     *
     * @param first of the first measured iterations
     * @param last of the last ones
     */
    record Change(double first, double last) {}

    HitRates(List<RunRecord> runs) {
        for (RunRecord run : runs) {
            Map<Integer, PlannedCell> cells = new HashMap<>();
            run.manifest().cells().forEach(cell -> cells.put(cell.number(), cell));
            try (Stream<Sample> samples = run.samples().stream()) {
                samples.filter(sample -> !sample.warmup())
                        .forEach(sample -> rate(sample)
                                .ifPresent(rate -> iterations
                                        .computeIfAbsent(cells.get(sample.cell()), none -> new TreeMap<>())
                                        .computeIfAbsent(sample.round(), none -> new ArrayList<>())
                                        .add(rate)));
            }
        }
    }

    private static Optional<Double> rate(Sample sample) {
        Sample.Metric hits = sample.secondary().get(HITS);
        Sample.Metric misses = sample.secondary().get(MISSES);
        return hits == null || misses == null || !(hits.score() + misses.score() > 0)
                ? Optional.empty()
                : Optional.of(hits.score() / (hits.score() + misses.score()));
    }

    /** Returns the change of a cell; empty where its server does not report it, or rounds have one iteration. */
    Optional<Change> of(Cell cell) {
        List<List<Double>> rounds = iterations.entrySet().stream()
                .filter(entry -> isSame(entry.getKey(), cell))
                .flatMap(entry -> entry.getValue().values().stream())
                .filter(rates -> rates.size() > 1)
                .toList();
        return rounds.isEmpty()
                ? Optional.empty()
                : Optional.of(new Change(
                        rounds.stream()
                                .mapToDouble(rates -> rates.get(0))
                                .average()
                                .orElseThrow(),
                        rounds.stream()
                                .mapToDouble(rates -> rates.get(rates.size() - 1))
                                .average()
                                .orElseThrow()));
    }

    private static boolean isSame(PlannedCell planned, Cell cell) {
        return planned.workload().equals(cell.keys().get(Cell.WORKLOAD))
                && planned.target().equals(cell.keys().get(Cell.TARGET))
                && cell.keys().entrySet().containsAll(planned.parameters().entrySet());
    }
}
