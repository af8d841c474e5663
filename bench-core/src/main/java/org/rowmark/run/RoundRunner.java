package org.rowmark.run;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.PlannedCell;
import org.rowmark.run.adaptive.StoppingRule;
import org.rowmark.run.adaptive.WarmupPlanner;
import org.rowmark.run.cells.CellForks;
import org.rowmark.run.cells.CellForks.EndedFork;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.cells.CellRecords.CellStart;
import org.rowmark.run.cells.CheckedTargets;
import org.rowmark.run.cells.ServerPool;
import org.rowmark.run.cells.ServerPool.MeasuredServer;
import org.rowmark.run.cells.Subject;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunningReport;
import org.rowmark.stats.Looks;
import org.rowmark.stats.RoundValue;
import org.rowmark.stats.StopReason;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.SteadyClock;

/** The measurement of a run round by round, and what each round decides about the next one. */
final class RoundRunner {
    private final Plan plan;
    private final Subject.PartRunner runner;
    private final CellRecords records;
    private final RunManifest manifest;
    private final RunningReport report;
    private final RunListener listener;
    private final AtomicLong keptNanos = new AtomicLong(); // the time of what is kept of a continued run
    private final Optional<WarmupPlanner> warmups;
    private Optional<StoppingRule> stopping = Optional.empty();
    private RunRequest request; // of the next round
    private RunListener current; // nothing of what a continued run does again

    RoundRunner(
            Plan plan,
            Subject.PartRunner runner,
            CellRecords records,
            RunManifest manifest,
            RunningReport report,
            RunListener listener) {
        this.plan = plan;
        this.runner = runner;
        this.records = records;
        this.manifest = manifest;
        this.report = report;
        this.listener = listener;
        this.current = listener;
        this.request = plan.request();
        this.warmups = WarmupPlanner.of(request);
        records.passTo(this::measured);
    }

    /** Measures cells until no round is left or the goal is reached; returns which of them it was. */
    StopReason measure(List<PlannedCell> toMeasure) throws IOException {
        records.skip(plan.cells());
        int rounds = request.rounds().planned();
        int sure = request.rounds().goal().isPresent() ? Math.min(Looks.first(), rounds) : rounds;
        listener.started(
                plan, Math.max(0, toMeasure.size() * sure - records.resumption().keptCells()));
        stopping = request.rounds()
                .goal()
                .map(goal -> new StoppingRule(request, goal, toMeasure, () -> System.nanoTime() + keptNanos.get()));
        Deque<RoundPart> parts = new ArrayDeque<>(plan.parts(toMeasure));
        while (!parts.isEmpty()) {
            RoundPart planned = parts.remove();
            RoundPart part = stopping.isEmpty() || planned.round() <= Looks.first()
                    ? planned
                    : plan.round(planned.round(), open(planned.round(), toMeasure));
            boolean isKept = records.replay(part, time -> keptNanos.addAndGet(time.toNanos()));
            current = isKept ? RunListener.NONE : listener;
            runner.measure(request, part);
            manifest.done(part.round());
            Optional<StopReason> reason = stopping.flatMap(rule -> after(part, rule));
            if (reason.isPresent() && part.round() >= records.resumption().lastRound()) {
                listener.stopped(part.round(), reason.get().words());
                return reason.get();
            }
            chooseWarmups(part.round());
            boolean goesOn = !parts.isEmpty() && parts.element().round() > part.round();
            if (goesOn && !isKept && report.isDue(part.round())) {
                manifest.update();
                report.write();
            }
        }
        return StopReason.PLANNED;
    }

    private void measured(PlannedCell cell, int round, KeptFork fork) {
        boolean isRate = fork.result().getParams().getMode() == Mode.Throughput;
        double value = value(fork.result());
        stopping.ifPresent(rule -> rule.measured(cell.number(), round, isRate ? value : 1 / value));
        warmups.ifPresent(chooser -> chooser.measured(cell, fork.warmups(), fork.result()));
    }

    /** Returns the cells that a round has; those that are kept, where a run is continued. */
    private List<PlannedCell> open(int round, List<PlannedCell> toMeasure) {
        Set<Integer> open = round < records.resumption().lastRound()
                ? Set.of()
                : stopping.orElseThrow().openCells();
        return toMeasure.stream()
                .filter(cell ->
                        open.contains(cell.number()) || records.resumption().keeps(round, cell.number()))
                .toList();
    }

    private Optional<StopReason> after(RoundPart part, StoppingRule rule) {
        Set<Integer> cells = Stream.concat(part.blocks().stream().map(TargetBlock::cells), part.groups().stream())
                .flatMap(List::stream)
                .map(PlannedCell::number)
                .collect(Collectors.toSet());
        Optional<StopReason> reason = rule.after(part.round(), cells);
        current.judged(part.round(), rule.progress(), rule.openCells().size());
        return reason;
    }

    /** Changes the warm-up iterations of the next round. */
    private void chooseWarmups(int round) throws IOException {
        List<ChosenWarmups> changes =
                warmups.map(chooser -> chooser.after(round)).orElse(List.of());
        for (ChosenWarmups change : changes) {
            current.warmupsChosen(change);
            manifest.change(before -> before.with(change));
            request = request.withWarmups(change.workload(), change.warmups());
        }
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

    /**
     * The measurement of the cells of a block, one fork after the other. A server that ends while a cell is measured is
     * started again for the others.
     */
    record BlockRunner(CheckedTargets targets, ServerPool servers, CellForks forks, CellRecords records) {
        /** Measures the cells of a block on one server, but for those that are kept of a run that is continued. */
        void measure(RunRequest request, int round, TargetBlock block) throws IOException {
            ShutdownActions.holdIfEnding();
            List<PlannedCell> cells = records.toMeasure(round, block.cells());
            if (cells.isEmpty()) {
                return; // without starting a server for nothing
            }
            Instant begun = SteadyClock.now();
            try (MeasuredServer server = servers.start(block.target())) {
                for (PlannedCell cell : cells) {
                    ShutdownActions.holdIfEnding();
                    measure(request, round, cell, server);
                }
            } catch (ServerPool.NotStarted e) {
                for (PlannedCell cell : cells) {
                    records.fail(new CellStart(cell, round, 0, begun), e.getMessage());
                }
            }
        }

        private void measure(RunRequest request, int round, PlannedCell cell, MeasuredServer server)
                throws IOException {
            Instant begun = SteadyClock.now();
            try {
                server.restart();
            } catch (ServerPool.NotStarted e) {
                records.fail(new CellStart(cell, round, 0, begun), e.getMessage());
                return;
            }
            CellStart start = records.start(cell, round, server);
            EndedFork fork = forks.measure(request, cell, round, server.file(), Optional.empty());
            records.record(start, fork.returned().isPresent() ? fork : restarted(cell, server, fork), server.running());
        }

        /**
         * Starts the server again if it ended with a failed fork, and checks the data that remains, as a fork does before
         * it measures.
         */
        private EndedFork restarted(PlannedCell cell, MeasuredServer server, EndedFork failed) throws IOException {
            try {
                if (!server.restart()) {
                    return failed;
                }
            } catch (ServerPool.NotStarted e) {
                return failed.ofEndedServer(e.getMessage());
            }
            try {
                boolean hasData = targets.preparations().checkData(cell, server.running());
                return failed.ofEndedServer(
                        "it was started again" + (hasData ? ", and its data passed the checks" : ""));
            } catch (IOException | SQLException | RuntimeException | LinkageError e) {
                return failed.ofEndedServer("it was started again: " + ErrorMessages.of(e));
            }
        }
    }
}
