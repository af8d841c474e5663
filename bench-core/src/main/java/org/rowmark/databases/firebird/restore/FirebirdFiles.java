package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.firebird.FirebirdInstallation;
import org.rowmark.databases.firebird.FirebirdRoot;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** Where databases beside the target's own lie, and who gets at their files. */
final class FirebirdFiles {
    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\..*");

    private FirebirdFiles() {}

    /**
     * The file of the database of that name, as the server sees it.
     *
     * @throws UsageException if nobody knows in which directory
     */
    static String path(RunningTarget site, String name) {
        if (site.target().server() == ServerKind.LOCAL) {
            return site.directory("data").resolve(name + ".fdb").toString();
        }
        missingDirectory(site).ifPresent(lack -> {
            throw site.target().problem("needs " + lack);
        });
        String own = own(site);
        return own.substring(0, separator(own) + 1) + name + ".fdb";
    }

    /** Why no database can be put beside the target's own, as the end of "needs …". */
    static Optional<String> missingDirectory(RunningTarget site) {
        return site.target().server() == ServerKind.LOCAL || separator(own(site)) >= 0
                ? Optional.empty()
                : Optional.of("the path of the database's file in url:, beside which another one goes; '" + own(site)
                        + "' is an alias");
    }

    /** Whether the files of databases are this process's own to read and remove. */
    static boolean isOurs(RunningTarget site) {
        return site.target().server() == ServerKind.LOCAL || isInProcess(site);
    }

    /** Whether there is no server: the engine is in whatever process opens the file. */
    static boolean isInProcess(RunningTarget site) {
        return site.target().server() == ServerKind.EMBEDDED;
    }

    /** The private installation of a target whose files are {@link #isOurs ours}. */
    static FirebirdRoot root(RunningTarget site) {
        return new FirebirdRoot(
                FirebirdInstallation.of(site.target()),
                site.workspace().data(),
                site.workspace().log());
    }

    /** Why there is no server to connect to. */
    static Optional<String> missingServer(RunningTarget site) {
        return isInProcess(site)
                ? Optional.of("a server to connect to, and this target has the engine in the measuring process")
                : missingDirectory(site);
    }

    /** Why the server can read no file that somebody names here. */
    static Optional<String> missingDisk(RunningTarget site) {
        return site.target().server() == ServerKind.CONTAINER
                ? Optional.of("a server that reads this machine's disk, and one in a container has its own")
                : Optional.empty();
    }

    /**
     * For ways by which the server reads the backup: what is backed up here is of no use to a server elsewhere.
     *
     * @throws UsageException if it is elsewhere
     */
    static void requireThisMachine(RunningTarget site) {
        boolean isHere = isOurs(site)
                || FirebirdAddress.of(site.endpoint())
                        .host()
                        .filter(host -> THIS_MACHINE.matcher(host).matches())
                        .isPresent();
        if (!isHere) {
            throw site.target()
                    .problem("the way needs the backup on the server's"
                            + " own disk; name it with --backup, or leave the way out");
        }
    }

    /**
     * The backup that the job is about, for a server that reads it.
     *
     * @throws UsageException if the server is on this machine, and the backup cannot be read or is empty
     */
    static String backupOnServer(RunningTarget site, RestoreJob job) throws IOException {
        boolean isTheirs = site.target().server() == ServerKind.EXTERNAL && Files.notExists(job.backup());
        return (isTheirs ? job.backup() : backup(job)).toString();
    }

    /**
     * The backup that the job is about.
     *
     * @throws UsageException if it is not there, or has nothing in it: version 3.0.11 crashes when that is streamed to it
     */
    static Path backup(RestoreJob job) throws IOException {
        return BackupFile.require(job.backup().toAbsolutePath());
    }

    private static String own(RunningTarget site) {
        return FirebirdAddress.of(site.endpoint()).database();
    }

    private static int separator(String path) {
        return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    }
}
