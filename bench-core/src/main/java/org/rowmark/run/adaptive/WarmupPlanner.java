package org.rowmark.run.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Comparison.Better;
import org.rowmark.stats.Warmup;

/**
 * The choice of the warm-up iterations of each workload, by the iterations of its forks so far. Forks have the most that
 * are allowed until all cells of the workload are warm at their end; then as many as the slowest cell needs, the same
 * for all, so that no side is warmer than another. Later rounds, whose forks are judged together, only add to them: what
 * is hidden by the noise of one round shows in the median of several.
 */
public final class WarmupPlanner {
    /** The forks of a cell, each with the scores of its iterations. */
    private record Forks(PlannedCell cell, Better better, List<double[]> scores) {}

    private final RunRequest request;
    private final Map<Integer, Forks> byCell = new TreeMap<>();
    private final Map<String, ChosenWarmups> chosen = new TreeMap<>();
    private final Set<String> workloads = new TreeSet<>();

    private WarmupPlanner(RunRequest request) {
        this.request = request;
    }

    /** Returns the planner of a run; empty where the number is given. */
    public static Optional<WarmupPlanner> of(RunRequest request) {
        return request.sampling().timing().chosen().map(none -> new WarmupPlanner(request));
    }

    /** Adds the fork of a cell in a round. */
    public void measured(PlannedCell cell, List<Double> warmups, BenchmarkResult fork) {
        Stream<Double> measured = isInTurns(cell)
                ? Stream.empty()
                : fork.getIterationResults().stream()
                        .map(iteration -> iteration.getPrimaryResult().getScore());
        Better better = fork.getParams().getMode() == Mode.Throughput ? Better.HIGHER : Better.LOWER;
        byCell.computeIfAbsent(cell.number(), number -> new Forks(cell, better, new ArrayList<>()))
                .scores()
                .add(Stream.concat(warmups.stream(), measured)
                        .mapToDouble(Double::doubleValue)
                        .toArray());
        workloads.add(cell.workload());
    }

    /** Returns whether the cell is measured in slices, which differ from warm-up iterations in length and caches. */
    private boolean isInTurns(PlannedCell cell) {
        return request.rounds().slice().isPresent() && !request.isSingleShot(cell);
    }

    /** Returns what changes with the next round, by workload. */
    public List<ChosenWarmups> after(int round) {
        List<ChosenWarmups> changes = new ArrayList<>();
        for (String workload : workloads) {
            Optional<ChosenWarmups> now = Optional.ofNullable(chosen.get(workload));
            ChosenWarmups next = next(workload, round + 1, now);
            boolean isSame = now.filter(
                            before -> before.warmups() == next.warmups() && before.isWarm() == next.isWarm())
                    .isPresent();
            if (!isSame) {
                chosen.put(workload, next);
                changes.add(next);
            }
        }
        return changes;
    }

    private ChosenWarmups next(String workload, int fromRound, Optional<ChosenWarmups> now) {
        int most = request.sampling().timing().warmups();
        int current = now.map(ChosenWarmups::warmups).orElse(most);
        OptionalInt needed = needed(workload, current);
        if (now.filter(ChosenWarmups::isWarm).isEmpty()) {
            return new ChosenWarmups(workload, fromRound, needed.orElse(most), needed.isPresent());
        }
        return new ChosenWarmups(
                workload,
                fromRound,
                Math.max(current, needed.orElse(Math.min(most, 2 * current))),
                needed.isPresent() || current < most);
    }

    /** Returns how many the slowest cell of a workload needs; empty if that is more than are allowed, or not known. */
    private OptionalInt needed(String workload, int current) {
        int needed = 1;
        for (Forks forks : byCell.values()) {
            if (forks.cell().workload().equals(workload)) {
                OptionalInt ofCell = needed(forks, current);
                if (ofCell.isEmpty()
                        || ofCell.getAsInt() > request.sampling().timing().warmups()) {
                    return OptionalInt.empty();
                }
                needed = Math.max(needed, ofCell.getAsInt());
            }
        }
        return OptionalInt.of(needed);
    }

    /** Judges as many iterations as forks have now, so that all forks that have them count. */
    private OptionalInt needed(Forks forks, int current) {
        int length = current
                + (isInTurns(forks.cell()) ? 0 : request.sampling().timing().iterations());
        List<double[]> scores = forks.scores().stream()
                .filter(each -> each.length >= length)
                .map(each -> Arrays.copyOf(each, length))
                .toList();
        return scores.isEmpty() ? OptionalInt.of(1) : Warmup.iterations(scores, forks.better());
    }
}
