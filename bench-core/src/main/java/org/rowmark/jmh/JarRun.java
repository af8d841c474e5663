package org.rowmark.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.link.sweep.LinkSweep;
import org.rowmark.options.CounterMode;
import org.rowmark.options.DataOptions;
import org.rowmark.options.DataOptions.DataCacheMode;
import org.rowmark.options.DesignChoice;
import org.rowmark.options.OptionRules;
import org.rowmark.options.Pinning;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.options.RestartPolicy;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Threads;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Rounds;
import org.rowmark.plan.RunRequest;
import org.rowmark.plan.Timing;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.run.BenchmarkRun;
import org.rowmark.run.cells.Subject;
import org.rowmark.run.output.RunListener;
import org.rowmark.study.StudyReporting;
import org.rowmark.targets.Target;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.WorkloadOptions;

/** A run of JMH benchmarks of others: jars are the columns, benchmarks with their parameters the rows. */
public final class JarRun {
    /** On top of its iterations, a fork may take this long for what the benchmark sets up. */
    private static final Duration SLACK = Duration.ofMinutes(15);

    /** A fork of single shots may take this long. */
    private static final Duration SHOTS_LIMIT = Duration.ofHours(2);

    private static final int MOST_NAMED = 4;

    private final Plan plan;
    private final List<JarColumn> columns;
    private final Map<Integer, BenchmarkCase> cases = new HashMap<>();
    private final JmhWords words;

    private JarRun(JarOptions options) {
        this.words = new JmhWords(options.own().jmh());
        List<BenchmarkJar> jars = jars(options);
        List<Jdk> jdks = options.jdks().isEmpty()
                ? List.of(Jdk.own())
                : options.jdks().stream()
                        .map(directory -> Jdk.at(JarColumn.JAVA, Path.of(directory), 0))
                        .toList();
        this.columns = JarColumn.of(jars, jdks, options.flags());
        columns.forEach(column -> words.requireTaken(column.options()));
        JarPlanner planner = new JarPlanner(options, words, columns);
        Map<PlannedCell, BenchmarkCase> cells = planner.cells();
        cells.forEach((cell, measured) -> cases.put(cell.number(), measured));
        RunRequest request = request(options, planner, List.copyOf(cells.keySet()), command(options, jars, jdks));
        this.plan = new Plan(request, List.copyOf(cells.keySet()), planner.skips(cells), Optional.empty()).withTime();
    }

    /** @throws UsageException naming the first thing that does not exist or is not valid; nothing has been started */
    public static JarRun of(JarOptions options) {
        return new JarRun(options);
    }

    private static List<BenchmarkJar> jars(JarOptions options) {
        List<BenchmarkJar> jars = Stream.concat(
                        options.jars().stream().map(BenchmarkJar::ofJar),
                        options.classPaths().stream().map(BenchmarkJar::ofClassPath))
                .toList();
        if (jars.isEmpty()) {
            throw new UsageException("jmh: give a jar of benchmarks with --jar NAME=JAR, and one more to compare");
        }
        return jars;
    }

    public Plan plan() {
        return plan;
    }

    /** Measures; see {@link BenchmarkRun#run}. */
    public RunRecord run(RunListener listener) throws IOException {
        return BenchmarkRun.run(plan, listener, () -> subject(listener));
    }

    /** Continues; see {@link BenchmarkRun#resume}. */
    public RunRecord resume(RunListener listener, Predicate<List<String>> isAccepted) throws IOException {
        return BenchmarkRun.resume(plan, listener, () -> subject(listener), isAccepted);
    }

    private Subject subject(RunListener listener) {
        List<String> prefix =
                plan.request().servers().pinning().client().map(CpuSet::prefix).orElse(List.of());
        List<TargetFacts> facts = columns.stream().map(JarColumn::facts).toList();
        return new JarSubject(plan, facts, new JarForks(cases, words, prefix), listener);
    }

