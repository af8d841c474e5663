package org.rowmark.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rowmark.db.Targets;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.ClientOptions;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/**
 * The complete and valid description of a run: every name in it exists.
 *
 * @param question what the run answers, one line
 * @param selections the workloads and their parameter values, at least one
 * @param targets at least one
 * @param rounds how often each cell is measured, and in what order
 * @param clients that measure at the same time; empty where this process measures
 * @param seed of the order of cells
 * @param out the run directory to write; does not exist or is empty
 * @param data where servers keep it, how it is generated, and whether that of earlier runs is used
 * @param limit the longest that one fork may take
 * @param restart how long servers that Rowmark starts stay up
 * @param limitsMemory whether cgroups limit servers whose memory is set
 * @param counters what servers and clients did, counted beside the iterations
 * @param jmh JMH's own options
 * @param isAa whether the second target is the first one again
 * @param varied names of the settings in which the targets differ, sorted; {@link LinkSweep#KEY} among them for links
 * @param reporting what the study adds to the report
 */
public record RunRequest(
        String question,
        List<Selection> selections,
        DesignChoice design,
        List<Target> targets,
        Rounds rounds,
        Timing timing,
        int threads,
        Optional<ClientOptions> clients,
        long seed,
        WorkloadOptions workloadOptions,
        Path out,
        DataOptions data,
        String baseline,
        Duration limit,
        RestartPolicy restart,
        boolean limitsMemory,
        Pinning pinning,
        CounterMode counters,
        JmhArguments jmh,
        String command,
        boolean isAa,
        List<String> varied,
        LinkSweep links,
        StudyReporting reporting) {

    public RunRequest {
        Timing.atLeast("--threads", threads, 1);
        Timing.positive("--timeout", limit);
    }

    /** Returns whether each iteration of the cell is one operation or a fixed number of them, however long it takes. */
    public boolean isSingleShot(Cell cell) {
        return jmh.isSingleShot(cell.workload(), cell.planned().parameters());
    }

    /** Returns the iterations of the cell's forks: slices, where targets take turns. */
    public Timing timing(Cell cell) {
        return (isSingleShot(cell) ? timing : steadyTiming()).of(cell.workload());
    }

    /** Returns the iterations of forks but for single shots. */
    public Timing steadyTiming() {
        return rounds.slice().map(timing::inSlices).orElse(timing);
    }

    /** Returns the same with other warm-up iterations of the forks of a workload. */
    public RunRequest withWarmups(String workload, int number) {
        return with(timing.withWarmups(workload, number));
    }

    /** Returns the same with other iterations of each fork; the limit of a fork grows with them. */
    public RunRequest with(Timing changed) {
        Duration longer = limit.plus(changed.perFork()).minus(timing.perFork());
        return new RunRequest(
                question,
                selections,
                design,
                targets,
                rounds,
                changed,
                threads,
                clients,
                seed,
                workloadOptions,
                out,
                data,
                baseline,
                longer.compareTo(limit) > 0 ? longer : limit,
                restart,
                limitsMemory,
                pinning,
                counters,
                jmh,
                command,
                isAa,
                varied,
                links,
                reporting);
    }

    /** Returns in words what decides when an operation begins. */
    public String load() {
        return OpenLoop.load(selections, workloadOptions);
    }

    /** Returns whether single shots are measured. */
    public boolean hasSingleShots() {
        return jmh.hasSingleShots(selections);
    }

    /** Returns whether nothing but single shots is measured. */
    public boolean isOfSingleShots() {
        return jmh.isOfSingleShots(selections);
    }

    /**
     * Returns the size of generated data; empty if no workload's data follows it, as where a backup of the user's own
     * takes its place.
     */
    public Optional<Double> usedScale() {
        return usedScale(selections, workloadOptions);
    }

    static Optional<Double> usedScale(List<Selection> selections, WorkloadOptions workloadOptions) {
        boolean isOwn = workloadOptions.get(RunOption.BACKUP).isPresent();
        return selections.stream()
                        .map(Selection::workload)
                        .anyMatch(workload ->
                                workload.takes(RunOption.SCALE) && !(isOwn && workload.takes(RunOption.BACKUP)))
                ? workloadOptions.get(RunOption.SCALE)
                : Optional.empty();
    }

    /**
     * Completes a user's options. Nothing is opened, started or written.
     *
     * @throws UsageException naming the first thing that does not exist or is not valid
     */
    public static RunRequest resolve(RunOptions options, Workloads workloads, Targets available) {
        return RequestResolver.resolve(options, workloads, available);
    }
}
