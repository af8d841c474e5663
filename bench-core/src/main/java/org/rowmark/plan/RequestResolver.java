package org.rowmark.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.db.Targets;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.memory.MemorySteps;
import org.rowmark.options.ClientOptions;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.MemorySweep;
import org.rowmark.options.OptionRules;
import org.rowmark.options.Pinning;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Scale;
import org.rowmark.options.SettingSweep;
import org.rowmark.options.SqlFiles;
import org.rowmark.result.ReportView;
import org.rowmark.study.Studies;
import org.rowmark.study.Study;
import org.rowmark.targets.Isolation;
import org.rowmark.targets.LargePages;
import org.rowmark.targets.Target;
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

    private static final DateTimeFormatter DIRECTORY_NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private RequestResolver() {}

    static RunRequest resolve(RunOptions given, Workloads workloads, Targets available) {
        RunOptions options = withWorkloadOfSql(given);
        Optional<String> ofStudies = options.get(RunOption.STUDY);
        boolean asStudied = ofStudies.isPresent() || options.workloads().isEmpty();
        Study whole = Studies.named(ofStudies.orElse(Studies.QUICK_TOUR));
        Study study = asStudied ? whole : whole.choiceOnly();
        Optional<MemorySweep> memory = MemorySteps.of(options, study.options());
        SettingSweep vary = MemorySteps.varied(memory, vary(options, study.vary()));
        CounterMode counters = options.or(study.options(), RunOption.COUNTERS).orElse(CounterMode.ON);
        Optional<LinkSweep> ownLinks = links(options);
        LinkSweep ofStudy = options.isAa() ? LinkSweep.NOTHING : study.links();
        LinkSweep links = ownLinks.map(own -> own.or(ofStudy)).orElse(ofStudy);
        List<Target> named = targets(options, study, available);
        study.requireFor(named);
        memory.ifPresent(steps -> MemorySteps.require(steps, named));
        List<Target> set = MemorySteps.checked(memory, vary.of(named));
        List<Target> unlinked = isolated(counters.of(set), options, study);
        List<Target> targets = links.of(unlinked, ownLinks.isPresent());
        Optional<ClientOptions> clients = ClientRules.of(options);
        List<Selection> selections = Selections.of(options, workloads, study).stream()
                .map(selection -> clients.map(
                                choice -> selection.withClients(choice.choice().counts()))
                        .orElse(selection))
                .map(selection -> memory.map(steps -> MemorySteps.sized(steps, selection, options, study.options()))
                        .orElse(selection))
                .toList();
        JmhArguments jmh = new JmhArguments(options.jmh());
        jmh.requireFree(selections);
        List<Workload> chosen = selections.stream().map(Selection::workload).toList();
        Timing timing = Timing.resolve(options, study.options(), chosen, jmh);
        long seed = options.get(RunOption.SEED)
                .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        String baseline = baseline(options.get(RunOption.BASELINE), targets);
        WorkloadOptions workloadOptions = WorkloadOptions.resolve(options, study.options(), chosen);
        ExternalServers.requireOnlyReading(targets, chosen, workloadOptions, workloads);
        boolean isSmallStudy = asStudied
                && RunRequest.usedScale(selections, workloadOptions)
                        .filter(scale -> scale < Scale.PUBLISHED)
                        .isPresent();
        RunOptions published = study.asPublished(options);
        RunOptions studied = options.isAa() ? AaTargets.rounds(study.options()) : study.options();
        OptionRules.check(published, studied, targets);
        Rounds rounds = Rounds.resolve(published, studied, selections, targets, baseline);
        OpenLoop.require(options, study.options(), selections, rounds.order(), jmh);
        clients.ifPresent(choice -> ClientRules.require(choice.choice(), targets, chosen, rounds.order()));
        rounds.slice().ifPresent(slice -> TurnRules.require(slice, timing, targets, selections, jmh));
        study.requireKnown(vary, links, workloads);
        targets.forEach(LargePages::of); // which requires that they are on or off
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
                clients,
                seed,
                workloadOptions,
                options.get(RunOption.OUT).orElseGet(RequestResolver::newDirectory),
                DataOptions.of(options),
                baseline,
                options.get(RunOption.TIMEOUT).orElseGet(() -> limit(timing, jmh.hasSingleShots(selections))),
                restart(options, study),
                MemorySteps.areLimited(options, targets),
                Pinning.of(options, study.options()),
                counters,
                jmh,
                options.command(seed),
                options.isAa(),
                varied(vary, links),
                links,
                options.isAa()
                        ? study.reporting().figuresOnly()
                        : study.reporting().or(options.get(RunOption.SQL).flatMap(RequestResolver::view)));
    }

    /** Chooses the workload of SQL files, which has the name of their option, where the user names none. */
    private static RunOptions withWorkloadOfSql(RunOptions options) {
        boolean isImplied = options.workloads().isEmpty()
                && options.get(RunOption.SQL).isPresent()
                && options.get(RunOption.STUDY).isEmpty();
        return isImplied ? options.workloads(List.of(RunOption.SQL.key())) : options;
    }

    /** Returns a view of several files side by side, the first one as the baseline. */
    private static Optional<ReportView> view(SqlFiles files) {
        List<String> names = List.copyOf(files.byName().keySet());
        return names.size() > 1
                ? Optional.of(new ReportView(List.of(), SqlFiles.PARAMETER, names.get(0)))
                : Optional.empty();
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
        return options.targets().isEmpty()
                ? study.lookUp("targets: ", () -> named(study.targets(), available))
                : named(options.targets(), available);
    }

    private static List<Target> named(List<String> names, Targets available) {
        return names.stream().distinct().map(available::named).toList();
    }

    private static RestartPolicy restart(RunOptions options, Study study) {
        return options.get(RunOption.KEEP_SERVERS).isPresent()
                ? RestartPolicy.RUN
                : options.or(study.options(), RunOption.RESTART).orElse(RestartPolicy.ROUND);
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
        List<String> files = selections.stream()
                .flatMap(selection -> selection.values().getOrDefault(SqlFiles.PARAMETER, List.of()).stream())
                .toList();
        String what = files.isEmpty() ? names(selections) : String.join(", ", files);
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

    private static Path newDirectory() {
        return Path.of(
                "rowmark-results", LocalDateTime.now(ZoneId.systemDefault()).format(DIRECTORY_NAME));
    }
}