    private RunRequest request(JarOptions options, JarPlanner planner, List<PlannedCell> cells, List<String> command) {
        RunOptions own = options.own();
        List<Target> targets = columns.stream().map(JarColumn::target).toList();
        List<Selection> selections = planner.selections();
        Optional<ReportView> view = planner.view(cells, own.get(RunOption.BASELINE));
        Timing timing = planner.timing();
        long seed = own.get(RunOption.SEED)
                .orElseGet(() -> ThreadLocalRandom.current().nextLong(1, 1_000_000_000));
        List<String> repeated = new ArrayList<>(command);
        repeated.addAll(1 + repeated.indexOf("jmh"), List.of(RunOption.SEED.name(), String.valueOf(seed)));
        return new RunRequest(
                new RunRequest.What(
                        question(selections),
                        selections,
                        targets,
                        view.isPresent() ? targets.get(0).name() : baseline(own),
                        DesignChoice.FULL,
                        List.copyOf(columns.get(0).varied().keySet()),
                        LinkSweep.NOTHING,
                        false),
                new RunRequest.Sampling(
                        timing,
                        own.get(RunOption.TIMEOUT)
                                .orElseGet(() -> planner.hasMode(Mode.SingleShotTime)
                                        ? SHOTS_LIMIT
                                        : timing.perFork().multipliedBy(4).plus(SLACK)),
                        CounterMode.OFF,
                        words.ofJvm()),
                new RunRequest.Load(Threads.of(planner.threads()), Optional.empty(), new WorkloadOptions(Map.of())),
                rounds(own, selections, targets, planner, view),
                seed,
                new DataOptions(Path.of(System.getProperty("java.io.tmpdir")), seed, DataCacheMode.OFF),
                new RunRequest.Servers(RestartPolicy.ROUND, false, Pinning.of(own)),
                new RunRequest.Output(
                        own.get(RunOption.OUT).orElseGet(RunRequest.Output::newDirectory),
                        RunOptions.line(repeated),
                        new StudyReporting(view, Optional.empty(), List.of())));
    }

    private static Rounds rounds(
            RunOptions own,
            List<Selection> selections,
            List<Target> targets,
            JarPlanner planner,
            Optional<ReportView> view) {
        OptionRules.check(
                own,
                RunOptions.NONE,
                new OptionRules.Measured(
                        view.isPresent() ? Collections.nCopies(2, targets.get(0)) : targets, // there is a ratio
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        boolean isOpen = (targets.size() > 1 || view.isPresent()) && !planner.hasMode(Mode.SampleTime);
        return Rounds.resolve(own, RunOptions.NONE, selections, targets, isOpen);
    }

    private String baseline(RunOptions own) {
        List<String> names = columns.stream().map(JarColumn::name).toList();
        String baseline = own.get(RunOption.BASELINE).orElse(names.get(0));
        if (!names.contains(baseline)) {
            throw new UsageException("--baseline " + baseline + " is not one of the jars of this run"
                    + Suggestions.suggestion(baseline, names));
        }
        return baseline;
    }

    private String question(List<Selection> selections) {
        String what = selections.size() > MOST_NAMED
                ? selections.size() + " benchmarks"
                : selections.stream()
                        .map(selection -> selection.workload().name())
                        .collect(Collectors.joining(", "));
        String where = columns.stream().map(JarColumn::name).collect(Collectors.joining(", "));
        return columns.size() == 1
                ? "How fast " + (selections.size() == 1 ? "is " : "are ") + what + " of " + where + "?"
                : "How do " + where + " compare in " + what + "?";
    }

    /** Returns the command that repeats the run from any directory, without its seed. */
    private static List<String> command(JarOptions options, List<BenchmarkJar> jars, List<Jdk> jdks) {
        List<String> words = new ArrayList<>(List.of("./rowmark", "jmh"));
        words.addAll(options.patterns());
        jars.forEach(jar -> words.addAll(jar.option()));
        if (!options.jdks().isEmpty()) {
            jdks.forEach(jdk -> words.addAll(List.of(JarColumn.JAVA, jdk.home().toString())));
        }
        options.flags().forEach(flags -> words.addAll(List.of(JarColumn.FLAGS, flags)));
        options.own()
                .parameters()
                .forEach((name, values) -> words.addAll(List.of("-p", name + "=" + String.join(",", values))));
        RunOption.all().stream()
                .filter(option -> options.own().given().containsKey(option))
                .filter(option -> !option.equals(RunOption.OUT) && !option.equals(RunOption.SEED))
                .forEach(option ->
                        words.addAll(option.words(options.own().given().get(option))));
        if (options.isGate()) {
            words.add("--fail-if-slower");
        }
        if (!options.own().jmh().isEmpty()) {
            words.add("--");
            words.addAll(options.own().jmh());
        }
        return words.stream().map(RunOptions::withoutSecrets).toList();
    }
}
