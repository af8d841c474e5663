package org.rowmark.report.cells;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.Sample;
import org.rowmark.result.Samples;

/**
 * The sums of a run's measured iterations by cell and round, added up as they are read. Only successful rounds count.
 */
final class RunSums {
    private final Map<Integer, Map<Integer, CellOutcome>> ok;
    private final Map<Integer, SortedMap<Integer, RoundSums>> cells = new HashMap<>();
    private final Map<String, SummedMetric> metrics = new HashMap<>();

    private RunSums(Map<Integer, Map<Integer, CellOutcome>> ok) {
        this.ok = ok;
    }

    /** @param outcomes of all cells and rounds */
    static RunSums of(Samples samples, List<CellOutcome> outcomes) {
        Map<Integer, Map<Integer, CellOutcome>> ok = new HashMap<>();
        for (CellOutcome outcome : outcomes) {
            if (outcome.outcome() == Outcome.OK) {
                ok.computeIfAbsent(outcome.cell(), cell -> new TreeMap<>()).put(outcome.round(), outcome);
            }
        }
        return samples.addUpMeasured(() -> new RunSums(ok), RunSums::add, RunSums::addAll);
    }

    CellValues values(int cell) {
        return CellValues.of(cells.getOrDefault(cell, Collections.emptySortedMap()), ok(cell));
    }

    private Map<Integer, CellOutcome> ok(int cell) {
        return ok.getOrDefault(cell, Map.of());
    }

    private void add(Sample sample) {
        CellOutcome outcome = ok(sample.cell()).get(sample.round());
        // a round that was interrupted and repeated also has samples from before the repetition
        if (outcome == null || sample.start().isBefore(outcome.start())) {
            return;
        }
        cells.computeIfAbsent(sample.cell(), cell -> new TreeMap<>())
                .computeIfAbsent(sample.round(), round -> new RoundSums(sample))
                .add(sample, this::metric);
    }

    private SummedMetric metric(String name, String unit) {
        SummedMetric known = metrics.computeIfAbsent(name, of -> SummedMetric.of(name, unit));
        return known.unit().equals(unit) ? known : SummedMetric.of(name, unit);
    }

    /** Adds a later part of the record. */
    private void addAll(RunSums later) {
        later.cells.forEach((cell, rounds) ->
                cells.computeIfAbsent(cell, none -> new TreeMap<>()).putAll(rounds));
    }
}
