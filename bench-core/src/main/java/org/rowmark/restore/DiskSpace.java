package org.rowmark.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** Checks for enough disk space before a run begins. */
public final class DiskSpace {
    private static final long MEGABYTE = 1_000_000;

    /** A restored database may be larger than the original: other page sizes, logs, temporary files of index builds. */
    private static final double SLACK = 1.5;

    /** A backup of unknown contents grows by at least this factor; requiring more would refuse some that fit. */
    private static final double EXPANSION = 2;

    private DiskSpace() {}

    /** @throws UsageException if the disk of the target's data, where that is on this machine, has too little left */
    public static void requireForRestore(RunningTarget running, Backup backup) throws IOException {
        double bytes =
                backup.original().map(original -> original.bytes() * SLACK).orElse(backup.bytes() * EXPANSION);
        requireForData(running, (long) bytes, "a restored database");
    }

    /**
     * @param what is written, the beginning of a sentence
     * @throws UsageException if the disk of the target's data, where that is on this machine, has less left
     */
    public static void requireForData(RunningTarget running, long bytes, String what) throws IOException {
        if (running.target().server() == ServerKind.CONTAINER) {
            return; // wherever Docker keeps it
        }
        Optional<Restorer> restorer = Restorers.of(running.target().database());
        Path directory = restorer.isPresent()
                ? restorer.get().directory(running)
                : running.workspace().data();
        require(running, directory, bytes, running.target().url().isPresent() ? "url:" : "--data-dir", what);
    }

    /**
     * @param backupBytes what the backup will take in the cache
     * @param databaseBytes what the database that it is made of will take
     * @throws UsageException if one of the two disks has too little left
     */
    static void requireForBackup(RunningTarget running, Path cache, long backupBytes, long databaseBytes)
            throws IOException {
        requireForData(running, databaseBytes, "the database to back up");
        require(running, cache, backupBytes, "the environment variable ROWMARK_CACHE", "the backup");
    }

    private static void require(RunningTarget running, Path directory, long bytes, String option, String what)
            throws IOException {
        if (running.target().server() == ServerKind.EXTERNAL) {
            return; // somebody else's disk
        }
        shortage(what, directory, bytes, Files.getFileStore(directory).getUsableSpace())
                .ifPresent(shortage -> {
                    throw running.target()
                            .problem(shortage + "; name another directory with " + option + ", or a smaller --scale");
                });
    }

    static Optional<String> shortage(String what, Path directory, long bytes, long free) {
        return free >= bytes
                ? Optional.empty()
                : Optional.of(what + " takes about " + megabytes(bytes) + " MB, and " + directory + " has "
                        + megabytes(free) + " MB left");
    }

    private static long megabytes(long bytes) {
        return bytes / MEGABYTE;
    }
}
