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
import java.util.stream.Stream;
import org.openjdk.jmh.runner.RunnerException;
import org.rowmark.db.AtExit;
import org.rowmark.db.EndpointFile;
import org.rowmark.db.Secrets;
import org.rowmark.db.Server;
import org.rowmark.db.Target;
import org.rowmark.db.UsageException;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest;
import org.rowmark.result.Method;
import org.rowmark.result.Outcome;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.stats.StopReason;

/**
 * The one path: from a request to a run directory. Every target answers once before anything is measured; then every
 * cell is measured once per round, one fork each; a cell that fails is recorded and the others go on.
 */
public final class BenchmarkRun {
    /** A cell that has failed this often is not tried again: a fault that stays would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    private final RunRequest request;
    private final Plan plan;
    private final RunListener listener;
    private final Map<Target, ReadyTarget> targets = new LinkedHashMap<>();
    private final Map<Integer, Integer> failures = new LinkedHashMap<>();
    private final JmhExport export = new JmhExport();

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
            for (Target target : request.targets()) {
                ReadyTarget ready = ReadyTarget.check(target, data.workspace(target, output.path()));
                targets.put(target, ready);
                listener.targetReady(target.name(), ready.facts().version());
            }
        } catch (UsageException | IOException e) {
            output.remove();
            throw e;
        }
        Manifest manifest = manifest(HostProbe.look(data.path()));
        try (RunDirectory directory = RunDirectory.start(output.path(), manifest);
                RunLog log = new RunLog(output.path())) {
            AtExit.Undo interrupted =
                    AtExit.register(AtExit.Stage.RECORD, () -> interrupt(directory, manifest, listener));
            rounds(directory, log, data.path().resolve("endpoint.properties"));
            AtExit.done(interrupted);
            tidy(log);
            scrubServerLogs(output.path());
            directory.write(manifest.ended(
                    Manifest.Status.COMPLETE, Instant.now(), request.rounds(), StopReason.PLANNED.name()));
        }
        RunRecord record = RunDirectory.read(output.path());
        assertComplete(record);
        return record;
    }

    private void rounds(RunDirectory directory, RunLog log, Path endpointFile) throws IOException {
        List<Cell> toMeasure = new ArrayList<>();
        for (Cell cell : plan.all()) {
            Optional<String> obstacle = obstacle(cell);
            if (obstacle.isPresent()) {
                record(directory, 0, cell, Outcome.SKIPPED, obstacle.get(), Instant.now(), 0);
            } else {
                toMeasure.add(cell);
            }
        }
        listener.started(plan, toMeasure.size() * request.rounds());
        try (Servers servers = new Servers(request.restart())) {
            for (int round = 1; round <= request.rounds(); round++) {
                for (Turn turn : plan.order(round, toMeasure)) {
                    new TurnRun(directory, log, endpointFile, servers, round).measure(turn);
                }
                export.write(directory);
            }
        }
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

    private void record(
            RunDirectory directory,
            int round,
            Cell cell,
            Outcome outcome,
            String reason,
            Instant start,
            int serverStart)
            throws IOException {
        AtExit.holdIfEnding(); // what ends now was not ended by what is measured
        CellOutcome ended = new CellOutcome(round, cell.number(), outcome, reason, start, Instant.now(), serverStart);
        directory.append(ended);
        listener.cellEnded(cell.planned(), ended);
    }

    /** One turn of one round. */
    private final class TurnRun {
        private final RunDirectory directory;
        private final RunLog log;
        private final Path endpointFile;
        private final Servers servers;
        private final int round;
        private int serverStart;

        TurnRun(RunDirectory directory, RunLog log, Path endpointFile, Servers servers, int round) {
            this.directory = directory;
            this.log = log;
            this.endpointFile = endpointFile;
            this.servers = servers;
            this.round = round;
        }

        void measure(Turn turn) throws IOException {
            AtExit.holdIfEnding();
            Instant start = Instant.now();
            Server server;
            try {
                server = servers.forTurn(targets.get(turn.target()));
            } catch (IOException | UsageException e) {
                for (Cell cell : turn.cells()) {
                    fail(cell, "the server did not start: " + Reasons.of(e), start);
                }
                return;
            }
            serverStart = servers.start(turn.target());
            try (server) {
                EndpointFile.write(endpointFile, server.endpoint());
                for (Cell cell : turn.cells()) {
                    measure(cell);
                }
            } finally {
                Files.deleteIfExists(endpointFile);
            }
        }

        private void measure(Cell cell) throws IOException {
            AtExit.holdIfEnding();
            Instant start = Instant.now();
            listener.cellStarted(round, cell.planned());
            if (failures.getOrDefault(cell.number(), 0) >= FAILURES_BEFORE_GIVING_UP) {
                record(
                        directory,
                        round,
                        cell,
                        Outcome.FAILED,
                        "not tried again after failing twice",
                        start,
                        serverStart);
                return;
            }
            SampleRecorder recorder = new SampleRecorder(directory, log, listener, cell.planned(), round);
            log.forget();
            try {
                export.add(cell, new Fork(request, cell, endpointFile).run(recorder));
                recorder.check();
                record(directory, round, cell, Outcome.OK, "", start, serverStart);
            } catch (RunnerException e) {
                recorder.check();
                fail(cell, Reasons.ofFork(e, log.remembered()), start);
            } catch (Fork.TimedOut e) {
                recorder.check();
                fail(cell, e.getMessage(), start);
            }
        }

        private void fail(Cell cell, String reason, Instant start) throws IOException {
            failures.merge(cell.number(), 1, Integer::sum);
            record(directory, round, cell, Outcome.FAILED, reason, start, serverStart);
        }
    }

    private Manifest manifest(org.rowmark.result.Environment environment) {
        List<TargetFacts> facts =
                targets.values().stream().map(ReadyTarget::facts).toList();
        Timing timing = request.timing();
        return new Manifest(
                Manifest.FORMAT,
                RowmarkVersion.TEXT,
                Manifest.Status.RUNNING,
                Instant.now(),
                Optional.empty(),
                request.question(),
                request.command(),
                request.seed(),
                request.rounds(),
                timing.warmups(),
                timing.warmupTime().toMillis(),
                timing.iterations(),
                timing.time().toMillis(),
                request.restart().word(),
                request.threads(),
                "HikariCP with exactly " + request.threads() + " connection" + (request.threads() == 1 ? "" : "s")
                        + ", one per thread, kept for the whole fork; no test query;"
                        + " statements run on the driver's own connection",
                request.baseline(),
                environment,
                facts,
                plan.cells(),
                Method.plain(request.rounds()),
                "",
                Optional.empty(),
                List.of());
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

    private static void interrupt(RunDirectory directory, Manifest manifest, RunListener listener) {
        try {
            directory.freeze(manifest.ended(
                    Manifest.Status.INTERRUPTED, Instant.now(), manifest.rounds(), StopReason.USER.name()));
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
