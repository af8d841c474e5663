package org.rowmark.report.section;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.cells.Means;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Interval;
import org.rowmark.util.ByteSize;

/** What a server does with less and less memory; the curve is among those by parameter. */
public final class MemorySteps {
    /** The parameter of the curves. */
    private static final String MEBIBYTES = "memory (MiB)";

    private static final String HITS = "data.cache-hits";
    private static final String MISSES = "data.cache-misses";
    /** A memory in force is the wanted one if it differs by less. */
    private static final double SAME_SHARE = 0.01;

    /** The change of the hit rate during a round from which a cache is not warm. */
    private static final double MOST_CHANGE = 0.01;

    private MemorySteps() {}

    /** A cell with a memory of its server. */
    private record Step(Cell cell, String key, long wanted, long bytes, Map<String, String> facts) {
        /** Returns the step; empty for a cell without such a key. */
        static Optional<Step> of(Cell cell, Results results) {
            Map<String, String> facts =
                    results.target(cell).map(TargetFacts::serverSettings).orElse(Map.of());
            Optional<Long> inForce = ByteSize.of(facts.getOrDefault(MemoryFacts.IN_FORCE, ""));
            return cell.keys().keySet().stream()
                    .filter(MemoryFacts.SETTING::equalsIgnoreCase)
                    .findFirst()
                    .flatMap(key -> ByteSize.of(cell.keys().get(key))
                            .map(wanted -> new Step(cell, key, wanted, inForce.orElse(wanted), facts)));
        }

        /** Returns the cell with the memory as a number, and its target without it. */
        Cell asParameter() {
            Map<String, String> keys = new LinkedHashMap<>(cell.keys());
            String step = "-" + keys.remove(key).toLowerCase(Locale.ROOT);
            keys.computeIfPresent(Cell.TARGET, (name, target) -> target.replace(step, ""));
            keys.put(MEBIBYTES, Numbers.plain(bytes / (double) ByteSize.MIB));
            return cell.withKeys(keys);
        }

        /** Returns the keys that all steps of a curve share. */
        String curve() {
            return asParameter().without(MEBIBYTES).keys().entrySet().stream()
                    .map(shared -> switch (shared.getKey()) {
                        case Cell.TARGET -> "on " + shared.getValue();
                        case Cell.WORKLOAD -> shared.getValue();
                        default -> shared.toString();
                    })
                    .collect(Collectors.joining(" "));
        }
    }

    static Cell asParameter(Cell cell, Results results) {
        return Step.of(cell, results).map(Step::asParameter).orElse(cell);
    }

    public static Section section(Results results) {
        Map<String, List<Step>> curves = results.cells().stream()
                .filter(Cell::isMeasured)
                .flatMap(cell -> Step.of(cell, results).stream())
                .sorted(Comparator.comparing(Step::bytes).reversed())
                .collect(Collectors.groupingBy(Step::curve, LinkedHashMap::new, Collectors.toList()));
        curves.values().removeIf(steps -> steps.size() < 2);
        List<Fact> facts = new ArrayList<>();
        curves.forEach((curve, steps) -> facts.add(new Fact(curve, text(steps, results.runs()))));
        return new Section(
                "Memory",
                "The memory of the server's own setting, by which the score is a curve above.",
                new Content.Facts(facts));
    }

    /** Returns what becomes of the system's cache, the size of the data, and the steps that may not be settled. */
    private static String text(List<Step> steps, List<RunRecord> runs) {
        Step largest = steps.get(0);
        String cache = largest.facts().getOrDefault(MemoryFacts.SYSTEM_CACHE, "not known");
        String limit = largest.facts().getOrDefault(MemoryFacts.LIMIT, "");
        List<String> sentences = new ArrayList<>(List.of("The system's cache of data files is " + cache + "."));
        if (!limit.isEmpty()) {
            sentences.add("Server and cache are limited, at the largest step to " + limit + ".");
        } else if (!cache.startsWith(MemoryFacts.BYPASSED)) {
            sentences.add("That cache is not limited, so a small memory here is not a small machine.");
        }
        Interval data = Means.mean(largest.cell().values().counts().rounds("data.size"));
        if (data.n() > 0) {
            sentences.add("Data: " + CounterText.bytes(Math.round(data.mean())) + " in files at the end, "
                    + Numbers.score(data.mean() / largest.bytes()) + " times the largest step.");
        }
        for (Step step : steps) {
            if (Math.abs(step.bytes - step.wanted) > SAME_SHARE * step.wanted) {
                sentences.add(
                        "For " + ByteSize.text(step.wanted) + " the server has " + ByteSize.text(step.bytes) + ".");
            }
        }
        addUnsettled(sentences, steps, runs);
        return String.join(" ", sentences);
    }

    /** Adds the steps whose hit rate still changed while it was measured, and those of which it is not known. */
    private static void addUnsettled(List<String> sentences, List<Step> steps, List<RunRecord> runs) {
        List<String> unknown = new ArrayList<>();
        for (Step step : steps) {
            List<List<Double>> rounds = hitRates(step.cell(), runs);
            double first = 0;
            double last = 0;
            for (List<Double> rates : rounds) {
                first += rates.get(0) / rounds.size();
                last += rates.get(rates.size() - 1) / rounds.size();
            }
            if (rounds.isEmpty()) {
                unknown.add(ByteSize.text(step.bytes()));
            } else if (Math.abs(last - first) > MOST_CHANGE) {
                sentences.add("Not settled at " + ByteSize.text(step.bytes()) + ": the hit rate was "
                        + Numbers.percent(first) + " in the first measured iteration and " + Numbers.percent(last)
                        + " in the last; warm up longer (--warmups, --warmup-time).");
            }
        }
        if (!unknown.isEmpty()) {
            sentences.add("Not known whether settled at " + String.join(", ", unknown)
                    + ": the check needs a hit rate and two measured iterations in a round (--iterations).");
        }
    }

    /** Returns the hit rates of the measured iterations of each round that has two or more. */
    private static List<List<Double>> hitRates(Cell cell, List<RunRecord> runs) {
        List<List<Double>> rounds = new ArrayList<>();
        for (RunRecord run : runs) {
            Set<Integer> numbers = run.manifest().cells().stream()
                    .filter(planned -> planned.workload().equals(cell.keys().get(Cell.WORKLOAD))
                            && planned.target().equals(cell.keys().get(Cell.TARGET))
                            && cell.keys()
                                    .entrySet()
                                    .containsAll(planned.parameters().entrySet()))
                    .map(PlannedCell::number)
                    .collect(Collectors.toSet());
            try (Stream<Sample> samples = run.samples().stream()) {
                rounds.addAll(samples.filter(sample ->
                                !sample.warmup() && numbers.contains(sample.cell()) && Double.isFinite(hitRate(sample)))
                        .collect(Collectors.groupingBy(
                                Sample::round,
                                TreeMap::new,
                                Collectors.mapping(MemorySteps::hitRate, Collectors.toList())))
                        .values());
            }
        }
        rounds.removeIf(rates -> rates.size() < 2);
        return rounds;
    }

    /** Returns the share of page requests that the cache answered; NaN where it is not reported. */
    private static double hitRate(Sample sample) {
        Sample.Metric hits = sample.secondary().get(HITS);
        Sample.Metric misses = sample.secondary().get(MISSES);
        return hits == null || misses == null ? Double.NaN : hits.score() / (hits.score() + misses.score());
    }
}
