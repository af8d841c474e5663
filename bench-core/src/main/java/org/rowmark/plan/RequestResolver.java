package org.rowmark.plan;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rowmark.clients.rules.ClientOptions;
import org.rowmark.db.Targets;
import org.rowmark.fixture.Db;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.MemorySteps;
import org.rowmark.memory.sweep.MemorySweep;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.OptionRules;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.options.SettingSweep;
import org.rowmark.options.SqlFiles;
import org.rowmark.options.Threads;
import org.rowmark.pages.setting.LargePages;
import org.rowmark.result.ReportView;
import org.rowmark.study.Studies;
import org.rowmark.study.Study;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.Durations;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;
import org.rowmark.workload.WorkloadOptions;
import org.rowmark.workload.Workloads;

/** The completion of a user's options by those of the study and by defaults. */
final class RequestResolver {
    /** On top of its iterations, a fork may take this long for loading data and warming up. */
    private static final Duration DEFAULT_SLACK = Duration.ofMinutes(15);

    /** A single shot or an iteration of fixed work may take this long. */
    private static final Duration SINGLE_SHOT_LIMIT = Duration.ofHours(2);

    /** Rounds enough for a rough figure of the noise of a target against itself. */
    private static final int AA_ROUNDS = 10;

    private final RunOptions options;
    private final Workloads workloads;
    private final Targets available;
    private final boolean asStudied;
    private final Study study;
    /** The user's options, completed by those of the study. */
    private final RunOptions all;

    private final JmhArguments jmh;

    RequestResolver(RunOptions given, Workloads workloads, Targets available) {
        this.options = withWorkloadOfSql(given);
        this.workloads = workloads;
        this.available = available;
        Optional<String> ofStudies = options.get(RunOption.STUDY);
        this.asStudied = ofStudies.isPresent() || options.workloads().isEmpty();
        Study whole = Studies.named(ofStudies.orElse(Studies.QUICK_TOUR));
        this.study = asStudied ? whole : whole.choiceOnly();
        this.all = options.completedBy(study.options());
        this.jmh = new JmhArguments(options.jmh());
    }

    /** Chooses the workload of SQL files, which has the name of their option, where the user names none. */
    private static RunOptions withWorkloadOfSql(RunOptions options) {
        boolean isImplied = options.workloads().isEmpty()
                && options.get(RunOption.SQL).isPresent()
                && options.get(RunOption.STUDY).isEmpty();
        return isImplied ? options.workloads(List.of(RunOption.SQL.key())) : options;
    }

    RunRequest request() {
        Optional<MemorySweep> memory = (options.isAa() ? options : all).get(RunOption.MEMORY);
        SettingSweep own = options.get(RunOption.VARY).orElse(SettingSweep.NOTHING);
        SettingSweep vary =
                MemorySteps.varied(memory, options.isAa() ? own : study.vary().with(own));
        LinkSweep links = links();
        List<Target> targets = targets(memory, vary, links);
        Optional<ClientOptions> clients = ClientOptions.of(options);
        List<Selection> selections = selections(memory, clients);
        jmh.requireFree(selections);
        List<Workload> chosen = selections.stream().map(Selection::workload).toList();
        Timing timing = Timing.resolve(all, chosen, jmh);
        WorkloadOptions workloadOptions = WorkloadOptions.resolve(options, study.options(), chosen);
        ExternalServers.requireOnlyReading(targets, chosen, workloadOptions, workloads);
        String baseline = baseline(targets);
        Rounds rounds = rounds(selections, targets);
        clients.ifPresent(choice -> choice.requireReachable(targets));
        Duration measured = timing.time().multipliedBy(timing.iterations());
        rounds.slice().filter(slice -> slice.compareTo(measured) > 0).ifPresent(slice -> {
            throw new UsageException("--slice " + Durations.text(slice) + ": a fork measures for "
                    + Durations.text(measured) + " only; give less, or more --iterations or --time");
        });
        study.requireKnown(vary, links, workloads);
        targets.forEach(LargePages::of); // which requires that they are on or off
        study.reporting().published().forEach(figures -> figures.requireKnown(selections));
        long seed = options.get(RunOption.SEED)
                .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        return new RunRequest(
                new RunRequest.What(
                        asStudied && !options.isAa()
                                ? study.question()
                                : RunRequest.question(selections, targets, options.isAa()),
                        selections,
                        targets,
                        baseline,
                        design(selections, workloadOptions),
                        varied(vary, links),
                        links,
                        options.isAa()),
                new RunRequest.Sampling(
                        timing,
                        options.get(RunOption.TIMEOUT).orElseGet(() -> limit(timing, selections)),
                        counters(),
                        jmh),
                new RunRequest.Load(all.get(RunOption.THREADS).orElse(Threads.ONE), clients, workloadOptions),
                rounds,
                seed,
                DataOptions.of(options),
                new RunRequest.Servers(
                        all.get(RunOption.RESTART).orElse(RestartPolicy.ROUND),
                        options.get(RunOption.CGROUP).isPresent(),
                        Pinning.of(all)),
                new RunRequest.Output(
                        options.get(RunOption.OUT).orElseGet(RunRequest.Output::newDirectory),
                        options.command(seed),
                        reporting()));
    }

    private LinkSweep links() {
        LinkSweep ofStudy = options.isAa() ? LinkSweep.NOTHING : study.links();
        return options.get(RunOption.LINK).map(own -> own.or(ofStudy)).orElse(ofStudy);
    }

    private List<Target> targets(Optional<MemorySweep> memory, SettingSweep vary, LinkSweep links) {
        List<Target> named = options.isAa() ? twice() : named();
        study.requireFor(named);
        memory.ifPresent(steps -> MemorySteps.require(steps, named));
        List<Target> set = counters().of(MemorySteps.checked(memory, vary.of(named)));
        return links.of(
                set.stream().map(this::isolated).toList(),
                options.get(RunOption.LINK).isPresent());
    }

