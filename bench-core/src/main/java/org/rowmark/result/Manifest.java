package org.rowmark.result;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * run.json: what was planned, on what, and how far it came.
 *
 * @param format version of this file's layout, {@link #FORMAT}
 * @param rowmark version of Rowmark
 * @param status how far the run came
 * @param started wall-clock time
 * @param finished wall-clock time, empty while running
 * @param question what the run answers, one line
 * @param command the command line that reproduces the run, without secrets
 * @param seed of the order of cells and of all generated data
 * @param rounds rounds that the run consists of: those that are planned, at its end those that were done
 * @param warmups warm-up iterations per fork
 * @param warmupMillis length of a warm-up iteration
 * @param iterations measured iterations per fork
 * @param iterationMillis length of a measured iteration; 0 for single shots, which take the time that they take
 * @param restart word of the moment when servers that Rowmark starts were started anew: round or never
 * @param threads threads per fork, each with a connection of its own
 * @param pool how connections are pooled, in words
 * @param baseline name of the target that ratios are relative to
 * @param environment the machine
 * @param targets in the order of the plan
 * @param cells the plan
 * @param method how it measures and when it stops
 * @param stopReason name of the reason for which it ended, one of {@code org.rowmark.stats.StopReason}; empty while
 *     running
 * @param noiseFloor the last run of a target against itself on the same machine, as known when this run began
 * @param published figures of others on the same question
 * @param scale size of the data, 1 is what the study's published figures were measured with; empty where no workload
 *     has a scale
 * @param varied settings that tell targets of the run apart, by their own names, sorted
 * @param view how a report shows the run unless it is told otherwise; empty: targets side by side
 * @param control what tells whether the environment held still; empty for none
 */
public record Manifest(
        int format,
        String rowmark,
        Status status,
        Instant started,
        Optional<Instant> finished,
        String question,
        String command,
        long seed,
        int rounds,
        int warmups,
        long warmupMillis,
        int iterations,
        long iterationMillis,
        String restart,
        int threads,
        String pool,
        String baseline,
        Environment environment,
        List<TargetFacts> targets,
        List<PlannedCell> cells,
        MeasurementMethod method,
        String stopReason,
        Optional<AaResult> noiseFloor,
        List<PublishedFigures> published,
        Optional<Double> scale,
        List<String> varied,
        Optional<ReportView> view,
        Optional<ControlCell> control) {

    public static final int FORMAT = 1;

    /** How far a run came. */
    public enum Status {
        RUNNING,
        COMPLETE,
        INTERRUPTED
    }

    public Manifest {
        published = List.copyOf(published);
        varied = List.copyOf(varied);
    }

    /**
     * The same run with a control that has moved.
     *
     * @param newRounds rounds that it consists of then
     */
    public Manifest with(ControlCell newControl, int newRounds) {
        return copy(status, finished, newRounds, targets, stopReason, Optional.of(newControl));
    }

    /** The same run with what is known of its targets by now. */
    public Manifest with(List<TargetFacts> newTargets) {
        return copy(status, finished, rounds, newTargets, stopReason, control);
    }

    /**
     * The same run at its end.
     *
     * @param newStatus complete or interrupted
     * @param when wall-clock time
     * @param roundsDone rounds that it consists of
     * @param reason name of the reason for which it ended
     */
    public Manifest ended(Status newStatus, Instant when, int roundsDone, String reason) {
        return copy(newStatus, Optional.of(when), roundsDone, targets, reason, control);
    }

    /** With all that becomes known while a run goes on. */
    private Manifest copy(
            Status newStatus,
            Optional<Instant> newFinished,
            int newRounds,
            List<TargetFacts> newTargets,
            String newStopReason,
            Optional<ControlCell> newControl) {
        return new Manifest(
                format,
                rowmark,
                newStatus,
                started,
                newFinished,
                question,
                command,
                seed,
                newRounds,
                warmups,
                warmupMillis,
                iterations,
                iterationMillis,
                restart,
                threads,
                pool,
                baseline,
                environment,
                newTargets,
                cells,
                method,
                newStopReason,
                noiseFloor,
                published,
                scale,
                varied,
                view,
                newControl);
    }
}
