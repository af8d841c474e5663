package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.commons.io.file.PathUtils;
import org.rowmark.targets.RunningTarget;

/** A method of restoring a backup of a product, with the backup that it needs. Stateless. */
public interface RestoreMethod {
    /** Returns the value of the parameter {@code way}: lower case, for example {@code gbak-tcp}. */
    String name();

    String meaning();

    /** Returns the format of the backup, fit for a file name; a database's methods with the same format share a backup. */
    String format();

    default Set<RestoreJob.Option> choices() {
        return Set.of();
    }

    /** Finds what the method lacks on that target, as the end of "needs …"; empty if nothing is known to be missing. */
    default Optional<String> missing(RunningTarget running) throws IOException, SQLException {
        return Optional.empty();
    }

    /** Reads the versions of the programs that it runs, by name. */
    default Map<String, String> programs(RunningTarget running) throws IOException, SQLException {
        return Map.of();
    }

    /**
     * Makes a backup. Not measured.
     *
     * @param source name of a database that {@link Restorer#create} made
     * @param backup the file or directory to make; does not exist
     */
    void backUp(RunningTarget running, String source, Path backup) throws IOException, SQLException;

    /** Returns whether the server keeps the backup, out of reach of other servers; the cache then holds only a note. */
    default boolean keepsOnServer() {
        return false;
    }

    /** Returns whether a backup of an earlier run still exists, where the cache does not hold it. */
    default boolean isThere(RunningTarget running, Path backup) {
        return true;
    }

    /** Returns the size of a backup in bytes, which may be a path on the server; 0 if it is unknown on this machine. */
    default long size(RunningTarget running, Path backup) throws IOException, SQLException {
        return Files.exists(backup) ? PathUtils.sizeOf(backup) : 0;
    }

    /**
     * Prepares a restore with all that is no part of it, such as finding the program. Not measured.
     *
     * @throws org.rowmark.util.UsageException if the job cannot be done as described
     */
    PreparedRestore prepare(RunningTarget running, RestoreJob job) throws IOException, SQLException;
}
