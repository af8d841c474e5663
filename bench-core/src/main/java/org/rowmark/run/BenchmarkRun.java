package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableSupplier;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.HostFacts;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.Guardian;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaStore;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.ChangedIterations;
import org.rowmark.result.ChosenWarmups;
import org.rowmark.result.ControlCell;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Resumed;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.run.adaptive.ControlMonitor;
import org.rowmark.run.adaptive.IterationPlanner;
import org.rowmark.run.adaptive.RunClock;
import org.rowmark.run.adaptive.StoppingRule;
import org.rowmark.run.adaptive.WarmupPlanner;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.memory.ServerCgroups;
import org.rowmark.run.output.IterationPlan;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.LogScrubber;
import org.rowmark.run.output.OutputDirectory;
import org.rowmark.run.output.RunCommandFile;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.LargePagesCheck;
import org.rowmark.run.servers.ServerPool;
import org.rowmark.run.servers.SharedMemory;
import org.rowmark.stats.RoundValue;
import org.rowmark.stats.StopReason;
import org.rowmark.study.Published;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.ShutdownActions;
import org.rowmark.util.UsageException;

/**
 * The path from a request to a run directory. All targets are checked before anything is measured; then every cell is
 * measured once per round, in a fork of its own; a cell that fails is recorded and the others are measured
 * nevertheless. A run with a goal ends after the round in which it is reached.
 */
public final class BenchmarkRun {
    private final RunRequest request;
    private final Plan plan;
    private final RunListener listener;
    private final Fork.Measuring forks;
    private final Optional<Resumption> continued;
    private final Resumption resumption;
    private final CheckedTargets targets;
    private final HostFacts machine = HostFacts.look();
    private final ForkSpeeds speeds = new ForkSpeeds();
    private final RunClock clock = new RunClock();
    private KeptForks keptForks;
    private JmhExport export;
    private RunListener current; // nothing of what a continued run does again
    private volatile Manifest manifest; // Ctrl-C writes it, too
    private final AtomicInteger roundsDone = new AtomicInteger();

    private BenchmarkRun(
            Plan plan,
            RunListener listener,
            Fork.Measuring forks,
            Optional<Resumption> continued,
            ServerCgroups cgroups) {
        this.continued = continued;
        this.resumption = continued.orElseGet(Resumption::none);
        this.current = listener;
        this.request = plan.request();
        this.plan = plan;
        this.listener = listener;
        this.forks = forks;
        this.targets = new CheckedTargets(plan, listener, cgroups);
    }

    /**
     * Runs the plan.
     *
     * @return what the run directory holds
     * @throws UsageException if the run cannot begin: a target cannot be used, a directory cannot be written; nothing
     *     has been measured then, and no run directory is left behind
     * @throws IOException if a result cannot be written; those that were written stay
     */
    public static RunRecord run(Plan plan, RunListener listener) throws IOException {
        return run(plan, listener, Fork::measure);
    }

    /**
     * Continues a run that was stopped, in its directory.
     *
     * @param isAccepted whether to go on in a changed environment, given the changes
     * @throws UsageException as for a new run; if the plan is not that of the directory; or if changes are not accepted
     */
    public static RunRecord resume(Plan plan, RunListener listener, Predicate<List<String>> isAccepted)
            throws IOException {
        return resume(plan, listener, Fork::measure, isAccepted);
    }

    /** Continues a run with other forks. */
    static RunRecord resume(Plan plan, RunListener listener, Fork.Measuring forks, Predicate<List<String>> isAccepted)
            throws IOException {
        return run(plan, listener, forks, () -> Optional.of(Resumption.of(plan, isAccepted)));
    }

    /** Runs the plan with other forks. */
    static RunRecord run(Plan plan, RunListener listener, Fork.Measuring forks) throws IOException {
        return run(plan, listener, forks, Optional::empty);
    }

    private static RunRecord run(
            Plan plan,
            RunListener listener,
            Fork.Measuring forks,
            FailableSupplier<Optional<Resumption>, IOException> continued)
            throws IOException {
        RunLock lock = plan.request().rounds().order() == RoundOrder.TURNS ? RunLock.takeForTurns() : RunLock.take();
        try (LargePagesCheck largePages = new LargePagesCheck(plan.request());
                ServerCgroups cgroups = ServerCgroups.of(plan.request());
                RunDataDirectory data =
                        RunDataDirectory.in(plan.request().data().directory())) {
            return new BenchmarkRun(plan, listener, forks, continued.get(), cgroups).measure(data, largePages);
        } finally {
            lock.close();
        }
    }

