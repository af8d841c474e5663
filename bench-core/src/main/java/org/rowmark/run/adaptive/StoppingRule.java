package org.rowmark.run.adaptive;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.rowmark.plan.Rounds;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.output.RunListener.PrecisionProgress;
import org.rowmark.stats.Precision;
import org.rowmark.stats.StopReason;
import org.rowmark.stats.Width;

/**
 * The rule by which a run with a goal ends after a round. It takes the values of the two cells of the named ratio and
 * shows nothing but the width of their interval: neither the ratio nor its difference from 1.
 */
public final class StoppingRule {
    private final Precision precision;
    private final LongSupplier nanoTime;
    private final long begun;
    private final int baselineCell;
    private final int otherCell;
    private final Map<Integer, Double> baseline = new TreeMap<>();
    private final Map<Integer, Double> other = new TreeMap<>();

    public StoppingRule(Rounds.Goal goal, List<PlannedCell> cells, LongSupplier nanoTime) {
        this.precision = goal.precision();
        this.nanoTime = nanoTime;
        this.begun = nanoTime.getAsLong();
        this.baselineCell = goal.ratio().cell(cells, goal.ratio().baseline()).number();
        this.otherCell = goal.ratio().cell(cells, goal.ratio().other()).number();
    }

    /** Adds the mean of a cell's iterations in a round. */
    public void measured(int cell, int round, double mean) {
        if (cell == baselineCell) {
            baseline.put(round, mean);
        } else if (cell == otherCell) {
            other.put(round, mean);
        }
    }

    /** Returns why the run ends after so many rounds, empty if it goes on. */
    public Optional<StopReason> after(int rounds) {
        Width width = width();
        Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - begun);
        return precision.stop(width, predicted(width, rounds), rounds, elapsed);
    }

    /** Returns how far the run is from its goal after so many rounds. */
    public PrecisionProgress narrowing(int rounds) {
        Width width = width();
        return new PrecisionProgress(precision.ratio(), width.relative(), precision.target(), predicted(width, rounds));
    }

    private long predicted(Width width, int rounds) {
        return width.rounds() < 2 ? Long.MAX_VALUE : precision.predictedRounds(width, rounds);
    }

    private Width width() {
        return Width.of(baseline, other);
    }
}
