package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.commons.lang3.function.FailableSupplier;
import org.rowmark.environment.HostFacts;
import org.rowmark.plan.Plan;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.AaResult;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.Manifest.ControlCell;
import org.rowmark.result.Manifest.Resumed;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RoundOrder;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.resume.EnvironmentChanges;
import org.rowmark.resume.Resumption;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.Subject;
import org.rowmark.run.fork.Fork;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.LogScrubber;
import org.rowmark.run.output.OutputDirectory;
import org.rowmark.run.output.OutputDirectory.RunCommandFile;
import org.rowmark.run.output.RunDataDirectory;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLock;
import org.rowmark.run.output.RunLog;
import org.rowmark.run.output.RunningReport;
import org.rowmark.settings.ChangedSettings;
import org.rowmark.stats.StopReason;
import org.rowmark.study.Published;
import org.rowmark.study.StudyReporting;
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
    private final Plan plan;
    private final RunRequest request;
    private final RunListener listener;
    private final Subject subject;
    private final Resumption resumption;
    private final RunDataDirectory data;
    private final HostFacts machine = HostFacts.look();
    private final OutputDirectory output;
    private final LogScrubber logs;

    private BenchmarkRun(
            Plan plan, RunListener listener, Subject subject, Resumption resumption, RunDataDirectory data) {
        this.plan = plan;
        this.request = plan.request();
        this.listener = listener;
        this.subject = subject;
        this.resumption = resumption;
        this.data = data;
        this.output = resumption.isContinued()
                ? OutputDirectory.existing(request.output().directory())
                : OutputDirectory.create(
                        request.output().directory(), request.output().command());
        this.logs = LogScrubber.of(request.what().targets(), output.path());
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

    static RunRecord run(Plan plan, RunListener listener, Fork.Measuring forks) throws IOException {
        return run(plan, listener, () -> new TargetsOfRun(plan, listener, forks));
    }

    /** Runs the plan on what is made for it once no other run is measuring. */
    public static RunRecord run(Plan plan, RunListener listener, Supplier<Subject> subject) throws IOException {
        return run(plan, listener, subject, Resumption::none);
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
        return resume(plan, listener, () -> new TargetsOfRun(plan, listener, forks), isAccepted);
    }

    /** Continues a run on what is made for it. */
    public static RunRecord resume(
            Plan plan, RunListener listener, Supplier<Subject> subject, Predicate<List<String>> isAccepted)
            throws IOException {
        return run(plan, listener, subject, () -> Resumption.of(plan, isAccepted));
    }

    private static RunRecord run(
            Plan plan,
            RunListener listener,
            Supplier<Subject> subject,
            FailableSupplier<Resumption, IOException> resumption)
            throws IOException {
        RunRequest request = plan.request();
        RunLock lock = RunLock.take(request.rounds().order() == RoundOrder.TURNS);
        try (lock;
                Subject made = subject.get();
                RunDataDirectory data = RunDataDirectory.in(request.data().directory())) {
            return new BenchmarkRun(plan, listener, made, resumption.get(), data).measure();
        }
    }

    private RunRecord measure() throws IOException {
        ChangedSettings.recordIn(output.path());
        Environment environment = machine.environment(
                data.path(),
                request.sampling().jmh().jvmFlags(),
                request.servers().pinning().facts());
        ShutdownActions.Undo unbegun = ShutdownActions.register(ShutdownActions.Stage.FILES, () -> {
            remove();
            listener.interruptedBefore();
        });
        List<String> changes;
        try {
            changes = prepare(environment);
        } catch (IOException | RuntimeException | LinkageError e) {
            ShutdownActions.holdIfEnding(); // which may be the cause
            remove();
            ShutdownActions.done(unbegun);
            throw e;
        }
        List<String> notes = new ArrayList<>(subject.notes());
        List<PlannedCell> toMeasure = plan.cells().stream()
                .filter(cell -> subject.obstacle(cell).isEmpty() && !resumption.isSkipped(cell))
                .toList();
        StudyReporting reporting = request.output().reporting();
        Optional<ControlCell> control =
                reporting.control().flatMap(rule -> rule.cell(toMeasure)).map(cell -> new ControlCell(cell.number()));
        Manifest manifest = manifest(environment, changes, control, notes::add);
        try (RunDirectory directory = resumption.isPresent()
                        ? RunDirectory.resume(output.path(), manifest, resumption::keeps)
                        : RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            ShutdownActions.done(unbegun);
            notes.forEach(log::println);
            if (resumption.isPresent()) {
                log.println("continued at " + SteadyClock.now() + (changes.isEmpty() ? "" : ": " + changes));
            }
            for (Published published : reporting.published()) {
                directory.publish(published.figures(), published.content());
            }
            measure(new RunManifest(manifest, directory, subject), toMeasure, directory, log);
        }
        forgetHowToContinue(output.path());
        return RunDirectory.read(output.path());
    }

    /** Prepares what is measured; returns what has changed since a continued run began, which the user accepts. */
    private List<String> prepare(Environment environment) throws IOException {
        List<String> changes = new ArrayList<>();
        subject.prepare(data, machine, known -> {
            resumption
                    .manifest()
                    .ifPresent(before -> changes.addAll(
                            EnvironmentChanges.between(before, environment, RowmarkVersion.WITH_COMMIT, known)));
            resumption.require(changes);
        });
        return changes;
    }

    private Manifest manifest(
            Environment environment, List<String> changes, Optional<ControlCell> control, Consumer<String> notes) {
        Optional<AaResult> noiseFloor = AaResult.last(environment.host(), notes);
        return resumption
                .manifest()
                .map(before ->
                        before.again(request.rounds().planned(), control, new Resumed(SteadyClock.now(), changes)))
                .orElseGet(() -> RunManifest.of(plan, environment, subject, noiseFloor, control));
    }

    private void measure(RunManifest manifest, List<PlannedCell> toMeasure, RunDirectory directory, RunLog log)
            throws IOException {
        KeptForks keptForks = KeptForks.in(directory.path());
        JmhExport export = new JmhExport(keptForks);
        RunningReport report = new RunningReport(directory.path(), log::println);
        CellRecords records = new CellRecords(subject, directory, log, listener, resumption, keptForks);
        records.passTo((cell, round, fork) -> {
            manifest.addSpeed(fork.speed());
            export.add(cell, round);
        });
        ShutdownActions.Undo interrupted = ShutdownActions.register(
                ShutdownActions.Stage.RECORD, () -> interrupt(manifest, export, report, directory));
        StopReason reason;
        try {
            Subject.Session session = new Subject.Session(toMeasure, data.path(), directory, log, listener, records);
            reason = subject.measure(
                    session,
                    parts -> new RoundRunner(plan, parts, records, manifest, report, listener).measure(toMeasure));
        } finally {
            export.write(directory);
        }
        subject.tidy(log);
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

    private void remove() {
        if (!ChangedSettings.areOpen()) { // the command that puts settings back reads the run's command there
            output.remove();
        }
    }

    private void interrupt(RunManifest manifest, JmhExport export, RunningReport report, RunDirectory directory) {
        try {
            manifest.interrupt(request.rounds().goal().isPresent());
            export.write(directory);
            report.interrupted();
            listener.interrupted(directory.path());
        } catch (IOException e) {
            System.err.println("rowmark: could not mark the run as interrupted: " + ErrorMessages.of(e));
        }
    }
}