    private RunRecord measure(RunDataDirectory data, LargePagesCheck largePages) throws IOException {
        OutputDirectory output =
                continued.isPresent() ? OutputDirectory.existing(request.out()) : OutputDirectory.create(request.out());
        if (continued.isEmpty()) {
            RunCommandFile.write(output.path(), request.command());
        }
        Guardian.writes(output.path());
        Environment environment = machine.environment(
                data.path(), request.jmh().jvmFlags(), request.pinning().facts());
        List<String> changes = new ArrayList<>();
        LogScrubber logs = LogScrubber.of(request.targets(), output.path());
        ShutdownActions.Undo unbegun = ShutdownActions.register(ShutdownActions.Stage.FILES, () -> remove(output));
        try {
            targets.prepare(
                    data,
                    output.path(),
                    new EnvironmentCollector(machine)::collect,
                    largePages,
                    known -> changes.addAll(requireAccepted(environment, known)));
            if (request.rounds().order() == RoundOrder.TURNS) {
                SharedMemory.require(targets.started());
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            remove(output);
            ShutdownActions.done(unbegun);
            throw e;
        }
        List<String> notes = new ArrayList<>(request.links().notes(request.targets()));
        notes.addAll(targets.notes());
        Optional<AaResult> noiseFloor = AaStore.of(environment.host(), notes::add);
        List<Cell> toMeasure = plan.all().stream()
                .filter(cell -> targets.obstacle(cell).isEmpty() && !resumption.isSkipped(cell))
                .toList();
        Optional<ControlMonitor> monitor = ControlMonitor.of(plan, toMeasure);
        Optional<ControlCell> control = monitor.map(ControlMonitor::record);
        manifest = resumption
                .manifest()
                .map(before -> before.again(request.rounds().planned(), control, new Resumed(Instant.now(), changes)))
                .orElseGet(() -> ManifestFactory.of(plan, environment, targets.facts(), noiseFloor, control));
        keptForks = KeptForks.in(output.path());
        export = new JmhExport(keptForks);
        try (RunDirectory directory = resumption.isPresent()
                        ? RunDirectory.resume(output.path(), manifest, resumption)
                        : RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            ShutdownActions.done(unbegun);
            notes.forEach(log::println);
            targets.reports().forEach(log::println);
            if (resumption.isPresent()) {
                log.println("continued at " + Instant.now() + (changes.isEmpty() ? "" : ": " + changes));
            }
            for (Published published : request.reporting().published()) {
                directory.publish(published.figures(), published.content());
            }
            ShutdownActions.Undo interrupted =
                    ShutdownActions.register(ShutdownActions.Stage.RECORD, () -> interrupt(directory));
            StopReason reason;
            try (ServerPool servers = new ServerPool(request.restart(), log, resumption.serverStarts(plan.cells()));
                    RunForks measuring = RunForks.of(request, forks, data.path(), output.path(), listener)) {
                Path endpointFile = data.path().resolve("endpoint.properties");
                RunContext context = new RunContext(
                        request, targets, servers, directory, log, listener, endpointFile, measuring.forks(), Map.of());
                RunContext searched = RateSearch.before(context, toMeasure, resumption.highestRates());
                reason = rounds(searched, toMeasure, monitor);
            } finally {
                export.write(directory);
            }
            targets.tidy(log);
            logs.scrub();
            ShutdownActions.holdIfEnding();
            end(directory, reason);
            ShutdownActions.done(interrupted);
        }
        forgetHowToContinue(output.path());
        RunRecord record = RunDirectory.read(output.path());
        assertComplete(record);
        return record;
    }

    /** Removes what only a run that is not complete has. */
    public static void forgetHowToContinue(Path directory) throws IOException {
        KeptForks.delete(directory);
        RunCommandFile.delete(directory);
    }

    private void remove(OutputDirectory output) {
        output.remove();
        if (continued.isEmpty()) {
            try {
                RunCommandFile.delete(output.path());
            } catch (IOException e) {
                System.err.println("rowmark: " + ErrorMessages.of(e));
            }
        }
    }

    /** Returns what has changed since the run began, which the user accepts. */
    private List<String> requireAccepted(Environment environment, List<TargetFacts> now) {
        List<String> changes = resumption
                .manifest()
                .map(before -> EnvironmentChanges.between(before, environment, RowmarkVersion.WITH_COMMIT, now))
                .orElse(List.of());
        resumption.require(changes);
        return changes;
    }

    /** Returns the manifest with what only the forks have found out: the data of the targets, and their own speed. */
    private Manifest last() {
        return manifest.with(targets.facts(), speeds.addTo(manifest.environment()));
    }

    /** Writes the last manifest. */
    private void end(RunDirectory directory, StopReason reason) throws IOException {
        directory.write(last().ended(Manifest.Status.COMPLETE, Instant.now(), roundsDone.get(), reason.name()));
    }

    private StopReason rounds(RunContext context, List<Cell> toMeasure, Optional<ControlMonitor> monitor)
            throws IOException {
        Optional<IterationPlanner> planner = IterationPlanner.of(plan, clock);
        Optional<StoppingRule> stopping =
                request.rounds().goal().map(goal -> new StoppingRule(goal, plan.cells(), planner, clock));
        Optional<WarmupPlanner> warmups = WarmupPlanner.of(request);
        CellRecords records = new CellRecords(context, resumption, this::keep, (cell, round, result, attempt) -> {
            attempt.speed().ifPresent(speeds::add);
            export.add(cell, round);
            stopping.ifPresent(rule -> rule.measured(cell.number(), round, value(result)));
            planner.ifPresent(chooser -> chooser.measured(cell.number(), round, result));
            warmups.ifPresent(chooser -> chooser.measured(cell, attempt.warmups(), result));
            monitor.ifPresent(control -> control.measured(cell.number(), round, value(result)));
        });
        RunContext now = context;
        TurnPlanner turns = new TurnPlanner(request);
        skip(records);
        listener.started(plan, toMeasure.size() * request.rounds().planned() - resumption.size());
        Deque<RoundPart> parts = new ArrayDeque<>(plan.parts(toMeasure));
        while (!parts.isEmpty()) {
            RoundPart part = parts.remove();
            current = replay(part, records) ? RunListener.NONE : listener;
            measure(part, now, records, turns);
            roundsDone.accumulateAndGet(part.round(), Math::max);
            if (monitor.isPresent()) {
                addedRounds(monitor.get(), context.directory())
                        .forEach(round -> parts.add(plan.round(round, toMeasure)));
            }
            Optional<StopReason> reason = stopping.flatMap(rule -> after(part.round(), rule));
            if (reason.isPresent()) {
                return reason.get();
            }
            if (warmups.isPresent()) {
                now = chosen(warmups.get().after(part.round()), now);
            }
            if (planner.isPresent() && stopping.isPresent()) {
                double halfWidth = stopping.get().narrowing(part.round()).halfWidth();
                Duration saved = warmups.map(WarmupPlanner::saved).orElse(Duration.ZERO);
                Optional<IterationPlan> found = planner.get().after(part.round(), halfWidth, saved);
                now = resumption.of(part.round() + 1).isEmpty()
                        ? planned(found, now)
                        : plannedBefore(part.round(), now);
            }
        }
        return StopReason.PLANNED;
    }

    private void keep(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException {
        keptForks.add(round, cell.number(), new KeptFork(result, attempt.warmups(), attempt.data(), attempt.speed()));
    }

    /** Takes what is kept of a part of a run that is continued; returns whether that is all of it. */
    private boolean replay(RoundPart part, CellRecords records) throws IOException {
        Map<Integer, Cell> cells = new HashMap<>();
        part.blocks().forEach(block -> block.cells().forEach(cell -> cells.put(cell.number(), cell)));
        part.groups().forEach(group -> group.forEach(cell -> cells.put(cell.number(), cell)));
        int kept = 0;
        Instant last = Instant.MIN;
        for (CellOutcome outcome : resumption.of(part.round())) {
            Cell cell = cells.get(outcome.cell());
            if (cell != null) {
                records.replay(
                        cell,
                        outcome,
                        keptForks.read(outcome.round(), outcome.cell()).map(Attempt::kept));
                Instant start = outcome.start().isAfter(last) ? outcome.start() : last;
                last = outcome.end();
                clock.add(Duration.between(start, last));
                kept++;
            }
        }
        return kept > 0 && kept == cells.size();
    }

    /** Returns what the next round uses after a plan that was made before the run was stopped, if there was one. */
    private RunContext plannedBefore(int round, RunContext context) throws IOException {
        Optional<Integer> iterations = resumption.plannedAfter(round);
        return iterations.isEmpty() ? context : changed(round + 1, iterations.get(), context);
    }

    private RunContext changed(int fromRound, int iterations, RunContext context) throws IOException {
        manifest = manifest.with(new ChangedIterations(fromRound, iterations));
        context.directory().write(manifest);
        RunRequest next = context.request();
        return context.with(next.with(next.timing().withIterations(iterations)));
    }

    private static void measure(RoundPart part, RunContext context, CellRecords records, TurnPlanner turns)
            throws IOException {
        BlockRunner blocks = new BlockRunner(context, records);
        for (TargetBlock block : part.blocks()) {
            blocks.measure(part.round(), block);
        }
        new TurnRunner(context, records, turns).measure(part.round(), part.groups());
    }

    /** Returns what the next round uses after a plan, if there is one. */
    private RunContext planned(Optional<IterationPlan> found, RunContext context) throws IOException {
        found.ifPresent(current::planned);
        if (found.filter(IterationPlan::isFollowed).isEmpty()) {
            return context;
        }
        IterationPlan followed = found.get();
        return changed(followed.pilot() + 1, followed.iterations(), context);
    }

    /** Returns what the next round uses after changes of warm-up iterations. */
    private RunContext chosen(List<ChosenWarmups> changes, RunContext context) throws IOException {
        RunRequest next = context.request();
        for (ChosenWarmups change : changes) {
            current.warmupsChosen(change);
            manifest = manifest.with(change);
            next = next.withWarmups(change.workload(), change.warmups());
        }
        if (!changes.isEmpty()) {
            context.directory().write(manifest);
        }
        return context.with(next);
    }

    /** Returns the numbers of the rounds that are added because the control moved. */
    private List<Integer> addedRounds(ControlMonitor monitor, RunDirectory directory) throws IOException {
        List<ControlCell.Repeat> moved = monitor.moved();
        if (!moved.isEmpty()) {
            manifest = manifest.with(monitor.record(), monitor.rounds());
            directory.write(manifest);
        }
        PlannedCell control = plan.cells().get(monitor.record().cell() - 1);
        moved.forEach(repeat -> current.controlMoved(control, repeat));
        return moved.stream()
                .map(ControlCell.Repeat::addedRound)
                .filter(round -> round > 0)
                .toList();
    }

    private Optional<StopReason> after(int round, StoppingRule rule) {
        current.narrowed(round, rule.narrowing(round));
        Optional<StopReason> reason = rule.after(round);
        reason.ifPresent(why -> listener.stopped(round, why.words()));
        return reason;
    }

    /** Returns the value of the measured iterations, as a report does. */
    private double value(BenchmarkResult fork) {
        Mode mode = fork.getParams().getMode();
        boolean takesTurns = request.rounds().slice().isPresent() && mode != Mode.SingleShotTime;
        RoundValue value = new RoundValue(mode == Mode.Throughput);
        fork.getIterationResults()
                .forEach(iteration -> value.add(
                        iteration.getPrimaryResult().getScore(),
                        takesTurns ? iteration.getMetadata().getMeasuredOps() : 0));
        return value.value().orElse(Double.NaN);
    }

    private void skip(CellRecords records) throws IOException {
        for (Cell cell : plan.all()) {
            Optional<String> obstacle = targets.obstacle(cell);
            if (obstacle.isPresent() && !resumption.isSkipped(cell)) {
                records.skip(cell, obstacle.get());
            }
        }
    }

    /**
     * Marks the run as interrupted. A run with a goal consists of the rounds that were done: it has no planned ones.
     */
    private void interrupt(RunDirectory directory) {
        int rounds = request.rounds().goal().isPresent()
                ? Math.max(1, roundsDone.get())
                : manifest.progress().rounds();
        try {
            directory.freeze(last().ended(Manifest.Status.INTERRUPTED, Instant.now(), rounds, StopReason.USER.name()));
            export.write(directory);
            listener.interrupted(directory.path());
        } catch (IOException e) {
            System.err.println("rowmark: could not mark the run as interrupted: " + ErrorMessages.of(e));
        }
    }

    private static void assertComplete(RunRecord record) {
        int planned = record.manifest().cells().size();
        long recorded = Stream.of(Outcome.values()).mapToLong(record::count).sum();
        if (recorded != planned) {
            throw new IllegalStateException("planned " + planned + " cells, but " + recorded + " have an outcome");
        }
    }
}
