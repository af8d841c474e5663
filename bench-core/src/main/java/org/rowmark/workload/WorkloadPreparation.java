package org.rowmark.workload;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * The preparation of what the forks of a workload need beyond tables that they load themselves, for example a backup.
 * There is one instance per run, used by one thread. The target's server is up whenever it is called with a
 * {@link RunningTarget}; parameters are values by field name, all of which the workload accepts.
 */
public interface WorkloadPreparation {

    /** A listener for the progress of preparations. */
    interface ProgressListener {
        /** Reports the current step in a few words, which the next ones replace. */
        void step(String text);

        /** Reports what has been prepared, in one line that stays. */
        void made(String text);
    }

    /** Returns in one line why the target's product cannot do what the cell needs, known before anything is started. */
    default Optional<String> obstacle(Target target, Map<String, String> parameters) {
        return Optional.empty();
    }

    /**
     * Checks the files of the user's that the run needs; called once, before anything is started.
     *
     * @param baseline name of the target that others are compared with
     * @throws UsageException if the run cannot begin
     */
    default void begin(WorkloadOptions options, List<Target> targets, String baseline) {}

    /**
     * Returns the approximate bytes of a server's files with the data of a cell, logs among them, where the option scale
     * sets its size. The disk must have room for them before anything is loaded.
     */
    default long diskBytes(WorkloadOptions options) {
        return 0;
    }

    /**
     * Prepares a cell; called before the first round, once for each cell of the workload.
     *
     * @return why the cell cannot be measured, in one line; empty if it can
     * @throws UsageException if the run cannot begin
     */
    default Optional<String> prepare(
            RunningTarget running, Map<String, String> parameters, WorkloadOptions options, ProgressListener progress)
            throws IOException, SQLException {
        return Optional.empty();
    }

    /** Releases what only the preparation needed; called when all cells of the target have been prepared. */
    default void prepared(RunningTarget running) throws IOException, SQLException {}

    /** Removes what a fork of the cell left; called after it failed or was killed. */
    default void clean(RunningTarget running, Map<String, String> parameters) throws IOException, SQLException {}

    /** Returns whether {@link #end} has something to remove or to execute on a target. */
    default boolean hasEnd(Target target) {
        return false;
    }

    /** Removes what the run made on a target; called at its end, unless that is an interruption. */
    default void end(RunningTarget running) throws IOException, SQLException {}

    /** Returns the versions of the programs that are used, by name; called when all cells have been prepared. */
    default Map<String, String> programs(RunningTarget running) {
        return Map.of();
    }

    final class None implements WorkloadPreparation {}
}
