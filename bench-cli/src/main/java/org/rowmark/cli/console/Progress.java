package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.ChosenWarmups;
import org.rowmark.result.ControlCell;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.run.output.IterationPlan;
import org.rowmark.run.output.PrecisionProgress;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.TurnPlan;
import org.rowmark.util.Durations;

/** A display of the progress of a run: a bar on a terminal, a line per cell elsewhere. */
public abstract class Progress implements RunListener, AutoCloseable {
    private final PrintWriter console;
    private final AtomicLong longerNanos = new AtomicLong();

    private Progress(PrintWriter console) {
        this.console = console;
    }

    public static Progress on(PrintWriter console) {
        return Terminal.isInteractive() ? new Bar(console) : new Lines(console);
    }

    @Override
    public void targetReady(String target, String version) {
        print(target + ": " + version);
    }

    @Override
    public void made(String target, String text) {
        print(target + ": " + text);
    }

    @Override
    public void started(Plan plan, int steps) {
        print(plan.request().question());
        print(RoundsFormat.count(plan.cells().size(), "cell") + ", "
                + RoundsFormat.number(plan.request().rounds()) + ", seed "
                + plan.request().seed() + ", " + plan.takes() + "; results in "
                + plan.request().out());
        plan.design().ifPresent(design -> print("design " + design));
        plan.request().rounds().goal().ifPresent(goal -> print("until " + RoundsFormat.goal(goal)));
    }

    @Override
    public void planned(IterationPlan plan) {
        note(RoundsFormat.plan(plan));
    }

    @Override
    public void planned(TurnPlan plan) {
        longerNanos.addAndGet(plan.longer().toNanos());
        if (plan.turns() <= plan.before() / 2) {
            note(RoundsFormat.turns(plan));
        }
    }

    @Override
    public void warmupsChosen(ChosenWarmups chosen) {
        print(RoundsFormat.warmups(chosen));
    }

    @Override
    public void stopped(int rounds, String why) {
        print("stopped after " + RoundsFormat.count(rounds, "round") + ": " + why);
    }

    @Override
    public void interrupted(Path directory) {
        print("");
        print("interrupted; what was measured is in " + directory + "; for its report: ./rowmark report " + directory);
    }

    @Override
    public void close() {}

    /** Prints a line while cells are measured. */
    void note(String line) {
        print(line);
    }

    final void print(String line) {
        console.println(line);
        console.flush();
    }

    /** Estimates the time of the cells to come; rounds whose turns took longer than planned are no measure of it. */
    final Duration left(Duration elapsed, long done, long all) {
        Duration typical = elapsed.minusNanos(longerNanos.get());
        return typical.isNegative()
                ? Duration.ZERO
                : typical.multipliedBy(all - done).dividedBy(done);
    }

    /** Formats a score with three significant digits, without an exponent. */
    static String score(Sample sample) {
        BigDecimal rounded = new BigDecimal(sample.score()).round(new MathContext(3, RoundingMode.HALF_EVEN));
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f %s", rounded, sample.unit());
    }

    private static String problem(PlannedCell cell, CellOutcome outcome) {
        return outcome.outcome().name().toLowerCase(Locale.ROOT) + ": " + cell.label() + ": " + outcome.reason();
    }

    /** A bar that is redrawn in place. */
    private static final class Bar extends Progress {
        private static final int REDRAW_MILLIS = 200;

        private final StatusLine preparing = new StatusLine(System.err);
        private ProgressBar bar;
        private Rounds rounds;
        private int perRound;
        private int round;
        private int added;
        private String lastScore = "";
        private String narrowing = "";

        Bar(PrintWriter console) {
            super(console);
        }

        @Override
        public void preparing(String target, String text) {
            preparing.show(target + ": " + text);
        }

        @Override
        public void made(String target, String text) {
            preparing.clear();
            super.made(target, text);
        }

        @Override
        public void started(Plan plan, int steps) {
            preparing.clear();
            super.started(plan, steps);
            rounds = plan.request().rounds();
            perRound = steps / rounds.planned();
            bar = new ProgressBarBuilder()
                    .setTaskName("cells")
                    .setInitialMax(steps)
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(REDRAW_MILLIS)
                    .setEtaFunction(state -> Optional.of(state.getCurrent())
                            .filter(done -> done > 0)
                            .map(done -> left(state.getTotalElapsed(), done, state.getMax())))
                    .setConsumer(new ConsoleProgressBarConsumer(System.err))
                    .build();
        }

        @Override
        public void cellStarted(int ofRound, PlannedCell cell) {
            round = ofRound;
            show(cell);
        }

        @Override
        public void progress(PlannedCell cell, String text) {
            show(cell, ": " + text);
        }

        @Override
        public void sampled(PlannedCell cell, Sample sample) {
            lastScore = score(sample);
            show(cell);
        }

        /** Shows a cell with the score of the last iteration, of this cell or of the one before. */
        private void show(PlannedCell cell) {
            show(cell, (lastScore.isEmpty() ? "" : ", last " + lastScore) + narrowing);
        }

        private void show(PlannedCell cell, String how) {
            bar.setExtraMessage(" round " + round + "/" + (rounds.planned() + added) + " " + cell.workload() + " on "
                    + cell.target() + how);
        }

        @Override
        public void narrowed(int done, PrecisionProgress state) {
            narrowing = ", " + RoundsFormat.narrowing(done, state);
            bar.maxHint((long) perRound * RoundsFormat.expected(rounds, done, state));
        }

        @Override
        void note(String line) {
            print(""); // the bar goes on below
            print(line);
        }

        @Override
        public void warmupsChosen(ChosenWarmups chosen) {
            print("");
            super.warmupsChosen(chosen);
        }

        @Override
        public void controlMoved(PlannedCell control, ControlCell.Repeat moved) {
            note(RoundsFormat.moved(control, moved));
            if (moved.addedRound() > 0) {
                added++;
                bar.maxHint(bar.getMax() + perRound);
            }
        }

        @Override
        public void stopped(int done, String why) {
            bar.close(); // or the reason would be in the middle of its line
            bar = null;
            super.stopped(done, why);
        }

        @Override
        public void cellEnded(PlannedCell cell, CellOutcome outcome) {
            if (outcome.outcome() != Outcome.SKIPPED) {
                bar.step();
            }
        }

        @Override
        public void close() {
            preparing.clear();
            if (bar != null) {
                bar.close();
            }
        }
    }

    /** One line for each cell and round. */
    private static final class Lines extends Progress {
        private static final Duration LEAST = Duration.ofSeconds(30);

        private final RateLimiter limiter = new RateLimiter(LEAST);
        private int steps;
        private Rounds rounds;
        private int perRound;
        private int added;
        private int done;
        private long startNanos;
        private final Map<Integer, Sample> last = new HashMap<>();

        Lines(PrintWriter console) {
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
                print(cell.label() + ": " + text);
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
        public void controlMoved(PlannedCell control, ControlCell.Repeat moved) {
            print(RoundsFormat.moved(control, moved));
            if (moved.addedRound() > 0) {
                added++;
                steps += perRound;
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
            print("[" + done + "/" + steps + "] round " + outcome.round() + "/" + (rounds.planned() + added) + ", "
                    + (done == steps ? "done" : Durations.words(left) + " left") + "  "
                    + (outcome.outcome() == Outcome.OK
                            ? cell.label() + "  " + score(last.get(cell.number()))
                            : problem(cell, outcome)));
        }
    }
}
