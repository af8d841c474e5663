package org.rowmark.run.cells;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.rowmark.plan.Plan.RoundPart;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.resume.Resumption;
import org.rowmark.run.cells.CellForks.EndedFork;
import org.rowmark.run.cells.ServerPool.MeasuredServer;
import org.rowmark.run.output.KeptForks;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog;
import org.rowmark.targets.RunningTarget;
import org.rowmark.util.SteadyClock;

/** The record of how cells ended, round by round. */
public final class CellRecords {
    /** A cell that fails this often in a row is not tried again: a permanent fault would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    /** A receiver of what the forks of cells that were ok have returned. */
    public interface Receiver {
        void measured(PlannedCell cell, int round, KeptFork fork) throws IOException;
    }

    /** The start of a cell in a round, on which start of its server, 0 for none. */
    public record CellStart(PlannedCell cell, int round, int server, Instant time) {
        public static CellStart withoutServer(PlannedCell cell, int round) {
            return new CellStart(cell, round, 0, SteadyClock.now());
        }
    }

    private final Subject subject;
    private final RunDirectory directory;
    private final RunLog log;
    private final RunListener listener;
    private final Resumption resumption;
    private final KeptForks keptForks;
    private final List<Receiver> receivers = new ArrayList<>();

    /** The failures of each cell since it was last ok. */
    private final Map<Integer, Integer> failures = new HashMap<>();

    /** @param keptForks gets what the fork of a cell has returned before the cell counts as ok */
    public CellRecords(
            Subject subject,
            RunDirectory directory,
            RunLog log,
            RunListener listener,
            Resumption resumption,
            KeptForks keptForks) {
        this.subject = subject;
        this.directory = directory;
        this.log = log;
        this.listener = listener;
        this.resumption = resumption;
        this.keptForks = keptForks;
    }

    public void passTo(Receiver receiver) {
        receivers.add(receiver);
    }

    public Resumption resumption() {
        return resumption;
    }

    /** Takes what is kept of a part of a continued run, and how long each cell took; returns whether that is all. */
    public boolean replay(RoundPart part, Consumer<Duration> time) throws IOException {
        Map<Integer, PlannedCell> cells = new HashMap<>();
        part.blocks().forEach(block -> block.cells().forEach(cell -> cells.put(cell.number(), cell)));
        part.groups().forEach(group -> group.forEach(cell -> cells.put(cell.number(), cell)));
        int kept = 0;
        Instant last = Instant.MIN;
        for (CellOutcome outcome : resumption.outcomes(part.round())) {
            PlannedCell cell = cells.get(outcome.cell());
            if (cell != null) {
                count(outcome);
                Optional<KeptFork> fork = keptForks.read(outcome.round(), outcome.cell());
                if (fork.isPresent()) {
                    pass(cell, outcome.round(), fork.get());
                }
                Instant start = outcome.start().isAfter(last) ? outcome.start() : last;
                last = outcome.end();
                time.accept(Duration.between(start, last));
                kept++;
            }
        }
        return kept > 0 && kept == cells.size();
    }

    private void pass(PlannedCell cell, int round, KeptFork fork) throws IOException {
        subject.measuredOn(cell.target(), fork.data());
        for (Receiver receiver : receivers) {
            receiver.measured(cell, round, fork);
        }
    }

    /** Records cells that are not measured at all, with their obstacles. */
    public void skip(List<PlannedCell> cells) throws IOException {
        for (PlannedCell cell : cells) {
            Optional<String> obstacle = subject.obstacle(cell);
            if (obstacle.isPresent() && !resumption.isSkipped(cell)) {
                record(CellStart.withoutServer(cell, 0), Outcome.SKIPPED, obstacle.get());
            }
        }
    }

    /**
     * Lists the cells to measure: not those that are kept of a run that is continued. One that was given up, or was not
     * made ready, is recorded as failed.
     */
    public List<PlannedCell> toMeasure(int round, List<PlannedCell> cells) throws IOException {
        List<PlannedCell> toMeasure = new ArrayList<>();
        for (PlannedCell cell : cells) {
            boolean isGivenUp = failures.getOrDefault(cell.number(), 0) >= FAILURES_BEFORE_GIVING_UP;
            Optional<String> failure =
                    isGivenUp ? Optional.of("not tried again after failing twice in a row") : subject.failure(cell);
            if (resumption.keeps(round, cell.number())) {
                continue;
            }
            if (failure.isEmpty()) {
                toMeasure.add(cell);
            } else {
                listener.cellStarted(round, cell);
                fail(CellStart.withoutServer(cell, round), failure.get());
            }
        }
        return toMeasure;
    }

    /** Returns the start of a cell whose fork is about to begin. */
    public CellStart start(PlannedCell cell, int round, MeasuredServer server) {
        return start(cell, round, server.number());
    }

    /** Returns the start of a cell that has no server. */
    public CellStart start(PlannedCell cell, int round) {
        return start(cell, round, 0);
    }

    private CellStart start(PlannedCell cell, int round, int server) {
        listener.cellStarted(round, cell);
        return new CellStart(cell, round, server, SteadyClock.now());
    }

    public void fail(CellStart start, String reason) throws IOException {
        record(start, Outcome.FAILED, reason);
    }

    /** Records how a fork ended, and removes what a failed one left. */
    public void record(CellStart start, EndedFork ended, RunningTarget running) throws IOException {
        record(start, ended);
        if (ended.returned().isEmpty()) {
            clean(start.cell(), running);
        }
    }

    /** Records how a fork ended that leaves nothing. */
    public void record(CellStart start, EndedFork ended) throws IOException {
        if (ended.returned().isEmpty()) {
            fail(start, ended.problem());
            return;
        }
        KeptFork fork = ended.returned().get();
        keptForks.add(start.round(), start.cell().number(), fork);
        record(start, Outcome.OK, "");
        pass(start.cell(), start.round(), fork);
    }

    /**
     * Removes what a failed fork left. An error does not end the run: the next fork of the cell reports the obstacle.
     */
    public void clean(PlannedCell cell, RunningTarget running) {
        ShutdownActions.holdIfEnding();
        log.attempt("clean up after " + cell.label(), () -> subject.clean(cell, running));
    }

    private void record(CellStart start, Outcome outcome, String reason) throws IOException {
        ShutdownActions.holdIfEnding(); // a cell that ends now was ended by the shutdown
        PlannedCell cell = start.cell();
        CellOutcome ended = new CellOutcome(
                start.round(), cell.number(), outcome, reason, start.time(), SteadyClock.now(), start.server());
        count(ended);
        directory.append(ended);
        listener.cellEnded(cell, ended);
    }

    private void count(CellOutcome outcome) {
        if (outcome.outcome() == Outcome.FAILED) {
            failures.merge(outcome.cell(), 1, Integer::sum);
        } else {
            failures.remove(outcome.cell());
        }
    }
}
