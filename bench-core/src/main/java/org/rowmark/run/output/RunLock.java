package org.rowmark.run.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rowmark.util.UsageException;

/**
 * A lock that allows one run at a time on a machine: two would disturb each other. JMH's own lock covers single forks
 * only and would let two runs interleave. {@code -Djmh.ignoreLock=true} turns both off.
 */
public final class RunLock implements AutoCloseable {
    private final FileChannel channel;

    private RunLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the lock.
     *
     * @throws UsageException if another run holds it
     */
    public static RunLock take() throws IOException {
        if (Boolean.getBoolean("jmh.ignoreLock")) {
            return new RunLock(null);
        }
        Path file =
                Path.of(System.getProperty("java.io.tmpdir"), "rowmark-" + System.getProperty("user.name") + ".lock");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return new RunLock(channel);
            }
        } catch (OverlappingFileLockException e) {
            // This very process has it: the same error.
        }
        channel.close();
        throw new UsageException(
                "another run is measuring on this machine (it holds " + file + "); wait for it to end");
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
