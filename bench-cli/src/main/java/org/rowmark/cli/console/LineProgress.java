package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.stats.Looks;
import org.rowmark.util.Durations;

/** A line for each cell and round. */
final class LineProgress extends Progress {
    private static final Duration LEAST = Duration.ofSeconds(30);

    private final RateLimiter limiter = new RateLimiter(LEAST);
    private final Optional<Duration> interval;
    private final Optional<RateLimiter> iterations;
    private int steps;
    private Rounds rounds;
    private int done;
    private long startNanos;
    private final Map<Integer, Sample> last = new HashMap<>();

    LineProgress(PrintWriter console, Optional<Duration> interval) {
        super(console);
        this.interval = interval;
        iterations = interval.map(RateLimiter::new);
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
    public Optional<Duration> recentEvery(Duration ofFork) {
        return interval;
    }

    @Override
    public void recent(PlannedCell cell, Recent seconds) {
        print(label(cell) + ": " + done(seconds));
        iterations.ifPresent(RateLimiter::restart);
    }

    @Override
    public void sampled(PlannedCell cell, Sample sample) {
        last.put(cell.number(), sample);
        if (iterations.filter(RateLimiter::isDue).isPresent()) { // short ones, which are over before
            print(label(cell) + ": " + done(sample));
        }
    }

    @Override
    public void judged(int round, List<RowProgress> rows, int nextCells) {
        if (round >= Looks.first()) {
            steps += nextCells;
            List<RowProgress> open = rows.stream().filter(RowProgress::isOpen).toList();
            print("round " + round + ": " + (rows.size() - open.size()) + " of "
                    + RoundsFormat.count(rows.size(), "row") + " left or clear");
            RoundsFormat.rows(open).forEach(this::print);
        }
    }

    @Override
    public void cellEnded(PlannedCell cell, CellOutcome outcome) {
        if (outcome.outcome() == Outcome.SKIPPED) {
            print(problem(cell, outcome));
            return;
        }
        done++;
        Duration left = left(Duration.ofNanos(System.nanoTime() - startNanos), done, steps);
        String ahead = rounds.goal().isPresent()
                ? ""
                : "/" + rounds.planned() + ", " + (done == steps ? "done" : Durations.words(left) + " left");
        print("[" + done + "/" + steps + "] round " + outcome.round() + ahead + "  "
                + (outcome.outcome() == Outcome.OK
                        ? label(cell) + "  " + score(last.get(cell.number()))
                        : problem(cell, outcome)));
    }
}
