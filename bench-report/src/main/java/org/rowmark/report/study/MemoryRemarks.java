package org.rowmark.report.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.MemoryFacts;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.Sweep;
import org.rowmark.util.ByteSize;

/**
 * The sentences on a server with less and less memory: the knee, the system's cache, the data, and steps that were not
 * settled or of which that is not known.
 *
 * @param margin the gain of a doubling that does not matter
 */
record MemoryRemarks(HitRates hitRates, double margin) {
    /** The change of the hit rate during the measurement from which a cache is not warm. */
    private static final double MOST_CHANGE = 0.01;

    private static final String NO_RATE = "the server reports no hit rate";
    private static final String ONE_ITERATION =
            "the rounds have one measured iteration each, and the check needs two (--iterations)";

    /**
     * Returns what limits or sums up the figures of a curve.
     *
     * @param steps from the largest
     * @param sweep of them, in bytes; empty if they are too few
     */
    String of(List<MemoryStep> steps, Optional<Sweep> sweep) {
        MemoryStep largest = steps.get(0);
        Map<String, String> facts =
                largest.target().map(TargetFacts::serverSettings).orElse(Map.of());
        Stream<String> data = largest
                .dataBytes()
                .map(bytes -> "Data: " + Numbers.megabytes(bytes) + " in files at the end, "
                        + Numbers.score(bytes / largest.bytes()) + " times the largest step.")
                .stream();
        String cache = facts.getOrDefault(MemoryFacts.SYSTEM_CACHE, "not known");
        Stream<String> others = Stream.of(
                knee(sweep) + ".",
                "The system's cache of data files is " + cache + ".",
                facts.containsKey(MemoryFacts.LIMIT)
                        ? "Server and cache are limited, at the largest step to " + facts.get(MemoryFacts.LIMIT) + "."
                        : cache.startsWith(MemoryFacts.BYPASSED)
                                ? ""
                                : "That cache is not limited, so a small memory here is not a small machine.");
        return Stream.of(others, data, unsettled(steps), unchecked(steps))
                .flatMap(part -> part)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** Returns remarks on steps whose hit rate still changed while it was measured. */
    private Stream<String> unsettled(List<MemoryStep> steps) {
        return steps.stream()
                .flatMap(step -> hitRates
                        .of(step.cell())
                        .filter(change -> Math.abs(change.last() - change.first()) > MOST_CHANGE)
                        .map(change -> "Not settled at " + ByteSize.text(step.bytes()) + ": the hit rate was "
                                + Numbers.percent(change.first()) + " in the first measured iteration and "
                                + Numbers.percent(change.last())
                                + " in the last; warm up longer (--warmups, --warmup-time).")
                        .stream());
    }

    /** Returns remarks on steps of which it is not known whether the hit rate still changed. */
    private Stream<String> unchecked(List<MemoryStep> steps) {
        Map<String, List<String>> byReason = steps.stream()
                .filter(step -> hitRates.of(step.cell()).isEmpty())
                .collect(Collectors.groupingBy(
                        step -> step.hitRate().isEmpty() ? NO_RATE : ONE_ITERATION,
                        LinkedHashMap::new,
                        Collectors.mapping(step -> ByteSize.text(step.bytes()), Collectors.toList())));
        return byReason.entrySet().stream()
                .map(reason -> "Not known whether settled at " + String.join(", ", reason.getValue()) + ": "
                        + reason.getKey() + ".");
    }

    /** Returns the knee in words, with the steps between which the intervals leave it. */
    private String knee(Optional<Sweep> found) {
        if (found.isEmpty()) {
            return "Too few steps for a knee";
        }
        Sweep sweep = found.get();
        String least = sweep.leastKnee().isPresent() ? text(sweep.leastKnee().getAsDouble()) : "";
        return switch (sweep.shape()) {
            case KNEE -> {
                String knee = text(sweep.knee().orElseThrow());
                yield "Knee: " + knee + ", after which each doubling gains less than "
                        + Numbers.percent(margin)
                        + (knee.equals(least) ? "" : "; by the intervals it is between " + least + " and " + knee);
            }
            case FLAT ->
                "Knee: at or below " + text(sweep.steps().get(0).from()) + "; "
                        + sweep.shape().words();
            case STILL_RISING ->
                "Knee: " + sweep.shape().words() + "; by the intervals it is at " + least + " or above";
            case UNKNOWN -> "Knee: " + sweep.shape().words();
        };
    }

    private static String text(double bytes) {
        return ByteSize.text(Math.round(bytes));
    }
}
