package org.rowmark.run.counters;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Bytes that this JVM's threads have allocated on the heap. Java 21 and later report the total; before, threads that
 * end between two readings are left out.
 *
 * @param total -1 if the JVM does not report it
 * @param byThread by id, of the threads that are alive; empty if the total is known, or nothing is
 */
record HeapAllocation(long total, Map<Long, Long> byThread) {
    private static final long UNKNOWN = -1;

    static HeapAllocation now() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                || !threads.isThreadAllocatedMemorySupported()) {
            return new HeapAllocation(UNKNOWN, Map.of());
        }
        long total = total(threads);
        return new HeapAllocation(total, total == UNKNOWN ? byThread(threads) : Map.of());
    }

    /** Returns what was allocated since another reading; empty if the JVM does not report it. */
    OptionalLong since(HeapAllocation before) {
        if (total != UNKNOWN && before.total != UNKNOWN) {
            return OptionalLong.of(total - before.total);
        }
        return byThread.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(byThread.entrySet().stream()
                        .mapToLong(thread -> thread.getValue() - before.byThread.getOrDefault(thread.getKey(), 0L))
                        .sum());
    }

    private static long total(ThreadMXBean threads) {
        try {
            return (long)
                    ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes").invoke(threads);
        } catch (ReflectiveOperationException e) {
            return UNKNOWN; // a Java before 21
        }
    }

    private static Map<Long, Long> byThread(ThreadMXBean threads) {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> byThread = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) { // -1: it has just ended
                byThread.put(ids[i], bytes[i]);
            }
        }
        return byThread;
    }
}
