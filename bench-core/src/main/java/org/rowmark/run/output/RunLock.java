package org.rowmark.run.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.util.UsageException;

/**
 * A lock that allows one run at a time on a machine, of whatever user: two would disturb each other. JMH's own lock covers
 * single forks only and would let two runs interleave. {@code -Djmh.ignoreLock=true} turns both off.
 */
public final class RunLock implements AutoCloseable {
    private static final String IGNORE = "jmh.ignoreLock";
    private final List<FileChannel> held = new ArrayList<>();
    private boolean isInPlaceOfForks;

    private RunLock() {}

    /** Returns a lock that holds nothing. */
    public static RunLock none() {
        return new RunLock();
    }

    /**
     * Takes the lock.
     *
     * @param hasForksTogether whether to take JMH's own for the whole run, too: JMH takes it for each fork, so that only
     *     one could live at a time
     * @throws UsageException if another run holds it
     */
    public static RunLock take(boolean hasForksTogether) throws IOException {
        RunLock lock = new RunLock();
        if (!Boolean.getBoolean(IGNORE)) {
            try {
                lock.add("rowmark.lock");
                if (hasForksTogether) {
                    lock.add("jmh.lock");
                    lock.isInPlaceOfForks = true;
                    System.setProperty(IGNORE, "true");
                }
            } catch (IOException | UsageException e) {
                lock.close();
                throw e;
            }
        }
        return lock;
    }

    private void add(String name) throws IOException {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), name);
        FileChannel channel = open(file);
        held.add(channel);
        try {
            if (channel.tryLock() != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // This very process has it: the same error.
        }
        throw new UsageException(
                "another run is measuring on this machine (it holds " + file + "); wait for it to end");
    }

    /**
     * Opens a file that all users may lock. One that is there is not created: systems refuse that for files of others in
     * directories such as /tmp.
     */
    private static FileChannel open(Path file) throws IOException {
        try {
            FileChannel created = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            file.toFile().setWritable(true, false);
            file.toFile().setReadable(true, false); // JMH reads its own
            return created;
        } catch (FileAlreadyExistsException e) {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        }
    }

    @Override
    public void close() throws IOException {
        if (isInPlaceOfForks) {
            System.clearProperty(IGNORE);
        }
        for (FileChannel channel : held) {
            channel.close();
        }
    }
}
