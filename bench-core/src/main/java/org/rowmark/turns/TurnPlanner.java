package org.rowmark.turns;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.RunListener.TurnPlan;

/**
 * The choice of the number of turns in a round, which JMH must know when a fork starts: as many as fit into the
 * measuring time, by the turns of earlier rounds. All forks of a group have the same number, so that none measures
 * alone.
 */
final class TurnPlanner {
    /** The fewest turns, unless fewer were planned: the value of a round is not to be that of one operation. */
    private static final int LEAST = 3;

    private final Timing planned;
    private final Map<Integer, List<Duration>> medians = new TreeMap<>();

    TurnPlanner(RunRequest request) {
        this.planned = request.steadyTiming();
    }

    /** Adds the measured turns of a cell in a round, at least one. */
    void measured(PlannedCell cell, List<Duration> turns) {
        medians.computeIfAbsent(cell.number(), none -> new ArrayList<>()).add(median(turns));
    }

    /** Returns the iterations of each fork of a group in its next round. */
    Timing timing(List<PlannedCell> group, Timing now) {
        return now.withIterations(iterations(group));
    }

    private int iterations(List<PlannedCell> group) {
        double measuring = (double) planned.time().toNanos() * planned.iterations() * group.size();
        long fitting = Math.round(measuring / ofEach(group).toNanos());
        int least = Math.min(LEAST, planned.iterations());
        return (int) Math.max(least, Math.min(planned.iterations(), fitting));
    }

    /** Returns the plan of the rounds after one that has been added; empty where they have as many turns. */
    Optional<TurnPlan> after(int round, List<PlannedCell> group, Timing before) {
        int turns = iterations(group);
        PlannedCell any = group.get(0);
        Duration ofEach = ofEach(group);
        return turns == before.iterations()
                ? Optional.empty()
                : Optional.of(new TurnPlan(
                        PlannedCell.name(any.workload(), any.parameters()),
                        round + 1,
                        turns,
                        before.iterations(),
                        ofEach.dividedBy(group.size()),
                        ofEach.multipliedBy(before.iterations() - turns)));
    }

    /** Returns how long a turn of each cell takes, one after the other. */
    private Duration ofEach(List<PlannedCell> group) {
        return group.stream().map(this::length).reduce(Duration.ZERO, Duration::plus);
    }

    private Duration length(PlannedCell cell) {
        Duration slice = planned.time();
        return Optional.ofNullable(medians.get(cell.number()))
                .map(TurnPlanner::median)
                .filter(median -> median.compareTo(slice) > 0)
                .orElse(slice);
    }

    private static Duration median(List<Duration> lengths) {
        return lengths.stream().sorted().toList().get(lengths.size() / 2);
    }
}
