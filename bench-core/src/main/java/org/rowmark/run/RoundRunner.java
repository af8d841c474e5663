package org.rowmark.run;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.run.adaptive.RunClock;
import org.rowmark.run.adaptive.StoppingRule;
import org.rowmark.run.adaptive.WarmupPlanner;
import org.rowmark.run.output.JmhExport;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.stats.RoundValue;
import org.rowmark.stats.StopReason;

/** The measurement of a run round by round, and what each round decides about the next one. */
final class RoundRunner {
    private final Plan plan;
    private final Resumption resumption;
    private final KeptForks keptForks;
    private final JmhExport export;
    private final RunManifest manifest;
    private final RunListener listener;
    private final RunClock clock = new RunClock();
    private final Optional<StoppingRule> stopping;
    private final Optional<WarmupPlanner> warmups;
    private final CellRecords records;
    private RunContext context; // of the next round
    private RunListener current; // nothing of what a continued run does again

    RoundRunner(
            Plan plan,
            RunContext context,
            Resumption resumption,
            KeptForks keptForks,
            JmhExport export,
            RunManifest manifest) {
        this.plan = plan;
        this.context = context;
        this.resumption = resumption;
        this.keptForks = keptForks;
        this.export = export;
        this.manifest = manifest;
        this.listener = context.listener();
        this.current = listener;
        this.stopping = plan.request().rounds().goal().map(goal -> new StoppingRule(goal, plan.cells(), clock));
        this.warmups = WarmupPlanner.of(plan.request());
        this.records = new CellRecords(context, resumption, this::keep, this::measured);
    }

    /** Measures cells until no round is left or the goal is reached; returns which of them it was. */
    StopReason measure(List<Cell> toMeasure) throws IOException {
        TurnPlanner turns = new TurnPlanner(plan.request());
        skip();
        listener.started(plan, toMeasure.size() * plan.request().rounds().planned() - resumption.size());
        Deque<RoundPart> parts = new ArrayDeque<>(plan.parts(toMeasure));
        while (!parts.isEmpty()) {
            RoundPart part = parts.remove();
            current = replay(part) ? RunListener.NONE : listener;
            measure(part, turns);
            manifest.done(part.round());
            Optional<StopReason> reason = stopping.flatMap(rule -> after(part.round(), rule));
            if (reason.isPresent()) {
                return reason.get();
            }
            chooseWarmups(part.round());
        }
        return StopReason.PLANNED;
    }

    private void skip() throws IOException {
        for (Cell cell : plan.all()) {
            Optional<String> obstacle = context.targets().obstacle(cell);
            if (obstacle.isPresent() && !resumption.isSkipped(cell)) {
                records.skip(cell, obstacle.get());
            }
        }
    }

    private void keep(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException {
        keptForks.add(round, cell.number(), new KeptFork(result, attempt.warmups(), attempt.data(), attempt.speed()));
    }

    private void measured(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException {
        manifest.add(attempt);
        export.add(cell, round);
        stopping.ifPresent(rule -> rule.measured(cell.number(), round, value(result)));
        warmups.ifPresent(chooser -> chooser.measured(cell, attempt.warmups(), result));
    }

    /** Takes what is kept of a part of a run that is continued; returns whether that is all of it. */
    private boolean replay(RoundPart part) throws IOException {
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

    private void measure(RoundPart part, TurnPlanner turns) throws IOException {
        BlockRunner blocks = new BlockRunner(context, records);
        for (TargetBlock block : part.blocks()) {
            blocks.measure(part.round(), block);
        }
        new TurnRunner(context, records, turns).measure(part.round(), part.groups());
    }

    private Optional<StopReason> after(int round, StoppingRule rule) {
        current.narrowed(round, rule.narrowing(round));
        Optional<StopReason> reason = rule.after(round);
        reason.ifPresent(why -> listener.stopped(round, why.words()));
        return reason;
    }

    /** Changes the warm-up iterations of the next round. */
    private void chooseWarmups(int round) throws IOException {
        List<ChosenWarmups> changes =
                warmups.map(chooser -> chooser.after(round)).orElse(List.of());
        for (ChosenWarmups change : changes) {
            current.warmupsChosen(change);
            manifest.change(before -> before.with(change));
            context = context.with(context.request().withWarmups(change.workload(), change.warmups()));
        }
    }

    /** Returns the value of the measured iterations, as a report does. */
    private double value(BenchmarkResult fork) {
        Mode mode = fork.getParams().getMode();
        boolean takesTurns = plan.request().rounds().slice().isPresent() && mode != Mode.SingleShotTime;
        RoundValue value = new RoundValue(mode == Mode.Throughput);
        fork.getIterationResults()
                .forEach(iteration -> value.add(
                        iteration.getPrimaryResult().getScore(),
                        takesTurns ? iteration.getMetadata().getMeasuredOps() : 0));
        return value.value().orElse(Double.NaN);
    }
}