    private List<Target> named() {
        return options.targets().isEmpty()
                ? study.lookUp("targets: ", () -> named(study.targets()))
                : named(options.targets());
    }

    private List<Target> named(List<String> names) {
        return names.stream().distinct().map(available::named).toList();
    }

    /** Returns the only target and itself again, with a data directory of its own where the server is private. */
    private List<Target> twice() {
        if (options.targets().size() != 1) {
            throw new UsageException("aa: name one --target, which is measured against itself"
                    + (options.targets().isEmpty()
                            ? ""
                            : ", not " + options.targets().size()));
        }
        Target target = available.named(options.targets().get(0));
        return List.of(target, target.named(target.name() + "-again"));
    }

    /** Sets the isolation level: that of the user's options, of the target itself, or of the study. */
    private Target isolated(Target target) {
        return options.get(RunOption.ISOLATION)
                .or(target::isolation)
                .or(() -> all.get(RunOption.ISOLATION))
                .map(target::withIsolation)
                .orElse(target);
    }

    private List<Selection> selections(Optional<MemorySweep> memory, Optional<ClientOptions> clients) {
        return Selections.of(options, workloads, study).stream()
                .map(selection -> clients.map(choice ->
                                selection.withCounts(Db.CLIENTS, choice.choice().counts()))
                        .orElse(selection))
                .map(selection -> memory.map(steps -> MemorySteps.sized(steps, selection, all))
                        .orElse(selection))
                .toList();
    }

    private Rounds rounds(List<Selection> selections, List<Target> targets) {
        RunOptions own = study.asPublished(options);
        RunOptions ofStudy = options.isAa() ? ofStudyInAa() : study.options();
        List<Workload> chosen = selections.stream().map(Selection::workload).toList();
        OptionRules.check(
                own,
                ofStudy,
                new OptionRules.Measured(
                        targets,
                        first(chosen, workload -> workload.info().oneThread()),
                        JmhArguments.ofFixedWork(selections.stream()
                                .filter(selection -> selection.workload().takes(RunOption.RATE))),
                        first(chosen, jmh::isSingleShot),
                        first(chosen, workload -> jmh.isOfSingleShots(selections)),
                        jmh.singleShot(selections),
                        jmh.withoutRate()));
        return Rounds.resolve(own, ofStudy, selections, targets, isOpen(selections, targets));
    }

    /**
     * Returns whether the run goes on until its rows have a word, by default. A study states that; in an open loop and in
     * JMH's other modes there are rows for percentiles, too.
     */
    private boolean isOpen(List<Selection> selections, List<Target> targets) {
        return !asStudied
                && !options.isAa()
                && (targets.size() > 1 || reporting().view().isPresent())
                && all.get(RunOption.RATE).isEmpty()
                && all.get(RunOption.FIND_MAX).isEmpty()
                && jmh.isOfMeans(selections);
    }

    private static Optional<String> first(List<Workload> workloads, Predicate<Workload> condition) {
        return workloads.stream().filter(condition).map(Workload::name).findFirst();
    }

    /** Returns what a study sets for a target against itself, and the default number of rounds. */
    private RunOptions ofStudyInAa() {
        return RunOptions.NONE
                .with(RunOption.ROUNDS, AA_ROUNDS)
                .with(RunOption.ITERATIONS, study.options().get(RunOption.ITERATIONS))
                .with(RunOption.PIN_SERVER, study.options().get(RunOption.PIN_SERVER));
    }

    private CounterMode counters() {
        return all.get(RunOption.COUNTERS).orElse(CounterMode.ON);
    }

    private DesignChoice design(List<Selection> selections, WorkloadOptions workloadOptions) {
        boolean isSmallStudy = asStudied
                && RunRequest.usedScale(selections, workloadOptions)
                        .filter(scale -> scale < Scale.PUBLISHED)
                        .isPresent();
        return all.get(RunOption.DESIGN).orElse(isSmallStudy ? DesignChoice.STAR : DesignChoice.FULL);
    }

    private static List<String> varied(SettingSweep vary, LinkSweep links) {
        return Stream.concat(vary.names().stream(), links.varies() ? Stream.of(LinkSweep.KEY) : Stream.empty())
                .sorted()
                .toList();
    }

    private Duration limit(Timing timing, List<Selection> selections) {
        return jmh.singleShot(selections).isPresent()
                ? SINGLE_SHOT_LIMIT.multipliedBy(timing.shots())
                : timing.perFork().multipliedBy(4).plus(DEFAULT_SLACK);
    }

    private String baseline(List<Target> targets) {
        List<String> names = targets.stream().map(Target::name).toList();
        String baseline = options.get(RunOption.BASELINE).orElse(names.get(0));
        if (!names.contains(baseline)) {
            throw new UsageException("--baseline " + baseline + " is not one of the targets of this run"
                    + Suggestions.suggestion(baseline, names));
        }
        return baseline;
    }

    /**
     * Returns what the study adds to the report; several SQL files are shown side by side, the first as the baseline, but
     * for those of a mix.
     */
    private StudyReporting reporting() {
        if (options.isAa()) {
            return study.reporting().figuresOnly();
        }
        return study.reporting()
                .or(options.get(RunOption.SQL)
                        .map(files -> List.copyOf(files.byName().keySet()))
                        .filter(names ->
                                names.size() > 1 && options.get(RunOption.MIX).isEmpty())
                        .map(names -> new ReportView(List.of(), SqlFiles.PARAMETER, names.get(0))));
    }
}
