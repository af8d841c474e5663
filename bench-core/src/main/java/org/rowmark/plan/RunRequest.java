package org.rowmark.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.db.Targets;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.LinkSweep;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.options.SettingSweep;
import org.rowmark.study.Studies;
import org.rowmark.study.Study;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/**
 * The complete and valid description of a run: every name in it exists.
 *
 * @param question what the run answers, one line
 * @param selections the workloads and their parameter values, at least one
 * @param design combinations of those that are measured
 * @param targets at least one
 * @param rounds how often each cell is measured, and in what order
 * @param timing of every fork
 * @param threads per fork
 * @param seed of the order of cells, and of generated data
 * @param workloadOptions options that the workloads take
 * @param out the run directory to write; does not exist or is empty
 * @param data where private servers and embedded databases keep their data
 * @param baseline name of one of the targets
 * @param limit the longest that one fork may take
 * @param restart how long servers that Rowmark starts stay up
 * @param pinning CPUs of its processes
 * @param counters what servers and clients did, counted beside the iterations
 * @param jmh JMH's own options
 * @param command the command that repeats the run
 * @param isAa whether the second target is the first one again
 * @param varied names of the settings in which the targets differ, sorted; {@link LinkSweep#KEY} among them for links
 * @param links that vary
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
        long seed,
        WorkloadOptions workloadOptions,
        Path out,
        Path data,
        String baseline,
        Duration limit,
        RestartPolicy restart,
        Pinning pinning,
        CounterMode counters,
        JmhArguments jmh,
        String command,
        boolean isAa,
        List<String> varied,
        LinkSweep links,
        StudyReporting reporting) {

    /** On top of its iterations, a fork may take this long for loading data and warming up. */
    private static final Duration DEFAULT_SLACK = Duration.ofMinutes(15);

    /** A single shot or an iteration of fixed work may take this long. */
    private static final Duration SINGLE_SHOT_LIMIT = Duration.ofHours(2);

    private static final DateTimeFormatter DIRECTORY_NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

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
        return isSingleShot(cell) ? timing : steadyTiming();
    }

    /** Returns the iterations of forks but for single shots. */
    public Timing steadyTiming() {
        return rounds.slice().map(timing::inSlices).orElse(timing);
    }

    /** Returns the same with other measured iterations per fork; the limit of a fork grows with them. */
    public RunRequest withIterations(int iterations) {
        Timing changed = new Timing(timing.warmups(), timing.warmupTime(), iterations, timing.time());
        Duration longer = limit.plus(changed.perFork()).minus(timing.perFork());
        return new RunRequest(
                question,
                selections,
                design,
                targets,
                rounds,
                changed,
                threads,
                seed,
                workloadOptions,
                out,
                data,
                baseline,
                longer.compareTo(limit) > 0 ? longer : limit,
                restart,
                pinning,
                counters,
                jmh,
                command,
                isAa,
                varied,
                links,
                reporting);
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

    private static Optional<Double> usedScale(List<Selection> selections, WorkloadOptions workloadOptions) {
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
     * @param available the targets that exist
     * @throws UsageException naming the first thing that does not exist or is not valid
     */
    public static RunRequest resolve(RunOptions options, Workloads workloads, Targets available) {
        Optional<String> named = options.get(RunOption.STUDY);
        boolean asStudied = named.isPresent() || options.workloads().isEmpty();
        Study whole = Studies.named(named.orElse(Studies.QUICK_TOUR));
        Study study = asStudied ? whole : whole.choiceOnly();
        SettingSweep vary = vary(options, study.vary());
        CounterMode counters = options.or(study.options(), RunOption.COUNTERS).orElse(CounterMode.ON);
        Optional<LinkSweep> ownLinks = links(options);
        LinkSweep ofStudy = options.isAa() ? LinkSweep.NOTHING : study.links();
        LinkSweep links = ownLinks.map(own -> own.or(ofStudy)).orElse(ofStudy);
        List<Target> unlinked = isolated(counters.of(vary.of(targets(options, study, available))), options, study);
        List<Target> targets = links.of(unlinked, ownLinks.isPresent());
        List<Selection> selections = selections(options, workloads, study);
        JmhArguments jmh = new JmhArguments(options.jmh());
        jmh.requireFree(selections);
        List<Workload> chosen = selections.stream().map(Selection::workload).toList();
        Timing timing = Timing.resolve(options, study.options(), chosen, jmh);
        long seed = options.get(RunOption.SEED)
                .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        String baseline = baseline(options.get(RunOption.BASELINE), targets);
        WorkloadOptions workloadOptions = WorkloadOptions.resolve(options, study.options(), chosen);
        boolean isSmallStudy = asStudied
                && usedScale(selections, workloadOptions)
                        .filter(scale -> scale < Scale.PUBLISHED)
                        .isPresent();
        Rounds rounds = Rounds.resolve(
                study.asPublished(options),
                options.isAa() ? AaTargets.rounds(study.options()) : study.options(),
                selections,
                targets,
                baseline);
        rounds.slice().ifPresent(slice -> TurnRules.require(slice, timing, targets, selections, jmh));
        study.requireKnown(vary, links, workloads);
        study.reporting().published().forEach(figures -> figures.requireKnown(selections));
        return new RunRequest(
                asStudied && !options.isAa() ? study.question() : question(selections, targets, options.isAa()),
                selections,
                options.or(study.options(), RunOption.DESIGN)
                        .orElse(isSmallStudy ? DesignChoice.STAR : DesignChoice.FULL),
                targets,
                rounds,
                timing,
                threads(options, chosen),
                seed,
                workloadOptions,
                options.get(RunOption.OUT).orElseGet(RunRequest::newDirectory),
                options.get(RunOption.DATA_DIR).orElseGet(() -> Path.of(System.getProperty("java.io.tmpdir"))),
                baseline,
                options.get(RunOption.TIMEOUT).orElseGet(() -> limit(timing, jmh.hasSingleShots(selections))),
                options.get(RunOption.KEEP_SERVERS).isPresent() ? RestartPolicy.NEVER : study.restart(),
                Pinning.of(options, study.options(), targets),
                counters,
                jmh,
                options.command(seed),
                options.isAa(),
                varied(vary, links),
                links,
                options.isAa() ? study.reporting().figuresOnly() : study.reporting());
    }

    /** Merges the settings that vary; the user's values replace those of the study. */
    private static SettingSweep vary(RunOptions options, SettingSweep ofStudy) {
        SettingSweep own = options.get(RunOption.VARY).orElse(SettingSweep.NOTHING);
        if (!options.isAa()) {
            return ofStudy.with(own);
        }
        if (!own.names().isEmpty()) {
            throw new UsageException("aa: " + RunOption.VARY.name() + " "
                    + own.texts().get(0) + ": a target is measured against itself; give one value");
        }
        return own;
    }

    /** Returns the links that the user asks for. */
    private static Optional<LinkSweep> links(RunOptions options) {
        Optional<LinkSweep> links = options.get(RunOption.LINK);
        links.filter(own -> options.isAa() && own.varies()).ifPresent(own -> {
            throw new UsageException("aa: " + RunOption.LINK.name() + " "
                    + own.texts().get(1) + ": a target is measured against itself; give one link");
        });
        return links;
    }

    private static List<String> varied(SettingSweep vary, LinkSweep links) {
        return links.varies()
                ? Stream.concat(vary.names().stream(), Stream.of(LinkSweep.KEY))
                        .sorted()
                        .toList()
                : vary.names();
    }

    private static List<Target> targets(RunOptions options, Study study, Targets available) {
        if (options.isAa()) {
            return AaTargets.targets(options, available);
        }
        return (options.targets().isEmpty() ? study.targets() : options.targets())
                .stream().distinct().map(available::named).toList();
    }

    /** Sets the isolation level: that of the user's options, of the target itself, or of the study. */
    private static List<Target> isolated(List<Target> targets, RunOptions options, Study study) {
        Optional<Isolation> ofRun = options.get(RunOption.ISOLATION);
        Optional<Isolation> ofStudy = study.options().get(RunOption.ISOLATION);
        return targets.stream()
                .map(target -> ofRun.or(target::isolation)
                        .or(() -> ofStudy)
                        .map(target::withIsolation)
                        .orElse(target))
                .toList();
    }

    private static List<Selection> selections(RunOptions options, Workloads workloads, Study study) {
        Map<String, Map<String, List<String>>> wanted = new LinkedHashMap<>();
        if (options.workloads().isEmpty()) {
            wanted.putAll(study.workloads());
        } else {
            Map<String, Map<String, List<String>>> studied =
                    options.get(RunOption.STUDY).isPresent() ? study.workloads() : Map.of();
            options.workloads().forEach(name -> wanted.put(name, studied.getOrDefault(name, Map.of())));
        }
        List<Workload> chosen = wanted.keySet().stream().map(workloads::named).toList();
        requireKnown(options.parameters(), chosen);
        Optional<String> pools = options.or(study.options(), RunOption.POOL);
        return chosen.stream()
                .map(workload -> {
                    Map<String, List<String>> given = new LinkedHashMap<>(wanted.get(workload.name()));
                    requireKnown(given, List.of(workload));
                    given.putAll(options.parameters());
                    Selection selection = Selection.of(workload, given);
                    return pools.map(selection::withPools).orElse(selection);
                })
                .toList();
    }

    /** Requires that each parameter belongs to at least one of the workloads, and has a value. */
    private static void requireKnown(Map<String, List<String>> parameters, List<Workload> workloads) {
        TreeSet<String> known = workloads.stream()
                .flatMap(workload -> workload.parameters().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        parameters.forEach((name, values) -> {
            if (name.equals(Workloads.TARGET_PARAMETER)) {
                throw new UsageException("-p target=…: name targets with --target");
            }
            if (name.equals(RunOption.POOL.key())) {
                throw new UsageException("-p pool=…: give sizes of pools with " + RunOption.POOL.name());
            }
            Suggestions.require("unknown parameter", name, known);
            if (values.isEmpty() || values.stream().anyMatch(String::isBlank)) {
                throw new UsageException("-p " + name + "=: give at least one value, several separated by commas");
            }
        });
    }

    private static int threads(RunOptions options, List<Workload> workloads) {
        int threads = options.get(RunOption.THREADS).orElse(1);
        workloads.stream().filter(Workload::isOfOneThread).findFirst().ifPresent(workload -> {
            if (threads > 1) {
                throw new UsageException(String.join(" ", RunOption.THREADS.words(threads)) + ": " + workload.name()
                        + " is one operation of one thread; leave it out");
            }
        });
        return threads;
    }

    private static String names(List<Selection> selections) {
        return selections.stream().map(selection -> selection.workload().name()).collect(Collectors.joining(", "));
    }

    private static Duration limit(Timing timing, boolean hasSingleShots) {
        return hasSingleShots
                ? SINGLE_SHOT_LIMIT.multipliedBy(timing.shots())
                : timing.perFork().multipliedBy(4).plus(DEFAULT_SLACK);
    }

    private static String baseline(Optional<String> wanted, List<Target> targets) {
        List<String> names = targets.stream().map(Target::name).toList();
        String baseline = wanted.orElse(names.get(0));
        if (!names.contains(baseline)) {
            throw new UsageException("--baseline " + baseline + " is not one of the targets of this run"
                    + Suggestions.suggestion(baseline, names));
        }
        return baseline;
    }

    private static String question(List<Selection> selections, List<Target> targets, boolean isAa) {
        String what = names(selections);
        String where = targets.stream().map(Target::name).collect(Collectors.joining(", "));
        if (isAa) {
            return "How much does " + targets.get(0).name() + " differ from itself in " + what + "?";
        }
        return targets.size() == 1
                ? "How fast is " + what + " on " + where + "?"
                : "How do " + where + " compare in " + what + "?";
    }

    private static Path newDirectory() {
        return Path.of(
                "rowmark-results", LocalDateTime.now(ZoneId.systemDefault()).format(DIRECTORY_NAME));
    }
}
