package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener.PrecisionProgress;
import org.rowmark.util.Durations;

/** A line for each cell and round. */
final class LineProgress extends Progress {
    private static final Duration LEAST = Duration.ofSeconds(30);

    private final RateLimiter limiter = new RateLimiter(LEAST);
    private int steps;
    private Rounds rounds;
    private int perRound;
    private int added;
    private int done;
    private long startNanos;
    private final Map<Integer, Sample> last = new HashMap<>();

    LineProgress(PrintWriter console) {
        super(console);
    }

    @Override
    public void preparing(String target, String text) {
        if (limiter.isDue()) {
            print(target + ": " + text);
        }
    }

    @Override
    public void started(Plan plan, int toMeasure) {
        super.started(plan, toMeasure);
        steps = toMeasure;
        rounds = plan.request().rounds();
        perRound = toMeasure / rounds.planned();
        startNanos = System.nanoTime();
    }

    @Override
    public void cellStarted(int round, PlannedCell cell) {
        limiter.restart(); // a cell that is soon over has a line of its own
    }

    @Override
    public void progress(PlannedCell cell, String text) {
        if (limiter.isDue()) {
            print(label(cell) + ": " + text);
        }
    }

    @Override
    public void sampled(PlannedCell cell, Sample sample) {
        last.put(cell.number(), sample);
    }

    @Override
    public void narrowed(int round, PrecisionProgress state) {
        steps = perRound * RoundsFormat.expected(rounds, round, state);
        print("round " + round + ": " + RoundsFormat.narrowing(round, state));
    }

    @Override
    public void cellEnded(PlannedCell cell, CellOutcome outcome) {
        if (outcome.outcome() == Outcome.SKIPPED) {
            print(problem(cell, outcome));
            return;
        }
        done++;
        Duration left = left(Duration.ofNanos(System.nanoTime() - startNanos), done, steps);
        print("[" + done + "/" + steps + "] round " + outcome.round() + "/" + (rounds.planned() + added) + ", "
                + (done == steps ? "done" : Durations.words(left) + " left") + "  "
                + (outcome.outcome() == Outcome.OK
                        ? label(cell) + "  " + score(last.get(cell.number()))
                        : problem(cell, outcome)));
    }
}
