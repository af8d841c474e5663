package org.rowmark.run.counters;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rowmark.db.Counter;
import org.rowmark.result.CounterName;

/**
 * The resources that this JVM, the process that measures, has used up to a moment.
 *
 * @param cpuNanos time on processors of all its threads, -1 if the JVM does not report it
 * @param allocated bytes on the heap by thread, without those of threads that have ended; from Java 21 on the total, by
 *     0; empty if the JVM does not report it
 */
record ClientUsage(long nanoTime, long cpuNanos, long gcMillis, long gcCount, Map<Long, Long> allocated) {
    private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final double FULL = 100;

    static ClientUsage now() {
        long millis = 0;
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
            count += Math.max(0, collector.getCollectionCount());
        }
        return new ClientUsage(System.nanoTime(), cpu(), millis, count, allocatedByThread());
    }

    private static Map<Long, Long> allocatedByThread() {
        if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
                || !threads.isThreadAllocatedMemorySupported()) {
            return Map.of();
        }
        try {
            Method ofAll = ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
            return Map.of(0L, (long) ofAll.invoke(threads));
        } catch (ReflectiveOperationException e) { // a Java before 21
            Map<Long, Long> byThread = new HashMap<>();
            for (long id : threads.getAllThreadIds()) {
                byThread.put(id, Math.max(0, threads.getThreadAllocatedBytes(id))); // -1: it has just ended
            }
            return byThread;
        }
    }

    private static long cpu() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : -1;
    }

    List<Counter> since(ClientUsage before) {
        List<Counter> counters = new ArrayList<>();
        if (cpuNanos >= 0) {
            counters.add(client("cpu-time", "ms", (cpuNanos - before.cpuNanos) / NANOS_PER_MILLI));
        }
        counters.add(client("gc-time", "ms", (double) (gcMillis - before.gcMillis)));
        counters.add(client("gc-count", "count", (double) (gcCount - before.gcCount)));
        if (!allocated.isEmpty()) {
            long bytes = allocated.entrySet().stream()
                    .mapToLong(thread -> thread.getValue() - before.allocated.getOrDefault(thread.getKey(), 0L))
                    .sum();
            counters.add(client("allocated-bytes", "bytes", (double) bytes));
        }
        return counters;
    }

    /**
     * Returns the CPU time since another moment relative to the time that so many threads have on so many cores, in
     * percent; the JVM's own threads may add to it, 100 is the maximum.
     *
     * @return nothing, or the one level
     */
    List<Counter> loadSince(ClientUsage before, int threads, int cores) {
        double available = (double) (nanoTime - before.nanoTime) * Math.min(threads, cores);
        if (cpuNanos < 0 || available <= 0) {
            return List.of();
        }
        double percent = Math.min(FULL, FULL * (cpuNanos - before.cpuNanos) / available);
        return List.of(new Counter(CounterName.CLIENT_LOAD.name(), Counter.Kind.CLIENT, "%", percent, true));
    }

    private static Counter client(String name, String unit, double value) {
        return new Counter(name, Counter.Kind.CLIENT, unit, value);
    }
}
