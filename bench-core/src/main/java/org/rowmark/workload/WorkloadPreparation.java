package org.rowmark.workload;

import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * Makes ready what the forks of a workload need beyond tables that they load themselves, for example a backup. Has a
 * public constructor without parameters; there is one instance per run, used by one thread. The target's server is up
 * whenever it is called with a {@link RunningTarget}.
 */
public interface WorkloadPreparation {

    /** Hears of what is made ready. */
    interface Preparing {
        /** What is being done, a few words that the next ones replace. */
        void goesOn(String text);

        /** What was made, one line that stays. */
        void made(String text);
    }

    /**
     * Why the target's product cannot do what the cell asks for, known before anything is started.
     *
     * @param parameters values by field name, all of which the workload accepts
     * @return the reason in one line, empty if nothing is known to stand in the way
     */
    default Optional<String> obstacle(Target target, Map<String, String> parameters) {
        return Optional.empty();
    }

    /**
     * Before the first round, once for each cell of the workload.
     *
     * @param parameters values by field name, all of which the workload accepts
     * @param options those of the run that its workloads take
     * @param told hears what goes on
     * @return why the cell cannot be measured, in one line; empty if it can
     * @throws UsageException if the run cannot begin
     */
    Optional<String> prepare(RunningTarget site, Map<String, String> parameters, WorkloadOptions options, Preparing told)
            throws IOException, SQLException;

    /** When all cells of the target have been prepared: lets go of what only preparing needed. */
    default void prepared(RunningTarget site) throws IOException, SQLException {}

    /** After a fork of the cell failed or was killed: takes away what it left. */
    default void clean(RunningTarget site, Map<String, String> parameters) throws IOException, SQLException {}

    /** Versions of the programs that are used there, by name; asked for when all cells have been prepared. */
    default Map<String, String> programs(RunningTarget site) {
        return Map.of();
    }

    /** Nothing to make ready. */
    final class None implements WorkloadPreparation {
        @Override
        public Optional<String> prepare(
                RunningTarget site, Map<String, String> parameters, WorkloadOptions options, Preparing told) {
            return Optional.empty();
        }
    }
}
