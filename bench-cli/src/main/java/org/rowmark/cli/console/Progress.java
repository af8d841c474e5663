package org.rowmark.cli.console;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportWriter;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunListener.TurnPlan;
import org.rowmark.util.Durations;
import org.rowmark.util.LatencyHistogram;

/** A display of the progress of a run: a bar on a terminal, a line per cell elsewhere. */
public abstract class Progress implements RunListener, AutoCloseable {
    /** Of shorter iterations a score is enough. */
    private static final Duration LEAST_TIMED = Duration.ofMillis(900);

    private final PrintWriter console;
    private final AtomicLong longerNanos = new AtomicLong();
    private List<PlannedCell> cells = List.of();

    Progress(PrintWriter console) {
        this.console = console;
    }

    /** @param interval of the counts of a cell that is measured; empty for the default */
    public static Progress on(PrintWriter console, Optional<Duration> interval) {
        return Terminal.isInteractive() ? new BarProgress(console, interval) : new LineProgress(console, interval);
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
    public void awaitsClients(String instructions) {
        print(instructions);
    }

    @Override
    public void started(Plan plan, int steps) {
        cells = plan.cells();
        print(plan.request().what().question());
        print(RoundsFormat.count(plan.cells().size(), "cell") + ", "
                + RoundsFormat.number(plan.request().rounds()) + ", seed "
                + plan.request().seed() + ", " + plan.takes() + "; results in "
                + plan.request().output().directory());
        cells.stream()
                .filter(cell -> !cell.caveat().isEmpty())
                .map(cell -> "! " + cell.workload() + ": " + cell.caveat())
                .distinct()
                .forEach(this::print);
        plan.design().ifPresent(design -> print("design " + design));
        plan.request().rounds().goal().ifPresent(goal -> print("until " + RoundsFormat.goal(goal)));
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
        Path report = directory.resolve(ReportWriter.HTML);
        print("interrupted; what was measured is in " + directory + "; to continue: ./rowmark resume " + directory
                + (Files.exists(report) ? "; report: " + report : "; for a report: ./rowmark report " + directory));
    }

    @Override
    public void interruptedBefore() {
        print("");
        print("interrupted before the first round; nothing was measured");
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
        return significant(sample.score()) + " " + sample.unit();
    }

    private static String significant(double value) {
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_EVEN));
        return String.format(Locale.ROOT, "%,." + Math.max(0, rounded.scale()) + "f", rounded);
    }

    /** Formats the score with the p99 and the errors of the iteration, unless it is too short for them. */
    static String done(Sample sample) {
        if (Duration.between(sample.start(), sample.end()).compareTo(LEAST_TIMED) < 0) {
            return score(sample);
        }
        Sample.Metric retries = sample.secondary().get("retries");
        long p99 = sample.histogram().isEmpty()
                ? 0
                : LatencyHistogram.decode(sample.histogram()).getValueAtPercentile(99);
        return score(sample) + timesAndErrors(p99, retries == null ? 0 : Math.round(retries.score()));
    }

    static String done(Recent seconds) {
        return significant(seconds.operationsPerSecond()) + " ops/s"
                + timesAndErrors(seconds.p99Nanos(), seconds.errors());
    }

    private static String timesAndErrors(long p99Nanos, long errors) {
        return (p99Nanos == 0 ? "" : ", p99 " + Durations.brief(p99Nanos)) + ", " + RoundsFormat.count(errors, "error");
    }

    /** Returns the line of a cell without a result. */
    final String problem(PlannedCell cell, CellOutcome outcome) {
        return outcome.outcome().name().toLowerCase(Locale.ROOT) + ": " + label(cell) + ": " + outcome.reason();
    }

    final String label(PlannedCell cell) {
        return cell.label(cells);
    }

    /** Returns a label for a line that a terminal cuts, with only what differs between cells. */
    final String shortLabel(PlannedCell cell) {
        return PlannedCell.name(cell.workload(), cell.varying(cells)) + " on " + cell.target();
    }
}
