package org.rowmark.run.output;

import java.nio.file.Path;
import org.rowmark.plan.Plan;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.ControlCell;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;

/** A listener to the progress of a run. Called by one thread at a time; by default nothing happens. */
public interface RunListener {
    /** A listener that does nothing. */
    RunListener NONE = new RunListener() {};

    /** A target has been checked. */
    default void targetReady(String target, String version) {}

    /** A preparation on a target is going on, described in a few words. */
    default void preparing(String target, String text) {}

    /** A preparation on a target has ended, with its figures in one line. */
    default void made(String target, String text) {}

    /**
     * The run directory is open and measuring begins.
     *
     * @param steps cells to measure times rounds, with a goal the most rounds
     */
    default void started(Plan plan, int steps) {}

    default void cellStarted(int round, PlannedCell cell) {}

    /** The current iteration of a cell has made progress, in words of the workload. */
    default void progress(PlannedCell cell, String text) {}

    /** An iteration ended, warm-up or not. */
    default void sampled(PlannedCell cell, Sample sample) {}

    /** The run was interrupted, for example by Ctrl-C; the directory contains what was measured. */
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

    /** A cell has ended in a round. */
    default void cellEnded(PlannedCell cell, CellOutcome outcome) {}
}
