package org.rowmark.run.counters;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.rowmark.db.Counter;

/**
 * A process and its descendants at one moment.
 *
 * @param root pid of the first
 * @param processes by pid, the first among them
 */
record ProcessTree(long root, Map<Long, ProcessUsage> processes) {
    private static final int ATTEMPTS = 5;

    private static final Map<String, String> UNITS = Map.of(
            ProcessUsage.CPU_TIME, "ms",
            ProcessUsage.BYTES_READ, "bytes",
            ProcessUsage.BYTES_WRITTEN, "bytes");

    ProcessTree {
        processes = Map.copyOf(processes);
    }

    /**
     * Reads the process and its descendants.
     *
     * @return empty if the process is gone, if this system does not report it (it is not Linux, or hides other users'
     *     processes), or if processes start and end faster than they can be read
     */
    static Optional<ProcessTree> read(long root) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Set<Long> pids = pids(root);
            Map<Long, ProcessUsage> processes = new HashMap<>();
            for (long pid : pids) {
                ProcessUsage.read(pid).ifPresent(usage -> processes.put(pid, usage));
            }
            // one that ends meanwhile would be counted twice or not at all, with its parent or without
            if (processes.keySet().equals(pids)
                    && (pids.size() == 1 || pids(root).equals(pids))) {
                return Optional.of(new ProcessTree(root, processes));
            }
        }
        return Optional.empty();
    }

    private static Set<Long> pids(long root) {
        Set<Long> pids = new TreeSet<>(Set.of(root));
        ProcessHandle.of(root)
                .ifPresent(
                        process -> process.descendants().map(ProcessHandle::pid).forEach(pids::add));
        return pids;
    }

    /**
     * Reads the CPU time of the same processes up to now. That of a process that has ended is its parent's, who has
     * waited for it; that of a new one comes when it ends.
     *
     * @return empty if the first process is gone
     */
    OptionalLong cpuMillisNow() {
        if (ProcessUsage.read(root).isEmpty()) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(processes.keySet().stream()
                .flatMap(pid -> ProcessUsage.read(pid).stream())
                .mapToLong(process -> process.counted().get(ProcessUsage.CPU_TIME))
                .sum());
    }

    /**
     * Returns what was counted since another reading, and the memory that is in use now. Counters are missing that are
     * not known of all processes, or that cannot be right: those of a process that ended and that no parent waited for
     * are lost.
     */
    List<Counter> since(ProcessTree before) {
        List<Counter> counters = new ArrayList<>();
        if (processes.get(root).isSame(before.processes.get(root))) {
            for (Map.Entry<String, String> unit : UNITS.entrySet()) {
                rise(before, unit.getKey())
                        .ifPresent(rise ->
                                counters.add(new Counter(unit.getKey(), Counter.Kind.PROCESS, unit.getValue(), rise)));
            }
        }
        memory().ifPresent(bytes -> counters.add(new Counter("memory", Counter.Kind.PROCESS, "bytes", bytes, true)));
        return counters;
    }

    /**
     * Returns the rise of a counter. The counter of each process must have risen at least by those of its ended
     * descendants.
     */
    private OptionalLong rise(ProcessTree before, String name) {
        Map<Long, Long> earlier = new HashMap<>();
        for (Map.Entry<Long, ProcessUsage> process : before.processes.entrySet()) {
            Long counted = process.getValue().counted().get(name);
            if (counted == null) {
                return OptionalLong.empty();
            }
            earlier.merge(heir(before, process.getKey()), counted, Long::sum);
        }
        long sum = 0;
        for (Map.Entry<Long, ProcessUsage> process : processes.entrySet()) {
            Long counted = process.getValue().counted().get(name);
            long rise = counted == null ? -1 : counted - earlier.getOrDefault(process.getKey(), 0L);
            if (rise < 0) {
                return OptionalLong.empty();
            }
            sum += rise;
        }
        return OptionalLong.of(sum);
    }

    /** Returns the process itself if it is still running, or else its nearest ancestor that is. */
    private long heir(ProcessTree before, long pid) {
        long heir = pid;
        while (heir != root && !before.processes.get(heir).isSame(processes.get(heir))) {
            long parent = before.processes.get(heir).parent();
            heir = before.processes.containsKey(parent) ? parent : root;
        }
        return heir;
    }

    /** Returns the memory of all processes, shared memory once: the most that one of them reports. */
    private OptionalLong memory() {
        long own = 0;
        long shared = 0;
        for (ProcessUsage process : processes.values()) {
            if (process.privateBytes().isEmpty() || process.sharedBytes().isEmpty()) {
                return OptionalLong.empty();
            }
            own += process.privateBytes().getAsLong();
            shared = Math.max(shared, process.sharedBytes().getAsLong());
        }
        return OptionalLong.of(own + shared);
    }
}
