package org.rowmark.databases.firebird.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.rowmark.databases.firebird.FirebirdAddress;
import org.rowmark.databases.support.restore.BackupFile;
import org.rowmark.db.restore.RestoreJob;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** Files of databases beside the target's own, and who can read them. */
final class FirebirdFiles {
    private static final Pattern THIS_MACHINE = Pattern.compile("localhost|127\\..*");

    private FirebirdFiles() {}

    /**
     * Returns the file of the database of that name, as the server sees it.
     *
     * @throws UsageException if its directory is not known
     */
    static String path(RunningTarget running, String name) {
        if (isOurs(running)) {
            return running.directory("data").resolve(name + ".fdb").toString();
        }
        missingDirectory(running).ifPresent(lack -> {
            throw running.target().problem("needs " + lack);
        });
        String own = own(running);
        return own.substring(0, separator(own) + 1) + name + ".fdb";
    }

    /** Returns why no database can be put beside the target's own, as the end of "needs …". */
    static Optional<String> missingDirectory(RunningTarget running) {
        return isOurs(running) || separator(own(running)) >= 0
                ? Optional.empty()
                : Optional.of("the path of the database's file in url:, beside which another one goes; '" + own(running)
                        + "' is an alias");
    }

    /** Returns whether this process may read and remove the files of databases. */
    static boolean isOurs(RunningTarget running) {
        return running.target().server() == ServerKind.LOCAL;
    }

    /** Returns why no program can open the files of databases, as the end of "needs …". */
    static Optional<String> missingFiles(RunningTarget running) {
        return isOurs(running)
                ? Optional.empty()
                : Optional.of("the server's files, which are its own; a target with server: local has them");
    }

    /** Returns why the server cannot read files of this machine, as the end of "needs …". */
    static Optional<String> missingDisk(RunningTarget running) {
        return running.target().server() == ServerKind.CONTAINER
                ? Optional.of("a server that reads this machine's disk, and one in a container has its own")
                : Optional.empty();
    }

    /** @throws UsageException if the server is not on this machine, and cannot read a backup that is made here */
    static void requireThisMachine(RunningTarget running) {
        String host = FirebirdAddress.of(running.endpoint()).host().orElse("");
        if (!isOurs(running) && !THIS_MACHINE.matcher(host).matches()) {
            throw running.target()
                    .problem("this restore method needs the backup on the server's"
                            + " own disk; name it with --backup, or leave the method out");
        }
    }

    /**
     * Returns the job's backup for a server that reads it.
     *
     * @throws UsageException if the server is on this machine, and the backup cannot be read or is empty
     */
    static String backupOnServer(RunningTarget running, RestoreJob job) throws IOException {
        boolean isTheirs = running.target().server() == ServerKind.EXTERNAL && Files.notExists(job.backup());
        return (isTheirs ? job.backup() : backup(job)).toString();
    }

    /** Returns the job's backup for a program that reads it; version 3.0.11 crashes when an empty one is streamed. */
    static Path backup(RestoreJob job) throws IOException {
        return BackupFile.require(job.backup().toAbsolutePath());
    }

    private static String own(RunningTarget running) {
        return FirebirdAddress.of(running.endpoint()).database();
    }

    private static int separator(String path) {
        return Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));
    }
}
