package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.stats.Looks;

/** A bar that is redrawn in place. */
final class BarProgress extends Progress {
    /** Seldom, because it is drawn beside what is measured. */
    private static final int REDRAW_MILLIS = 1000;

    /** The time of a fork from which on the last second is shown. */
    private static final Duration LONG = Duration.ofSeconds(5);

    private final Optional<Duration> interval;
    private final StatusLine preparing = new StatusLine(System.err);
    private final RowsBelowBar terminal = new RowsBelowBar(System.err);
    private ProgressBar bar;
    private Rounds rounds;
    private int round;
    private int steps;
    private boolean showsSeconds;
    private String lastScore = "";

    BarProgress(PrintWriter console, Optional<Duration> interval) {
        super(console);
        this.interval = interval;
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
    public void started(Plan plan, int toMeasure) {
        preparing.clear();
        super.started(plan, toMeasure);
        rounds = plan.request().rounds();
        steps = toMeasure;
        bar = new ProgressBarBuilder()
                .setTaskName("cells")
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_MILLIS)
                .continuousUpdate() // else it is drawn when a cell has ended
                .setEtaFunction(state -> Optional.of(state.getCurrent())
                        .filter(done -> done > 0 && rounds.goal().isEmpty())
                        .map(done -> left(state.getTotalElapsed(), done, state.getMax())))
                .setConsumer(terminal)
                .build();
    }

    @Override
    public void cellStarted(int ofRound, PlannedCell cell) {
        round = ofRound;
        showsSeconds = false;
        show(cell);
    }

    @Override
    public void progress(PlannedCell cell, String text) {
        show(cell, ": " + text);
    }

    @Override
    public Optional<Duration> recentEvery(Duration ofFork) {
        return interval.or(() -> ofFork.compareTo(LONG) > 0 ? Optional.of(Duration.ofSeconds(1)) : Optional.empty());
    }

    @Override
    public void recent(PlannedCell cell, Recent seconds) {
        showsSeconds = true;
        lastScore = done(seconds);
        show(cell, ": " + lastScore);
    }

    @Override
    public void sampled(PlannedCell cell, Sample sample) {
        boolean isTurn = sample.measuredOperations() > 0; // shorter than the seconds
        if (!isTurn || !showsSeconds) {
            lastScore = done(sample);
        }
        show(cell);
    }

    /** Shows a cell with the score of the last iteration, of this cell or of the one before. */
    private void show(PlannedCell cell) {
        show(cell, (lastScore.isEmpty() ? "" : ", last " + lastScore));
    }

    private void show(PlannedCell cell, String how) {
        bar.setExtraMessage(" round " + round + (rounds.goal().isPresent() ? "" : "/" + rounds.planned()) + " "
                + shortLabel(cell) + how);
    }

    @Override
    public void judged(int done, List<RowProgress> rows, int nextCells) {
        terminal.show(RoundsFormat.rows(rows));
        steps += done < Looks.first() ? 0 : nextCells;
        bar.maxHint(steps);
    }

    @Override
    void note(String line) {
        terminal.clearAll(); // the bar goes on below
        print(line);
    }

    @Override
    public void warmupsChosen(ChosenWarmups chosen) {
        terminal.clearAll();
        super.warmupsChosen(chosen);
    }

    @Override
    public void interrupted(Path directory) {
        terminal.clearAll();
        super.interrupted(directory);
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
