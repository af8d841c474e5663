package org.rowmark.run;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.rowmark.result.Manifest;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.stats.StopReason;
import org.rowmark.util.SteadyClock;

/** The manifest of a run in progress. Its directory has every change at once. */
final class RunManifest {
    private final RunDirectory directory;
    private final CheckedTargets targets;
    private final ForkSpeeds speeds = new ForkSpeeds();
    private final AtomicInteger roundsDone = new AtomicInteger();
    private volatile Manifest manifest; // Ctrl-C writes it, too

    RunManifest(Manifest manifest, RunDirectory directory, CheckedTargets targets) {
        this.manifest = manifest;
        this.directory = directory;
        this.targets = targets;
    }

    /** Writes a change. */
    void change(UnaryOperator<Manifest> change) throws IOException {
        manifest = change.apply(manifest);
        directory.write(manifest);
    }

    /** Adds what a fork that was measured has found out about itself. */
    void add(Attempt attempt) {
        attempt.speed().ifPresent(speeds::add);
    }

    /** Adds a round, or a part of it, that was measured. */
    void done(int round) {
        roundsDone.accumulateAndGet(round, Math::max);
    }

    /** Writes that the run is complete. */
    void end(StopReason reason) throws IOException {
        directory.write(last().ended(Manifest.Status.COMPLETE, SteadyClock.now(), roundsDone.get(), reason.name()));
    }

    /**
     * Writes that the run was interrupted, and nothing after that.
     *
     * @param hasGoal whether the run consists of the rounds that were done: it has no planned ones
     */
    void interrupt(boolean hasGoal) throws IOException {
        int rounds =
                hasGoal ? Math.max(1, roundsDone.get()) : manifest.progress().rounds();
        directory.freeze(last().ended(Manifest.Status.INTERRUPTED, SteadyClock.now(), rounds, StopReason.USER.name()));
    }

    /** Returns the manifest with what only the forks have found out: the data of the targets, and their own speed. */
    private Manifest last() {
        return manifest.with(targets.facts(), speeds.addTo(manifest.environment()));
    }
}
