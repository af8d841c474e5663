package org.rowmark.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.plan.WatchedRatio;
import org.rowmark.result.AaResult;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ControlCell;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.cells.Subject;
import org.rowmark.stats.StopReason;
import org.rowmark.study.Published;
import org.rowmark.util.RowmarkVersion;
import org.rowmark.util.SteadyClock;

/** The manifest of a run in progress. Its directory has every change at once. */
final class RunManifest {
    private final RunDirectory directory;
    private final Subject subject;
    private final AtomicInteger roundsDone = new AtomicInteger();
    private final List<Double> speeds = new ArrayList<>();
    private volatile Manifest manifest; // Ctrl-C writes it, too

    RunManifest(Manifest manifest, RunDirectory directory, Subject subject) {
        this.manifest = manifest;
        this.directory = directory;
        this.subject = subject;
    }

    static Manifest of(
            Plan plan,
            Environment environment,
            Subject subject,
            Optional<AaResult> noiseFloor,
            Optional<ControlCell> control) {
        RunRequest request = plan.request();
        Timing timing = request.steadyTiming();
        return new Manifest(
                Manifest.FORMAT,
                RowmarkVersion.WITH_COMMIT,
                Manifest.Progress.begun(SteadyClock.now(), request.rounds().planned(), control),
                new Manifest.Request(
                        request.what().question(),
                        request.output().command(),
                        request.seed(),
                        request.what().baseline(),
                        request.usedScale(),
                        request.what().varied(),
                        plan.design(),
                        request.output().reporting().view()),
                new Manifest.Sampling(
                        timing.warmups(),
                        timing.warmupTime().toMillis(),
                        timing.iterations(),
                        request.isOfSingleShots() ? 0 : timing.time().toMillis(),
                        request.servers().restart().id(),
                        request.load().threads().most(),
                        subject.connections()),
                method(request),
                environment,
                subject.facts(),
                plan.cells(),
                noiseFloor,
                request.output().reporting().published().stream()
                        .map(Published::figures)
                        .toList());
    }

    private static MeasurementMethod method(RunRequest request) {
        Rounds rounds = request.rounds();
        return new MeasurementMethod(
                rounds.planned(),
                rounds.margin(),
                rounds.goal()
                        .map(goal -> new MeasurementMethod.Goal(
                                rounds.looks().all(),
                                goal.precision(),
                                goal.ratio().map(WatchedRatio::name),
                                goal.budget().map(Duration::toMillis))),
                rounds.order(),
                rounds.protocol().id(),
                request.pace(),
                request.what().isAa());
    }

    void change(UnaryOperator<Manifest> change) throws IOException {
        manifest = change.apply(manifest);
        directory.write(manifest);
    }

    /** Adds the speed of one thread in a fork, in million steps per second; not a number if it is not known. */
    void addSpeed(double millionSteps) {
        synchronized (speeds) {
            if (!Double.isNaN(millionSteps)) {
                speeds.add(millionSteps);
            }
        }
    }

    /** Adds a round, or a part of it, that was measured. */
    void done(int round) {
        roundsDone.accumulateAndGet(round, Math::max);
    }

    /** Writes what only the forks have found out until now. */
    void update() throws IOException {
        directory.write(last());
    }

    void end(StopReason reason) throws IOException {
        directory.write(last().ended(Manifest.Status.COMPLETE, SteadyClock.now(), roundsDone.get(), reason.name()));
    }

    /** Writes that the run was interrupted, and nothing after that; with a goal it has the rounds that were done. */
    void interrupt(boolean hasGoal) throws IOException {
        int rounds =
                hasGoal ? Math.max(1, roundsDone.get()) : manifest.progress().rounds();
        directory.freeze(last().ended(Manifest.Status.INTERRUPTED, SteadyClock.now(), rounds, StopReason.USER.name()));
    }

    /** Returns the manifest with what only the forks have found out: the data of the targets, and their own speed. */
    private Manifest last() {
        return manifest.with(subject.facts(), withSpeed(manifest.environment()));
    }

    /** Returns the machine with the median of the speeds; the machine itself if no fork has reported one. */
    private Environment withSpeed(Environment machine) {
        double[] sorted;
        synchronized (speeds) {
            sorted = speeds.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        }
        int forks = sorted.length;
        if (forks == 0) {
            return machine;
        }
        double median = (sorted[(forks - 1) / 2] + sorted[forks / 2]) / 2;
        String text = String.format(Locale.ROOT, "%.0f million steps/s", median);
        String range =
                String.format(Locale.ROOT, " (median of %d forks, %.0f to %.0f)", forks, sorted[0], sorted[forks - 1]);
        return machine.with(Environment.SPEED, forks == 1 ? text : text + range);
    }
}
