package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.clients.ClientForks;
import org.rowmark.db.TimeLimit;
import org.rowmark.environment.EnvironmentCollector;
import org.rowmark.environment.HostFacts;
import org.rowmark.memory.ServerCgroups;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.rates.RateSearch;
import org.rowmark.result.AaResult;
import org.rowmark.result.AaStore;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ControlCell;
import org.rowmark.result.Manifest.Resumed;
import org.rowmark.result.Outcome;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.resume.EnvironmentChanges;
import org.rowmark.resume.Resumption;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.CheckedTargets;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.LogScrubber;
import org.rowmark.run.output.OutputDirectory;
import org.rowmark.run.output.RunCommandFile;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.servers.ReadyServer;
import org.rowmark.run.servers.TargetCheck;
import org.rowmark.settings.ChangedSettings;
import org.rowmark.stats.StopReason;
import org.rowmark.study.Published;
import org.rowmark.turns.TurnRunner;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.RowmarkVersion;
import org.rowmark.util.SteadyClock;
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
    private final ReadyServer ready = new ReadyServer();
    private final CheckedTargets targets;
    private final HostFacts machine = HostFacts.look();

    private BenchmarkRun(
            Plan plan,
            RunListener listener,
            Fork.Measuring forks,
            Optional<Resumption> continued,
            ServerCgroups cgroups) {
        this.continued = continued;
        this.resumption = continued.orElseGet(Resumption::none);
        this.request = plan.request();
        this.plan = plan;
        this.listener = listener;
        this.forks = forks;
        this.targets = new CheckedTargets(plan, listener, cgroups, ready);
    }

    /**
     * Runs the plan.
     *
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

    static RunRecord resume(Plan plan, RunListener listener, Fork.Measuring forks, Predicate<List<String>> isAccepted)
            throws IOException {
        return run(plan, listener, forks, () -> Optional.of(Resumption.of(plan, isAccepted)));
    }

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
        try (ServerCgroups cgroups = ServerCgroups.of(plan.request().servers().limitsMemory());
                RunDataDirectory data =
                        RunDataDirectory.in(plan.request().data().directory())) {
            return new BenchmarkRun(plan, listener, forks, continued.get(), cgroups).measure(data);
        } finally {
            lock.close();
        }
    }

    private RunRecord measure(RunDataDirectory data) throws IOException {
        OutputDirectory output = continued.isPresent()
                ? OutputDirectory.existing(request.output().directory())
                : OutputDirectory.create(request.output().directory());
        if (continued.isEmpty()) {
            RunCommandFile.write(output.path(), request.output().command());
        }
        ChangedSettings.recordIn(output.path());
        Environment environment = machine.environment(
                data.path(),
                request.sampling().jmh().jvmFlags(),
                request.servers().pinning().facts());
        LogScrubber logs = LogScrubber.of(request.what().targets(), output.path());
        ShutdownActions.Undo unbegun = ShutdownActions.register(ShutdownActions.Stage.FILES, () -> {
            remove(output);
            listener.interruptedBefore();
        });
        List<String> changes;
        try {
            changes = prepare(data, environment);
        } catch (IOException | RuntimeException | LinkageError e) {
            ShutdownActions.holdIfEnding(); // which may be the cause
            remove(output);
            ShutdownActions.done(unbegun);
            throw e;
        }
        List<String> notes =
                new ArrayList<>(request.what().links().notes(request.what().targets()));
        notes.addAll(targets.notes());
        List<Cell> toMeasure = plan.all().stream()
                .filter(cell -> targets.obstacle(cell).isEmpty() && !resumption.isSkipped(cell))
                .toList();
        Optional<ControlCell> control = plan.control(
                        toMeasure.stream().map(Cell::planned).toList())
                .map(cell -> new ControlCell(cell.number()));
        Manifest manifest = manifest(environment, changes, control, notes::add);
        try (RunDirectory directory = resumption.isPresent()
                        ? RunDirectory.resume(output.path(), manifest, resumption::keeps)
                        : RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            ShutdownActions.done(unbegun);
            notes.forEach(log::println);
            targets.reports().forEach(log::println);
            if (resumption.isPresent()) {
                log.println("continued at " + SteadyClock.now() + (changes.isEmpty() ? "" : ": " + changes));
            }
            for (Published published : request.output().reporting().published()) {
                directory.publish(published.figures(), published.content());
            }
            measure(new RunManifest(manifest, directory, targets), toMeasure, directory, log, data, logs);
        }
        forgetHowToContinue(output.path());
        return complete(RunDirectory.read(output.path()));
    }

    /** Prepares the targets; returns what has changed since a continued run began, which the user accepts. */
    private List<String> prepare(RunDataDirectory data, Environment environment) throws IOException {
        List<String> changes = new ArrayList<>();
        try (ready) {
            TargetCheck check =
                    new TargetCheck(ready, new EnvironmentCollector(machine)::collect, TimeLimit.OF_SERVERS);
            targets.prepare(data, check, known -> {
                resumption
                        .manifest()
                        .ifPresent(before -> changes.addAll(
                                EnvironmentChanges.between(before, environment, RowmarkVersion.WITH_COMMIT, known)));
                resumption.require(changes);
            });
        }
        return changes;
    }

    private Manifest manifest(
            Environment environment, List<String> changes, Optional<ControlCell> control, Consumer<String> notes) {
        Optional<AaResult> noiseFloor = AaStore.of(environment.host(), notes);
        return resumption
                .manifest()
                .map(before ->
                        before.again(request.rounds().planned(), control, new Resumed(SteadyClock.now(), changes)))
                .orElseGet(() -> RunManifest.of(plan, environment, targets.facts(), noiseFloor, control));
    }

    private void measure(
            RunManifest manifest,
            List<Cell> toMeasure,
            RunDirectory directory,
            RunLog log,
            RunDataDirectory data,
            LogScrubber logs)
            throws IOException {
        KeptForks keptForks = KeptForks.in(directory.path());
        JmhExport export = new JmhExport(keptForks);
        CellRecords records = new CellRecords(targets, directory, log, listener, resumption, keptForks);
        records.passTo((cell, round, fork) -> {
            fork.speed().ifPresent(manifest::addSpeed);
            export.add(cell, round);
        });
        ShutdownActions.Undo interrupted =
                ShutdownActions.register(ShutdownActions.Stage.RECORD, () -> interrupt(manifest, export, directory));
        StopReason reason;
        try (ServerPool servers = new ServerPool(
                        targets, request.servers().restart(), log, data.path(), resumption.serverStarts(plan.cells()));
                Fork.Measuring measuring = request.load().clients().isPresent()
                        ? ClientForks.start(request.load().clients().get(), data.path(), directory.path(), listener)
                        : forks) {
            CellForks cells = new CellForks(measuring, directory, log, listener, new HashMap<>());
            Optional<RateSearch> search = RateSearch.of(request, servers, cells, records, directory, listener);
            if (search.isPresent()) {
                cells.rates().putAll(search.get().search(toMeasure, resumption.highestRates()));
            }
            BlockRunner blocks = new BlockRunner(targets, servers, cells, records);
            TurnRunner turns = new TurnRunner(request, servers, cells, records, listener);
            reason = new RoundRunner(plan, blocks, turns, records, manifest, listener).measure(toMeasure);
        } finally {
            export.write(directory);
        }
        targets.tidy(log);
        logs.scrub();
        ShutdownActions.holdIfEnding();
        manifest.end(reason);
        ShutdownActions.done(interrupted);
    }

    /** Removes what only a run that is not complete has. */
    public static void forgetHowToContinue(Path directory) throws IOException {
        KeptForks.delete(directory);
        RunCommandFile.delete(directory);
    }

    private void remove(OutputDirectory output) {
        if (ChangedSettings.areOpen()) {
            return; // the command that puts settings back reads the run's command there
        }
        output.remove();
        if (continued.isEmpty()) {
            try {
                RunCommandFile.delete(output.path());
            } catch (IOException e) {
                System.err.println("rowmark: " + ErrorMessages.of(e));
            }
        }
    }

    private void interrupt(RunManifest manifest, JmhExport export, RunDirectory directory) {
        try {
            manifest.interrupt(request.rounds().goal().isPresent());
            export.write(directory);
            listener.interrupted(directory.path());
        } catch (IOException e) {
            System.err.println("rowmark: could not mark the run as interrupted: " + ErrorMessages.of(e));
        }
    }

    private static RunRecord complete(RunRecord record) {
        int planned = record.manifest().cells().size();
        long recorded = Stream.of(Outcome.values()).mapToLong(record::count).sum();
        if (recorded != planned) {
            throw new IllegalStateException("planned " + planned + " cells, but " + recorded + " have an outcome");
        }
        return record;
    }
}
