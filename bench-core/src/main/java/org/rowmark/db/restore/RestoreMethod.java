package org.rowmark.db.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.targets.RunningTarget;

/**
 * A method of restoring a backup of a product, with the backup that it needs.
 *
 * @implSpec Implementations hold no state.
 */
public interface RestoreMethod {
    /** Value of the parameter {@code way}: lower case, for example {@code gbak-tcp}. */
    String name();

    /** What it does, as one line of a list. */
    String meaning();

    /** Of the backup: the ways of a database that name the same format share one. A word fit for a file name. */
    String format();

    /** What can be asked of it. */
    default Set<RestoreOption> choices() {
        return Set.of();
    }

    /** Why this way is not open there, as the end of "needs …"; empty if nothing is known to be missing. */
    default Optional<String> missing(RunningTarget site) {
        return Optional.empty();
    }

    /** Versions of the programs that it runs, by name; empty for those that run none. */
    default Map<String, String> programs(RunningTarget site) throws IOException {
        return Map.of();
    }

    /**
     * Makes a backup. Not measured.
     *
     * @param source name of a database that {@link Restorer#create} made
     * @param backup the file or directory to make; does not exist
     */
    void backUp(RunningTarget site, String source, Path backup) throws IOException, SQLException;

    /** Whether the server keeps what is backed up, so that no other server has it; the cache holds a note of it then. */
    default boolean keepsOnServer() {
        return false;
    }

    /** Whether a backup that it made in an earlier run is still there, where it is not in the cache itself. */
    default boolean isThere(RunningTarget site, Path backup) {
        return true;
    }

    /**
     * What a backup takes, in bytes.
     *
     * @param backup that it made or the user's own, which may be a path on the server
     * @return 0 if that cannot be told from here
     */
    default long size(RunningTarget site, Path backup) throws IOException, SQLException {
        return Files.exists(backup) ? PathUtils.sizeOf(backup) : 0;
    }

    /**
     * Prepares a restore: all that is no part of it, such as finding the program. Not measured.
     *
     * @throws org.rowmark.util.UsageException if the job cannot be done as described
     */
    PreparedRestore prepare(RunningTarget site, RestoreJob job) throws IOException, SQLException;
}
