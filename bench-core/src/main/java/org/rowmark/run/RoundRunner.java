package org.rowmark.run;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.Cell;
import org.rowmark.plan.Plan;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.plan.Plan.TargetBlock;
import org.rowmark.plan.RunRequest;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.run.adaptive.StoppingRule;
import org.rowmark.run.adaptive.WarmupPlanner;
import org.rowmark.run.cells.CellRecords;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.stats.Looks;
import org.rowmark.stats.RoundValue;
import org.rowmark.stats.StopReason;
import org.rowmark.turns.TurnRunner;

/** The measurement of a run round by round, and what each round decides about the next one. */
final class RoundRunner {
    private final Plan plan;
    private final BlockRunner blocks;
    private final TurnRunner turns;
    private final CellRecords records;
    private final RunManifest manifest;
    private final RunListener listener;
    private final AtomicLong keptNanos = new AtomicLong(); // the time of what is kept of a continued run
    private final Optional<WarmupPlanner> warmups;
    private Optional<StoppingRule> stopping = Optional.empty();
    private RunRequest request; // of the next round
    private RunListener current; // nothing of what a continued run does again

    RoundRunner(
            Plan plan,
            BlockRunner blocks,
            TurnRunner turns,
            CellRecords records,
            RunManifest manifest,
            RunListener listener) {
        this.plan = plan;
        this.blocks = blocks;
        this.turns = turns;
        this.records = records;
        this.manifest = manifest;
        this.listener = listener;
        this.current = listener;
        this.request = plan.request();
        this.warmups = WarmupPlanner.of(request);
        records.passTo(this::measured);
    }

    /** Measures cells until no round is left or the goal is reached; returns which of them it was. */
    StopReason measure(List<Cell> toMeasure) throws IOException {
        records.skip(plan.all());
        int rounds = request.rounds().planned();
        int sure = request.rounds().goal().isPresent() ? Math.min(Looks.first(), rounds) : rounds;
        listener.started(plan, Math.max(0, toMeasure.size() * sure - records.kept()));
        stopping = request.rounds()
                .goal()
                .map(goal -> new StoppingRule(
                        request,
                        goal,
                        toMeasure.stream().map(Cell::planned).toList(),
                        () -> System.nanoTime() + keptNanos.get()));
        for (RoundPart planned : plan.parts(toMeasure)) {
            RoundPart part = stopping.isEmpty() || planned.round() <= Looks.first()
                    ? planned
                    : plan.round(planned.round(), open(planned.round(), toMeasure));
            current = records.replay(part, time -> keptNanos.addAndGet(time.toNanos())) ? RunListener.NONE : listener;
            for (TargetBlock block : part.blocks()) {
                blocks.measure(request, part.round(), block);
            }
            turns.measure(request, part.round(), part.groups());
            manifest.done(part.round());
            Optional<StopReason> reason = stopping.flatMap(rule -> after(part, rule));
            if (reason.isPresent() && part.round() >= records.lastKept()) {
                listener.stopped(part.round(), reason.get().words());
                return reason.get();
            }
            chooseWarmups(part.round());
        }
        return StopReason.PLANNED;
    }

    private void measured(Cell cell, int round, KeptFork fork) {
        boolean isRate = fork.result().getParams().getMode() == Mode.Throughput;
        double value = value(fork.result());
        stopping.ifPresent(rule -> rule.measured(cell.number(), round, isRate ? value : 1 / value));
        warmups.ifPresent(chooser -> chooser.measured(cell, fork.warmups(), fork.result()));
    }

    /** Returns the cells that a round has; those that are kept, where a run is continued. */
    private List<Cell> open(int round, List<Cell> toMeasure) {
        Set<Integer> open =
                round < records.lastKept() ? Set.of() : stopping.orElseThrow().openCells();
        return toMeasure.stream()
                .filter(cell -> open.contains(cell.number()) || records.keeps(cell, round))
                .toList();
    }

    private Optional<StopReason> after(RoundPart part, StoppingRule rule) {
        Set<Integer> cells = Stream.concat(part.blocks().stream().map(TargetBlock::cells), part.groups().stream())
                .flatMap(List::stream)
                .map(Cell::number)
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
}
