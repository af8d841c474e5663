package org.rowmark.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rowmark.db.restore.Restorer;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** Whether the disk takes what a run will write, asked before it begins. */
public final class DiskSpace {
    private static final long MEGABYTE = 1_000_000;

    /** What is restored may be larger than what was backed up: other page sizes, logs, temporary files of index builds. */
    private static final double SLACK = 1.5;

    /** A backup of unknown contents becomes at least this many times as large; more must not be asked for. */
    private static final double EXPANSION = 2;

    private DiskSpace() {}

    /** @throws UsageException if the disk of the target's data, where that is on this machine, has too little left */
    public static void requireForRestore(RunningTarget site, Backup backup) throws IOException {
        double bytes =
                backup.original().map(original -> original.bytes() * SLACK).orElse(backup.bytes() * EXPANSION);
        requireForData(site, (long) bytes, "a restored database");
    }

    /**
     * @param what is written, the beginning of a sentence
     * @throws UsageException if the disk of the target's data, where that is on this machine, has less left
     */
    public static void requireForData(RunningTarget site, long bytes, String what) throws IOException {
        if (site.target().server() == ServerKind.CONTAINER) {
            return; // wherever Docker keeps it
        }
        Optional<Restorer> restorer = Restorers.of(site.target().database());
        Path directory = restorer.isPresent()
                ? restorer.get().directory(site)
                : site.workspace().data();
        require(site, directory, bytes, site.target().url().isPresent() ? "url:" : "--data", what);
    }

    /**
     * @param backupBytes what the backup will take in the cache
     * @param databaseBytes what the database that it is made of will take
     * @throws UsageException if one of the two disks has too little left
     */
    static void requireForBackup(RunningTarget site, Path cache, long backupBytes, long databaseBytes)
            throws IOException {
        requireForData(site, databaseBytes, "the database to back up");
        require(site, cache, backupBytes, "the environment variable ROWMARK_CACHE", "the backup");
    }

    private static void require(RunningTarget site, Path directory, long bytes, String option, String what)
            throws IOException {
        if (site.target().server() == ServerKind.EXTERNAL) {
            return; // somebody else's disk
        }
        shortage(what, directory, bytes, Files.getFileStore(directory).getUsableSpace())
                .ifPresent(shortage -> {
                    throw site.target()
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
