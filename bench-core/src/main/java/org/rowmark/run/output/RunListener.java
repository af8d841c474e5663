package org.rowmark.run.output;

import java.nio.file.Path;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.ControlCell;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;

/** Watches a run, for example to show its progress. Called by one thread at a time; by default nothing happens. */
public interface RunListener {
    /** Watches nothing. */
    RunListener NONE = new RunListener() {};

    /** A target's server answers for the first time; its version and durability are known. */
    default void targetReady(String target, String version) {}

    /** What is being made ready on a target before measuring begins, in a few words. */
    default void preparing(String target, String text) {}

    /** Something that cells of the target need has been made or found; its figures, in one line. */
    default void made(String target, String text) {}

    /**
     * The run directory is open and measuring begins.
     *
     * @param steps cells to measure times rounds, with a goal the most rounds
     */
    default void started(Plan plan, int steps) {}

    default void cellStarted(int round, PlannedCell cell) {}

    /** How far the iteration is that a fork of the cell is at, in words of the workload. */
    default void progress(PlannedCell cell, String text) {}

    /** An iteration ended, warm-up or not. */
    default void sampled(PlannedCell cell, Sample sample) {}

    /** The run was broken off, by Ctrl-C for example; what was measured stands in the directory. */
    default void interrupted(Path directory) {}

    /** A round of a run that goes on until an interval is narrow enough is over. */
    default void narrowed(int round, PrecisionProgress narrowing) {}

    /**
     * The control moved in a round.
     *
     * @param moved which one, and the number of the round that is added for it; 0 for none
     */
    default void controlMoved(PlannedCell control, ControlCell.Repeat moved) {}

    /**
     * A run that goes on until an interval is narrow enough ends.
     *
     * @param rounds that it took
     * @param why in words
     */
    default void stopped(int rounds, String why) {}

    /** A cell's turn in a round is over. */
    default void cellEnded(PlannedCell cell, CellOutcome outcome) {}
}
