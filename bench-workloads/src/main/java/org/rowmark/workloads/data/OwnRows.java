package org.rowmark.workloads.data;

import org.openjdk.jmh.infra.ThreadParams;
import org.rowmark.util.UsageException;

/**
 * The part of a table's keys that one thread writes, next to those of the other threads.
 *
 * @param first key
 * @param rows at least one
 */
public record OwnRows(long first, long rows) {

    /**
     * Divides the keys 1 to rows among the threads.
     *
     * @throws UsageException if there are fewer rows than threads
     */
    public static OwnRows of(ThreadParams thread, long rows) {
        long before = rows * thread.getThreadIndex() / thread.getThreadCount();
        long after = rows * (thread.getThreadIndex() + 1) / thread.getThreadCount();
        if (rows < thread.getThreadCount()) {
            throw new UsageException("rows=" + rows + " are too few for " + thread.getThreadCount()
                    + " threads, each of which writes rows of its own");
        }
        return new OwnRows(before + 1, after - before);
    }

    /** Returns the condition that selects them: {@code id between 1 and 5000}. */
    public String condition() {
        return "id between " + first + " and " + (first + rows - 1);
    }
}
