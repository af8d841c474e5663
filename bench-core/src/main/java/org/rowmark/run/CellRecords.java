package org.rowmark.run;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.Cell;
import org.rowmark.process.ShutdownActions;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.util.SteadyClock;

/** The record of how cells ended, round by round. */
final class CellRecords {
    /** A cell that fails this often in a row is not tried again: a permanent fault would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    /** A consumer of the result of every cell that was ok. */
    interface Measured {
        /** Receives what the fork has recorded. */
        void measured(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException;
    }

    /** A place for what forks of cells that were ok have returned. */
    interface Keeping {
        /** Keeps it, before the cell counts as ok. */
        void keep(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException;
    }

    /**
     * A cell in a round.
     *
     * @param serverStart which start of its server it runs on, 0 for none
     */
    record Place(Cell cell, int round, int serverStart, Instant start) {
        Place startedAt(Optional<Instant> later) {
            return new Place(cell, round, serverStart, later.orElse(start));
        }
    }

    private final RunContext run;
    private final Resumption resumption;
    private final Keeping keeping;
    private final Measured measured;
    /** The failures of each cell since it was last ok. */
    private final Map<Integer, Integer> failures = new LinkedHashMap<>();

    /** @param resumption has what was recorded before */
    CellRecords(RunContext run, Resumption resumption, Keeping keeping, Measured measured) {
        this.run = run;
        this.resumption = resumption;
        this.keeping = keeping;
        this.measured = measured;
    }

    /** Returns the cells that are not kept of a run that is continued. */
    List<Cell> notKept(int round, List<Cell> cells) {
        return cells.stream()
                .filter(cell -> !resumption.has(round, cell.number()))
                .toList();
    }

    /** Takes a cell as it ended in the part of the run that is kept. */
    void replay(Cell cell, CellOutcome outcome, Optional<Attempt> attempt) throws IOException {
        if (outcome.outcome() == Outcome.FAILED) {
            failures.merge(cell.number(), 1, Integer::sum);
        } else if (outcome.outcome() == Outcome.OK) {
            failures.remove(cell.number());
        }
        if (attempt.isPresent()) {
            run.targets().measuredOn(cell.target(), attempt.get().data());
            measured.measured(cell, outcome.round(), attempt.get().result().orElseThrow(), attempt.get());
        }
    }

    boolean isGivenUp(Cell cell) {
        return failures.getOrDefault(cell.number(), 0) >= FAILURES_BEFORE_GIVING_UP;
    }

    /** Records that a cell is not measured at all. */
    void skip(Cell cell, String reason) throws IOException {
        record(new Place(cell, 0, 0, SteadyClock.now()), Outcome.SKIPPED, reason);
    }

    /** Records that a cell is given up. */
    void giveUp(Cell cell, int round) throws IOException {
        run.listener().cellStarted(round, cell.planned());
        record(
                new Place(cell, round, 0, SteadyClock.now()),
                Outcome.FAILED,
                "not tried again after failing twice in a row");
    }

    void fail(Place place, String reason) throws IOException {
        failures.merge(place.cell().number(), 1, Integer::sum);
        record(place, Outcome.FAILED, reason);
    }

    /** Records how an attempt ended; returns whether its cell was ok. */
    boolean record(Place place, Attempt attempt) throws IOException {
        if (attempt.result().isEmpty()) {
            fail(place, attempt.problem());
            return false;
        }
        BenchmarkResult result = attempt.result().orElseThrow();
        run.targets().measuredOn(place.cell().target(), attempt.data());
        keeping.keep(place.cell(), place.round(), result, attempt);
        failures.remove(place.cell().number());
        record(place, Outcome.OK, "");
        measured.measured(place.cell(), place.round(), result, attempt);
        return true;
    }

    private void record(Place place, Outcome outcome, String reason) throws IOException {
        ShutdownActions.holdIfEnding(); // a cell that ends now was ended by the shutdown
        Cell cell = place.cell();
        CellOutcome ended = new CellOutcome(
                place.round(), cell.number(), outcome, reason, place.start(), SteadyClock.now(), place.serverStart());
        run.directory().append(ended);
        run.listener().cellEnded(cell.planned(), ended);
    }
}
