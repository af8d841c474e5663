package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.db.AtExit;
import org.rowmark.db.Secrets;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.result.AaResult;
import org.rowmark.result.Environment;
import org.rowmark.result.LastAa;
import org.rowmark.result.Manifest;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.StopReason;

/**
 * The one path: from a request to a run directory. Every target answers once before anything is measured; then every
 * cell is measured once per round, one fork each; a cell that fails is recorded and the others go on. A run with a goal
 * ends after the round in which it is reached.
 */
public final class BenchmarkRun {
    private final RunRequest request;
    private final Plan plan;
    private final RunListener listener;
    private final Map<Target, ReadyTarget> targets = new LinkedHashMap<>();
    private final JmhExport export = new JmhExport();
    private final AtomicInteger roundsDone = new AtomicInteger();

    private BenchmarkRun(Plan plan, RunListener listener) {
        this.request = plan.request();
        this.plan = plan;
        this.listener = listener;
    }

    /**
     * Runs the plan.
     *
     * @return what the run directory holds
     * @throws UsageException if the run cannot begin: a target that does not answer, a directory that cannot be
     *     written; nothing has been measured then, and no run directory is left behind
     * @throws IOException if the record cannot be written on; what was recorded stays
     */
    public static RunRecord run(Plan plan, RunListener listener) throws IOException {
        BenchmarkRun run = new BenchmarkRun(plan, listener);
        RunLock lock = RunLock.take();
        try (DataRoot data = DataRoot.in(plan.request().data())) {
            return run.measure(data);
        } finally {
            lock.close();
        }
    }

    private RunRecord measure(DataRoot data) throws IOException {
        OutputDirectory output = OutputDirectory.create(request.out());
        try {
            makeReady(data, output.path());
            requireGoal();
        } catch (UsageException | IOException e) {
            output.remove();
            throw e;
        }
        List<String> notes = new ArrayList<>();
        Environment environment = HostProbe.look(data.path());
        Optional<AaResult> noiseFloor = LastAa.of(environment.host(), notes::add);
        List<TargetFacts> facts =
                targets.values().stream().map(ReadyTarget::facts).toList();
        Manifest manifest = Manifests.of(plan, environment, facts, noiseFloor);
        try (RunDirectory directory = RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            notes.forEach(log::println);
            for (Published published : request.published()) {
                directory.publish(published.figures(), published.content());
            }
            AtExit.Undo interrupted = AtExit.register(AtExit.Stage.RECORD, () -> interrupt(directory, manifest));
            StopReason reason = rounds(directory, log, data.path().resolve("endpoint.properties"));
            AtExit.done(interrupted);
            tidy(log);
            scrubServerLogs(output.path());
            directory.write(manifest.ended(Manifest.Status.COMPLETE, Instant.now(), roundsDone.get(), reason.name()));
        }
        RunRecord record = RunDirectory.read(output.path());
        assertComplete(record);
        return record;
    }

    private void makeReady(DataRoot data, Path output) throws IOException {
        for (Target target : request.targets()) {
            ReadyTarget ready = ReadyTarget.check(target, data.workspace(target, output));
            targets.put(target, ready);
            listener.targetReady(target.name(), ready.facts().version());
        }
    }

    /** What a server cannot do is known when it is asked; without its two cells a goal would never be reached. */
    private void requireGoal() {
        request.rounds().goal().map(Rounds.Goal::ratio).ifPresent(ratio -> {
            for (String target : List.of(ratio.baseline(), ratio.other())) {
                int number = ratio.cell(plan.cells(), target).number();
                obstacle(plan.all().get(number - 1)).ifPresent(reason -> {
                    throw new UsageException("--precision: " + ratio.name() + " cannot be measured: " + reason
                            + "; name another with --ratio");
                });
            }
        });
    }

