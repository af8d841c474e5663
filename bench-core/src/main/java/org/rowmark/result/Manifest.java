package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.rowmark.util.OwnText;

/**
 * The content of run.json: what was planned, on what, and how far it came. The fields of {@link Progress}, {@link
 * Request} and {@link Sampling} are fields of run.json itself.
 *
 * @param noiseFloor the last run of a target against itself on the same machine, as known when this run began
 */
public record Manifest(
        int format,
        String rowmark,
        @JsonUnwrapped Progress progress,
        @JsonUnwrapped Request request,
        @JsonUnwrapped Sampling sampling,
        MeasurementMethod method,
        Environment environment,
        List<TargetFacts> targets,
        List<PlannedCell> cells,
        Optional<AaResult> noiseFloor,
        List<PublishedFigures> published) {

    public static final int FORMAT = 1;

    /** The state of a run. */
    public enum Status {
        RUNNING,
        COMPLETE,
        INTERRUPTED
    }

    /**
     * The fields that change while a run goes on.
     *
     * @param finished wall-clock time, empty while running
     * @param rounds rounds that the run consists of: those that are planned, at its end those that were done
     * @param stopReason name of the reason for which it ended, one of {@code org.rowmark.stats.StopReason}; empty while
     *     running
     * @param control the cell that shows whether the environment was stable; empty for none
     * @param chosenWarmups warm-up iterations that rounds showed to be enough, in the order of the choices; empty where
     *     they stayed those of {@link Sampling}
     */
    public record Progress(
            Status status,
            Instant started,
            Optional<Instant> finished,
            int rounds,
            @OwnText String stopReason,
            Optional<ControlCell> control,
            List<ChosenWarmups> chosenWarmups,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Resumed> resumed) {
        public Progress {
            resumed = resumed == null ? List.of() : List.copyOf(resumed);
            chosenWarmups = chosenWarmups == null ? List.of() : List.copyOf(chosenWarmups); // older runs have none
        }

        private Progress at(Status now, Optional<Instant> end, int ofRun, String reason, List<ChosenWarmups> chosen) {
            return new Progress(now, started, end, ofRun, reason, control, chosen, resumed);
        }

        /** Returns the progress of a run that begins. */
        public static Progress begun(Instant started, int rounds, Optional<ControlCell> control) {
            return new Progress(Status.RUNNING, started, Optional.empty(), rounds, "", control, List.of(), List.of());
        }
    }

    /**
     * The request of the user.
     *
     * @param question what the run answers, one line
     * @param command the command line that reproduces the run, without secrets
     * @param seed of the order of cells and of all generated data
     * @param scale size of the data, 1 is what the study's published figures were measured with; empty where no
     *     workload has a scale
     * @param varied settings in which targets of the run differ, by their own names, sorted
     * @param design the combinations of parameters and varied settings that are measured, in words; empty where every
     *     design has the same
     * @param view how a report shows the run by default; empty: targets side by side
     */
    @OwnText
    public record Request(
            String question,
            String command,
            long seed,
            String baseline,
            Optional<Double> scale,
            List<String> varied,
            Optional<String> design,
            Optional<ReportView> view) {
        public Request {
            varied = List.copyOf(varied);
        }
    }

    /**
     * The iterations of one fork, with its threads and connections.
     *
     * @param iterationMillis length of a measured iteration; 0 for single shots, which take the time that they take
     * @param restart when servers that Rowmark starts are restarted: round or never
     * @param threads of a sweep the most
     * @param pool how connections are pooled, in words
     */
    @OwnText
    public record Sampling(
            int warmups,
            long warmupMillis,
            int iterations,
            long iterationMillis,
            String restart,
            int threads,
            String pool) {}

    public Manifest {
        targets = List.copyOf(Objects.requireNonNull(targets, "targets"));
        cells = List.copyOf(Objects.requireNonNull(cells, "cells"));
        published = List.copyOf(Objects.requireNonNull(published, "published"));
    }

    /** Returns the numbers of threads of its cells, ascending. */
    public SortedSet<Integer> threads() {
        SortedSet<Integer> numbers = cells.stream()
                .map(cell -> cell.parameters().get(PlannedCell.THREADS))
                .map(swept -> swept == null ? sampling.threads : Integer.valueOf(swept))
                .collect(Collectors.toCollection(TreeSet::new));
        return numbers.isEmpty() ? new TreeSet<>(List.of(sampling.threads)) : numbers;
    }

    /** Returns the manifest with other warm-up iterations of a workload from a round on. */
    public Manifest with(ChosenWarmups chosen) {
        List<ChosenWarmups> all = new ArrayList<>(progress.chosenWarmups);
        all.add(chosen);
        return with(
                progress.at(progress.status, progress.finished, progress.rounds, progress.stopReason, all),
                targets,
                environment);
    }

    /** Returns the manifest of a run that begins again, before any of its rounds. */
    public Manifest again(int rounds, Optional<ControlCell> control, Resumed resumed) {
        List<Resumed> all = new ArrayList<>(progress.resumed);
        all.add(resumed);
        return with(
                new Progress(Status.RUNNING, progress.started, Optional.empty(), rounds, "", control, List.of(), all),
                targets,
                environment);
    }

    /** Returns the manifest with what is known of targets and machine by now. */
    public Manifest with(List<TargetFacts> newTargets, Environment newEnvironment) {
        return with(progress, newTargets, newEnvironment);
    }

    /** Returns the manifest of a run at its end, with the name of the reason for it. */
    public Manifest ended(Status status, Instant when, int rounds, String reason) {
        return with(
                progress.at(status, Optional.of(when), rounds, reason, progress.chosenWarmups), targets, environment);
    }

    private Manifest with(Progress newProgress, List<TargetFacts> newTargets, Environment newEnvironment) {
        return new Manifest(
                format,
                rowmark,
                newProgress,
                request,
                sampling,
                method,
                newEnvironment,
                newTargets,
                cells,
                noiseFloor,
                published);
    }

    /** The number of the cell that is measured in every round to show whether the environment is stable. */
    public record ControlCell(int cell) {}

    /**
     * The warm-up iterations per fork that the rounds of a workload showed to be enough.
     *
     * @param isWarm whether forks are warm after them; otherwise they are the most that are allowed, and were not enough
     */
    public record ChosenWarmups(
            String workload,
            int fromRound,
            int warmups,
            @JsonProperty("warm") boolean isWarm) {}

    /** A continuation of a run that had been stopped, with what differed from its beginning, a line each. */
    public record Resumed(Instant when, List<String> changes) {
        public Resumed {
            changes = List.copyOf(changes);
        }
    }
}
