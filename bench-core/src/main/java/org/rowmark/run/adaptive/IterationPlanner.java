package org.rowmark.run.adaptive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.IterationPlan;
import org.rowmark.stats.TimeSplit;

/**
 * The choice of the iterations of each fork of a run with a goal, once, after a pilot. It uses the variances of the two
 * cells of the named ratio and the time of rounds, never the ratio.
 */
public final class IterationPlanner {
    /** The rounds in which both cells of the ratio are measured before the choice. */
    private static final int PILOT = 5;

    private final Rounds.Goal goal;
    private final int iterations;
    private final Duration nominal;
    private final LongSupplier nanoTime;
    private final long begun;
    private final int baselineCell;
    private final int otherCell;
    private final Map<Integer, double[]> baseline = new TreeMap<>();
    private final Map<Integer, double[]> other = new TreeMap<>();
    private Duration iterating = Duration.ZERO;
    private OptionalInt chosen = OptionalInt.empty();

    private IterationPlanner(RunRequest request, Rounds.Goal goal, List<PlannedCell> cells, LongSupplier nanoTime) {
        this.goal = goal;
        this.iterations = request.timing().iterations();
        this.nominal = request.timing().time();
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.baselineCell = goal.ratio().cell(cells, goal.ratio().baseline()).number();
        this.otherCell = goal.ratio().cell(cells, goal.ratio().other()).number();
    }

    /**
     * Returns the planner of a run; empty where there is nothing to choose from: without a goal; for single shots; with
     * one iteration, which has no variance; in turns, whose slices share most of their noise with those of the other
     * cell, so that their own variance is not that of the ratio.
     *
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    public static Optional<IterationPlanner> of(Plan plan, LongSupplier nanoTime) {
        RunRequest request = plan.request();
        boolean isPlannable =
                request.timing().iterations() > 1 && request.rounds().slice().isEmpty() && !request.hasSingleShots();
        return request.rounds()
                .goal()
                .filter(goal -> isPlannable)
                .map(goal -> new IterationPlanner(request, goal, plan.cells(), nanoTime));
    }

    /** Adds the fork of a cell in a round. */
    public void measured(int cell, int round, BenchmarkResult fork) {
        double[] scores = fork.getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .filter(score -> Double.isFinite(score) && score > 0)
                .toArray();
        if (chosen.isEmpty()) {
            BenchmarkResultMetaData times = fork.getMetadata();
            iterating = iterating.plus(
                    times == null
                            ? nominal.multipliedBy(scores.length)
                            : Duration.ofMillis(times.getStopTime() - times.getMeasurementTime()));
        }
        if (cell == baselineCell && scores.length > 0) {
            baseline.put(round, scores);
        } else if (cell == otherCell && scores.length > 0) {
            other.put(round, scores);
        }
    }

    /**
     * Returns the plan if the pilot ends with this round.
     *
     * @param halfWidth of the interval of the ratio
     * @param saved time of warm-up iterations so far that further rounds will not have
     */
    public Optional<IterationPlan> after(int round, double halfWidth, Duration saved) {
        if (chosen.isPresent() || iterationsDone().size() < PILOT) {
            return Optional.empty();
        }
        TimeSplit split = TimeSplit.of(baseline, other);
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - begun);
        Duration perIteration = iterating.dividedBy((long) round * iterations);
        Duration besides = elapsed.minus(iterating).minus(saved).dividedBy(round);
        TimeSplit.Cost cost = new TimeSplit.Cost(besides.isNegative() ? Duration.ZERO : besides, perIteration);
        TimeSplit.Plan plan = split.plan(goal.precision(), iterationsDone(), elapsed, cost);
        chosen = OptionalInt.of(goal.choosesIterations() ? plan.iterations() : iterations);
        return Optional.of(new IterationPlan(
                round,
                halfWidth,
                Math.sqrt(split.betweenRounds()),
                Math.sqrt(split.withinForks() / 2),
                plan.iterations(),
                plan.iterations() != iterations,
                !goal.choosesIterations(),
                plan.rounds(),
                plan.time(),
                round + plan.rounds() <= goal.precision().maxRounds()
                        && elapsed.plus(plan.time()).compareTo(goal.precision().budget()) <= 0));
    }

    /** Returns the rounds after which the goal would be reached; empty while all have the same iterations. */
    Optional<Long> predictedRounds(int rounds) {
        if (chosen.isEmpty() || chosen.getAsInt() == iterations) {
            return Optional.empty();
        }
        int further = TimeSplit.of(baseline, other)
                .furtherRounds(goal.precision().target(), iterationsDone(), chosen.getAsInt());
        return Optional.of((long) rounds + further);
    }

    /** Lists the iterations of the forks of each round in which both cells were measured. */
    private List<Integer> iterationsDone() {
        List<Integer> done = new ArrayList<>();
        baseline.forEach((round, scores) -> {
            if (other.containsKey(round)) {
                done.add(Math.min(scores.length, other.get(round).length));
            }
        });
        return done;
    }
}
