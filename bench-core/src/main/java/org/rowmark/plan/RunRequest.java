package org.rowmark.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.clients.rules.ClientOptions;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Session;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.Pinning;
import org.rowmark.options.Rates.Arrivals;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SqlFiles;
import org.rowmark.options.Threads;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.PlannedCell;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadInfo.FixedWork;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/**
 * The complete and valid description of a run: every name in it exists.
 *
 * @param seed of the order of cells
 * @param data where servers keep it, how it is generated, and whether that of earlier runs is used
 */
public record RunRequest(
        What what,
        Sampling sampling,
        Load load,
        Rounds rounds,
        long seed,
        DataOptions data,
        Servers servers,
        Output output) {
    /**
     * What is measured.
     *
     * @param selections the workloads and their parameter values, at least one
     * @param targets at least one
     * @param varied names of the settings in which the targets differ, sorted; {@link LinkSweep#KEY} among them for links
     * @param isAa whether the second target is the first one again
     */
    public record What(
            String question,
            List<Selection> selections,
            List<Target> targets,
            String baseline,
            DesignChoice design,
            List<String> varied,
            LinkSweep links,
            boolean isAa) {}

    /** How a fork measures, killed at the limit. */
    public record Sampling(Timing timing, Duration limit, CounterMode counters, JmhArguments jmh) {
        public Sampling {
            Timing.positive("--timeout", limit);
        }
    }

    /** Who does the work: clients at the same time, or this process. */
    public record Load(Threads threads, Optional<ClientOptions> clients, WorkloadOptions options) {}

    /** The servers that Rowmark starts; cgroups may limit those whose memory is set. */
    public record Servers(RestartPolicy restart, boolean limitsMemory, Pinning pinning) {}

    /** What is written, into a directory that does not exist or is empty. */
    public record Output(Path directory, String command, StudyReporting reporting) {
        private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

        /** Returns the directory of a run that is given none. */
        public static Path newDirectory() {
            return Path.of(
                    "rowmark-results", LocalDateTime.now(ZoneId.systemDefault()).format(NAME));
        }
    }

    public Target target(PlannedCell cell) {
        return target(cell.target());
    }

    Target target(String name) {
        return what.targets.stream()
                .filter(target -> target.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    public Workload workload(PlannedCell cell) {
        return what.selections.stream()
                .map(Selection::workload)
                .filter(workload -> workload.name().equals(cell.workload()))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the threads of each client that measures the cell. */
    public int threads(PlannedCell cell) {
        return threads(cell.parameters());
    }

    int threads(Map<String, String> parameters) {
        String swept = parameters.get(PlannedCell.THREADS);
        return swept == null ? load.threads.most() : Integer.parseInt(swept);
    }

    /** Returns the work of an iteration; empty if a time ends it, or it is a single invocation. */
    public Optional<FixedWork.Amount> fixedWork(PlannedCell cell) {
        return workload(cell).fixedWork(cell.parameters());
    }

    /** Returns whether each iteration of the cell is one operation or a fixed number of them, however long it takes. */
    public boolean isSingleShot(PlannedCell cell) {
        return sampling.jmh.isSingleShot(workload(cell), cell.parameters());
    }

    /** Returns the iterations of the cell's forks: slices, where targets take turns. */
    public Timing timing(PlannedCell cell) {
        return (isSingleShot(cell) ? sampling.timing : steadyTiming()).of(cell.workload());
    }

    /** Returns the iterations of forks but for single shots. */
    public Timing steadyTiming() {
        return rounds.slice().map(sampling.timing::inSlices).orElse(sampling.timing);
    }

    public RunRequest withWarmups(String workload, int number) {
        return with(sampling.timing.withWarmups(workload, number));
    }

    /** Returns the run with other iterations of each fork; the limit of a fork grows with them. */
    public RunRequest with(Timing changed) {
        Duration longer = sampling.limit.plus(changed.perFork()).minus(sampling.timing.perFork());
        Duration limit = longer.compareTo(sampling.limit) > 0 ? longer : sampling.limit;
        Sampling other = new Sampling(changed, limit, sampling.counters, sampling.jmh);
        return new RunRequest(what, other, load, rounds, seed, data, servers, output);
    }

    RunRequest with(Rounds changed) {
        return new RunRequest(what, sampling, load, changed, seed, data, servers, output);
    }

    /** Returns in words what decides when an operation begins. */
    public String pace() {
        if (what.selections.stream().noneMatch(selection -> selection.values().containsKey(Session.RATE))) {
            return MeasurementMethod.CLOSED_LOOP;
        }
        boolean isRandom = load.options.get(RunOption.ARRIVALS).equals(Optional.of(Arrivals.POISSON));
        return "open loop, " + (isRandom ? "Poisson" : "constant") + " arrivals";
    }

    public boolean hasSingleShots() {
        return sampling.jmh.singleShot(what.selections).isPresent();
    }

    public boolean isOfSingleShots() {
        return sampling.jmh.isOfSingleShots(what.selections);
    }

    /**
     * Returns the size of generated data; empty if no workload's data follows it, as where a backup of the user's own
     * takes its place.
     */
    public Optional<Double> usedScale() {
        return usedScale(what.selections, load.options);
    }

    static Optional<Double> usedScale(List<Selection> selections, WorkloadOptions options) {
        boolean isOwn = options.get(RunOption.BACKUP).isPresent();
        return selections.stream()
                        .map(Selection::workload)
                        .anyMatch(workload ->
                                workload.takes(RunOption.SCALE) && !(isOwn && workload.takes(RunOption.BACKUP)))
                ? options.get(RunOption.SCALE)
                : Optional.empty();
    }

    /**
     * Completes a user's options. Nothing is opened, started or written.
     *
     * @throws UsageException naming the first thing that does not exist or is not valid
     */
    public static RunRequest resolve(RunOptions options, Workloads workloads, Targets available) {
        return new RequestResolver(options, workloads, available).request();
    }

    /** Returns the question of a run without a study. */
    static String question(List<Selection> selections, List<Target> targets, boolean isAa) {
        List<String> files = selections.stream()
                .flatMap(selection -> selection.values().getOrDefault(SqlFiles.PARAMETER, List.of()).stream())
                .toList();
        String what = files.isEmpty()
                ? selections.stream()
                        .map(selection -> selection.workload().name())
                        .collect(Collectors.joining(", "))
                : String.join(", ", files);
        String where = targets.stream().map(Target::name).collect(Collectors.joining(", "));
        if (isAa) {
            return "How much does " + targets.get(0).name() + " differ from itself in " + what + "?";
        }
        if (files.size() > 1) {
            return "How do " + what + " compare on " + where + "?";
        }
        return targets.size() == 1
                ? "How fast is " + what + " on " + where + "?"
                : "How do " + where + " compare in " + what + "?";
    }
}
