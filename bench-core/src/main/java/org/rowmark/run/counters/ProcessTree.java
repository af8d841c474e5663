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
 * A process and all that descend from it, at one moment.
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
     * @return empty if the process is gone, if this system does not tell (it is not Linux, or hides other users'
     *     processes), or if processes come and go faster than they can be read
     */
    static Optional<ProcessTree> read(long root) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Set<Long> pids = pids(root);
            Map<Long, ProcessUsage> processes = new HashMap<>();
            for (long pid : pids) {
                ProcessUsage.read(pid).ifPresent(use -> processes.put(pid, use));
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
     * What was counted since another reading, and the memory that is in use now. Absent is what was not told of all
     * processes, and what cannot be right: a process that ended, and that nobody waited for, took what it had done
     * along.
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

    /** Each process must have risen by as much at least as those had that ended below it. */
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

    /** The process itself if it still lives, or else the nearest above it that does. */
    private long heir(ProcessTree before, long pid) {
        long heir = pid;
        while (heir != root && !before.processes.get(heir).isSame(processes.get(heir))) {
            long parent = before.processes.get(heir).parent();
            heir = before.processes.containsKey(parent) ? parent : root;
        }
        return heir;
    }

    /** What processes share is counted once: the most that one of them sees of it. */
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