    private StopReason rounds(RunDirectory directory, RunLog log, Path endpointFile) throws IOException {
        try (Servers servers = new Servers(request.restart())) {
            Optional<Stopping> stopping =
                    request.rounds().goal().map(goal -> new Stopping(goal, plan.cells(), System::nanoTime));
            TurnRun turns = new TurnRun(
                    request, targets, directory, log, endpointFile, servers, listener, (cell, round, result) -> {
                        export.add(cell, result);
                        stopping.ifPresent(rule -> rule.measured(cell.number(), round, mean(result)));
                    });
            List<Cell> toMeasure = withoutSkipped(turns);
            listener.started(plan, toMeasure.size() * request.rounds().planned());
            for (Stage stage : plan.stages(toMeasure)) {
                for (Turn turn : stage.turns()) {
                    turns.measure(stage.round(), turn);
                }
                export.write(directory);
                roundsDone.accumulateAndGet(stage.round(), Math::max);
                Optional<StopReason> reason = stopping.flatMap(rule -> after(stage.round(), rule));
                if (reason.isPresent()) {
                    return reason.get();
                }
            }
        }
        return StopReason.PLANNED;
    }

    private Optional<StopReason> after(int round, Stopping rule) {
        listener.narrowed(round, rule.narrowing(round));
        Optional<StopReason> reason = rule.after(round);
        reason.ifPresent(why -> listener.stopped(round, why.words()));
        return reason;
    }

    /** As a report does it: the mean of the measured iterations. */
    private static double mean(BenchmarkResult fork) {
        return fork.getIterationResults().stream()
                .mapToDouble(iteration -> iteration.getPrimaryResult().getScore())
                .average()
                .orElse(Double.NaN);
    }

    private List<Cell> withoutSkipped(TurnRun turns) throws IOException {
        List<Cell> toMeasure = new ArrayList<>();
        for (Cell cell : plan.all()) {
            Optional<String> obstacle = obstacle(cell);
            if (obstacle.isPresent()) {
                turns.skip(cell, obstacle.get());
            } else {
                toMeasure.add(cell);
            }
        }
        return toMeasure;
    }

    private Optional<String> obstacle(Cell cell) {
        ReadyTarget ready = targets.get(cell.target());
        return cell.workload()
                .obstacle(
                        ready.database().dialect(),
                        ready.features(),
                        cell.planned().parameters())
                .map(reason -> ready.database().name() + ": " + reason);
    }

    private void tidy(RunLog log) {
        for (ReadyTarget ready : targets.values()) {
            try {
                ready.tidy();
            } catch (IOException | SQLException | UsageException e) {
                log.println(
                        "could not drop Rowmark's tables on " + ready.target().name() + ": " + Reasons.of(e));
            }
        }
    }

    private void scrubServerLogs(Path directory) throws IOException {
        for (Target target : request.targets()) {
            Path file = DataRoot.serverLog(target, directory);
            if (Files.exists(file)) {
                String text = new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.UTF_8);
                Files.writeString(file, Secrets.scrub(text));
            }
        }
    }

    /** A run with a goal has no number of rounds that it could fall short of: it is as long as it is. */
    private void interrupt(RunDirectory directory, Manifest manifest) {
        int rounds = request.rounds().goal().isPresent() ? Math.max(1, roundsDone.get()) : manifest.rounds();
        try {
            directory.freeze(
                    manifest.ended(Manifest.Status.INTERRUPTED, Instant.now(), rounds, StopReason.USER.name()));
            listener.interrupted(directory.path());
        } catch (IOException e) {
            System.err.println("rowmark: could not mark the run as interrupted: " + Reasons.of(e));
        }
    }

    private static void assertComplete(RunRecord record) {
        int planned = record.manifest().cells().size();
        long told = Stream.of(Outcome.values()).mapToLong(record::count).sum();
        if (told != planned) {
            throw new IllegalStateException("planned " + planned + " cells, but " + told + " have an outcome");
        }
    }
}
