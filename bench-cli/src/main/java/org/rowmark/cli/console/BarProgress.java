package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.util.Optional;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
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
import org.rowmark.run.output.RunListener.PrecisionProgress;

/** A bar that is redrawn in place. */
final class BarProgress extends Progress {
    private static final int REDRAW_MILLIS = 200;

    private final StatusLine preparing = new StatusLine(System.err);
    private ProgressBar bar;
    private Rounds rounds;
    private int perRound;
    private int round;
    private int added;
    private String lastScore = "";
    private String narrowing = "";

    BarProgress(PrintWriter console) {
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
        bar.setExtraMessage(" round " + round + "/" + (rounds.planned() + added) + " " + shortLabel(cell) + how);
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
