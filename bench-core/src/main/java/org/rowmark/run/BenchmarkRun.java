package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.HostFacts;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaStore;
import org.rowmark.result.ChangedIterations;
import org.rowmark.result.ChosenWarmups;
import org.rowmark.result.ControlCell;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.memory.ServerCgroups;
import org.rowmark.run.output.IterationPlan;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.LogScrubber;
import org.rowmark.run.output.OutputDirectory;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.output.RunLog;
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
    private final CheckedTargets targets;
    private final HostFacts machine = HostFacts.look();
    private final ForkSpeeds speeds = new ForkSpeeds();
    private JmhExport export;
    private volatile Manifest manifest; // Ctrl-C writes it, too
    private final AtomicInteger roundsDone = new AtomicInteger();

    private BenchmarkRun(Plan plan, RunListener listener, Fork.Measuring forks, ServerCgroups cgroups) {
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

    /** Runs the plan with other forks. */
    static RunRecord run(Plan plan, RunListener listener, Fork.Measuring forks) throws IOException {
        RunLock lock = plan.request().rounds().order() == RoundOrder.TURNS ? RunLock.takeForTurns() : RunLock.take();
        try (LargePagesCheck largePages = new LargePagesCheck(plan.request());
                ServerCgroups cgroups = ServerCgroups.of(plan.request());
                RunDataDirectory data =
                        RunDataDirectory.in(plan.request().data().directory())) {
            return new BenchmarkRun(plan, listener, forks, cgroups).measure(data, largePages);
        } finally {
            lock.close();
        }
    }

    private RunRecord measure(RunDataDirectory data, LargePagesCheck largePages) throws IOException {
        export = new JmhExport(data.path().resolve(JmhExport.FORKS));
        OutputDirectory output = OutputDirectory.create(request.out());
        LogScrubber logs = LogScrubber.of(request.targets(), output.path());
        ShutdownActions.Undo unbegun = ShutdownActions.register(ShutdownActions.Stage.FILES, output::remove);
        try {
            targets.prepare(data, output.path(), new EnvironmentCollector(machine)::collect, largePages);
            if (request.rounds().order() == RoundOrder.TURNS) {
                SharedMemory.require(targets.started());
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            output.remove();
            ShutdownActions.done(unbegun);
            throw e;
        }
        List<String> notes = new ArrayList<>(request.links().notes(request.targets()));
        notes.addAll(targets.notes());
        Environment environment = machine.environment(
                data.path(), request.jmh().jvmFlags(), request.pinning().facts());
        Optional<AaResult> noiseFloor = AaStore.of(environment.host(), notes::add);
        List<Cell> toMeasure = plan.all().stream()
                .filter(cell -> targets.obstacle(cell).isEmpty())
                .toList();
        Optional<ControlMonitor> monitor = ControlMonitor.of(plan, toMeasure);
        manifest =
                ManifestFactory.of(plan, environment, targets.facts(), noiseFloor, monitor.map(ControlMonitor::record));
        try (RunDirectory directory = RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            ShutdownActions.done(unbegun);
            notes.forEach(log::println);
            targets.reports().forEach(log::println);
            for (Published published : request.reporting().published()) {
                directory.publish(published.figures(), published.content());
            }
            ShutdownActions.Undo interrupted =
                    ShutdownActions.register(ShutdownActions.Stage.RECORD, () -> interrupt(directory));
            StopReason reason;
            try (ServerPool servers = new ServerPool(request.restart(), log)) {
                Path endpointFile = data.path().resolve("endpoint.properties");
                RunContext context = new RunContext(
                        request, targets, servers, directory, log, listener, endpointFile, forks, Map.of());
                reason = rounds(RateSearch.before(context, toMeasure), toMeasure, monitor);
            } finally {
                export.write(directory);
            }
            targets.tidy(log);
            logs.scrub();
            ShutdownActions.holdIfEnding();
            end(directory, reason);
            ShutdownActions.done(interrupted);
        }
        RunRecord record = RunDirectory.read(output.path());
        assertComplete(record);
        return record;
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
        Optional<IterationPlanner> planner = IterationPlanner.of(plan, System::nanoTime);
        Optional<StoppingRule> stopping =
                request.rounds().goal().map(goal -> new StoppingRule(goal, plan.cells(), planner, System::nanoTime));
        Optional<WarmupPlanner> warmups = WarmupPlanner.of(request);
        CellRecords records = new CellRecords(context, (cell, round, result, attempt) -> {
            attempt.speed().ifPresent(speeds::add);
            export.add(cell, result);
            stopping.ifPresent(rule -> rule.measured(cell.number(), round, value(result)));
            planner.ifPresent(chooser -> chooser.measured(cell.number(), round, result));
            warmups.ifPresent(chooser -> chooser.measured(cell, attempt.warmups(), result));
            monitor.ifPresent(control -> control.measured(cell.number(), round, value(result)));
        });
        RunContext now = context;
        TurnPlanner turns = new TurnPlanner(request);
        skip(records);
        listener.started(plan, toMeasure.size() * request.rounds().planned());
        Deque<RoundPart> parts = new ArrayDeque<>(plan.parts(toMeasure));
        while (!parts.isEmpty()) {
            RoundPart part = parts.remove();
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
                now = planned(planner.get().after(part.round(), halfWidth, saved), now);
            }
        }
        return StopReason.PLANNED;
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
        found.ifPresent(listener::planned);
        if (found.filter(IterationPlan::isFollowed).isEmpty()) {
            return context;
        }
        IterationPlan followed = found.get();
        manifest = manifest.with(new ChangedIterations(followed.pilot() + 1, followed.iterations()));
        context.directory().write(manifest);
        RunRequest next = context.request();
        return context.with(next.with(next.timing().withIterations(followed.iterations())));
    }

    /** Returns what the next round uses after changes of warm-up iterations. */
    private RunContext chosen(List<ChosenWarmups> changes, RunContext context) throws IOException {
        RunRequest next = context.request();
        for (ChosenWarmups change : changes) {
            listener.warmupsChosen(change);
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
        moved.forEach(repeat -> listener.controlMoved(control, repeat));
        return moved.stream()
                .map(ControlCell.Repeat::addedRound)
                .filter(round -> round > 0)
                .toList();
    }

    private Optional<StopReason> after(int round, StoppingRule rule) {
        listener.narrowed(round, rule.narrowing(round));
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
            if (obstacle.isPresent()) {
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
