package org.rowmark.run.output;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Manifest.ChosenWarmups;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.stats.Comparison;
import org.rowmark.stats.Verdict;

/**
 * A listener to the progress of a run. Called by one thread at a time; by default nothing happens. Samples and progress
 * of cells that take turns alternate.
 */
public interface RunListener {
    RunListener NONE = new RunListener() {};

    default void targetReady(String target, String version) {}

    /** Receives a few words on a preparation in progress on a target. */
    default void preparing(String target, String text) {}

    /** Receives the end of a preparation on a target, with its figures in one line. */
    default void made(String target, String text) {}

    /** Receives the plan when measuring begins, with the cells of all rounds; with a goal until the first look. */
    default void started(Plan plan, int steps) {}

    /** Receives how clients are to be started by hand, for which the run waits. */
    default void awaitsClients(String instructions) {}

    default void cellStarted(int round, PlannedCell cell) {}

    /** Receives progress of the current iteration of a cell, in words of the workload. */
    default void progress(PlannedCell cell, String text) {}

    /**
     * Returns after which time {@link #recent} is wanted again during a fork.
     *
     * @param ofFork the time that it spends in iterations
     * @return whole seconds; empty for never
     */
    default Optional<Duration> recentEvery(Duration ofFork) {
        return Optional.empty();
    }

    /** Receives what was done in the last seconds of the current iteration of a cell. */
    default void recent(PlannedCell cell, Recent seconds) {}

    /** Receives the sample of an iteration that ended, warm-up or not. */
    default void sampled(PlannedCell cell, Sample sample) {}

    /** Receives an interruption of the run, for example by Ctrl-C; the directory contains what was measured. */
    default void interrupted(Path directory) {}

    /** Receives an interruption before measuring begins; no directory remains. */
    default void interruptedBefore() {}

    /** Receives the rows of a run with a goal after a round, those that go on first, and the next round's cells. */
    default void judged(int round, List<RowProgress> rows, int nextCells) {}

    /** Receives the warm-up iterations of a workload in the rounds to come, where the run chooses them. */
    default void warmupsChosen(ChosenWarmups chosen) {}

    /** Receives the plan of the turns of rounds to come, before the cells of the group have ended in a round. */
    default void planned(TurnPlan plan) {}

    /** Receives the end of a run with a goal. */
    default void stopped(int rounds, String why) {}

    default void cellEnded(PlannedCell cell, CellOutcome outcome) {}

    /**
     * What was done in some seconds.
     *
     * @param p99Nanos of the operations that were timed; 0 if there were none
     * @param errors failed attempts of operations, which were repeated
     */
    record Recent(double operationsPerSecond, long p99Nanos, long errors) {}

    /**
     * Another number of turns of each fork, because turns took longer or shorter than thought.
     *
     * @param name of the cells that take turns, which differ in their targets only
     * @param length that a turn is expected to have, mean of the targets
     * @param longer the time by which the forks of the last round measured longer than those to come will
     */
    record TurnPlan(String name, int round, int turns, int before, Duration length, Duration longer) {}

    /**
     * A row of a run with a goal: a cell against its baseline.
     *
     * @param comparison at its last look
     * @param isOpen whether it is measured in the next round
     */
    record RowProgress(String name, Comparison comparison, Verdict.Word word, boolean isOpen) {}
}
