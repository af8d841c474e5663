package org.rowmark.run;

import java.io.IOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.BenchmarkResult;
import org.rowmark.plan.Cell;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Outcome;
import org.rowmark.util.ShutdownActions;

/** The record of how cells ended, round by round. */
final class CellRecords {
    /** A cell that has failed this often is not tried again: a permanent fault would cost its time in every round. */
    private static final int FAILURES_BEFORE_GIVING_UP = 2;

    /** A consumer of the result of every cell that was ok. */
    interface Measured {
        /** Receives what the fork has recorded. */
        void measured(Cell cell, int round, BenchmarkResult result, Attempt attempt) throws IOException;
    }

    /**
     * A cell in a round.
     *
     * @param serverStart which start of its server it runs on, 0 for none
     * @param start when it began
     */
    record Place(Cell cell, int round, int serverStart, Instant start) {
        Place startedAt(Optional<Instant> later) {
            return new Place(cell, round, serverStart, later.orElse(start));
        }
    }

    private final RunContext run;
    private final Measured measured;
    private final Map<Integer, Integer> failures = new LinkedHashMap<>();

    CellRecords(RunContext run, Measured measured) {
        this.run = run;
        this.measured = measured;
    }

    boolean isGivenUp(Cell cell) {
        return failures.getOrDefault(cell.number(), 0) >= FAILURES_BEFORE_GIVING_UP;
    }

    /** Records that a cell is not measured at all. */
    void skip(Cell cell, String reason) throws IOException {
        record(new Place(cell, 0, 0, Instant.now()), Outcome.SKIPPED, reason);
    }

    /** Records that a cell is given up. */
    void giveUp(Cell cell, int round) throws IOException {
        run.listener().cellStarted(round, cell.planned());
        record(new Place(cell, round, 0, Instant.now()), Outcome.FAILED, "not tried again after failing twice");
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
        run.targets().measuredOn(place.cell().target(), attempt.data());
        record(place, Outcome.OK, "");
        measured.measured(place.cell(), place.round(), attempt.result().orElseThrow(), attempt);
        return true;
    }

    private void record(Place place, Outcome outcome, String reason) throws IOException {
        ShutdownActions.holdIfEnding(); // a cell that ends now was ended by the shutdown
        Cell cell = place.cell();
        CellOutcome ended = new CellOutcome(
                place.round(), cell.number(), outcome, reason, place.start(), Instant.now(), place.serverStart());
        run.directory().append(ended);
        run.listener().cellEnded(cell.planned(), ended);
    }
}
