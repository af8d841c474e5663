package org.rowmark.workloads.restore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.ServerKind;
import org.rowmark.util.UsageException;

/** Checks for enough disk space before a run begins. */
final class DiskSpace {
    private static final long MEGABYTE = 1_000_000;

    private DiskSpace() {}

    /**
     * @param what is written, the beginning of a sentence
     * @throws UsageException if the disk of the target's data, where that is on this machine, has less left
     */
    static void requireForData(RunningTarget running, long bytes, String what) throws IOException {
        if (running.target().server() == ServerKind.CONTAINER) {
            return; // wherever Docker keeps it
        }
        Path directory = Restorer.of(running.target().database()).orElseThrow().directory(running);
        require(running, directory, bytes, running.target().url().isPresent() ? "url:" : "--data-dir", what);
    }

    /**
     * @param directory where it is written
     * @param option names the directory
     * @param what is written, the beginning of a sentence
     * @throws UsageException if the server is not external and the directory's disk has less left
     */
    static void require(RunningTarget running, Path directory, long bytes, String option, String what)
            throws IOException {
        if (running.target().server() == ServerKind.EXTERNAL) {
            return; // an external server's disk
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
