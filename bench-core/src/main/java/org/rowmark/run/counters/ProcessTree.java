package org.rowmark.run.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.rowmark.db.Counter;

/** A process and its descendants at one moment, by pid. */
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
     * Reads the CPU time of the same processes up to now; empty if the first is gone. The time of a process that has
     * ended is its parent's, who has waited for it; that of a new one comes when it ends.
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

    /**
     * The resources used by one process, as Linux reports them. What it does not report, or not to this user, is missing.
     *
     * @param started when, in clock ticks since the machine's start; with the pid it identifies the process
     * @param counted by the names below, since the process began; with those of its children that have ended and that it
     *     has waited for
     * @param privateBytes memory that is in use and not shared, without files
     * @param sharedBytes memory that is in use and may be shared with other processes, without files; all huge pages that
     *     were set aside (hugetlb) are among it, since the kernel does not report whose they are
     */
    record ProcessUsage(
            long parent, long started, Map<String, Long> counted, OptionalLong privateBytes, OptionalLong sharedBytes) {
        /** CPU time, in user and kernel mode, in ms. */
        static final String CPU_TIME = "cpu-time";
        /** Bytes read from storage, without those from the page cache. */
        static final String BYTES_READ = "bytes-read";
        /** Bytes to be written to storage; counted when a page becomes dirty, not when the kernel writes it back. */
        static final String BYTES_WRITTEN = "bytes-written";

        /** The kernel's unit of times in /proc is a hundredth of a second on all processors that Java 17 runs on. */
        private static final long MILLIS_PER_TICK = 10;

        private static final long KIB = 1024;

        // numbers as in proc(5), which counts from 1; behind the name in brackets, which may have any characters, comes
        // 3
        private static final int PARENT = 4;
        private static final int FIRST_TIME = 14;
        private static final int LAST_TIME = 17;
        private static final int STARTED = 22;
        private static final int BEHIND_NAME = 3;

        /** The state of a process that its parent has not waited for yet. */
        private static final String ENDED = "Z";

        private static final Pattern LINE = Pattern.compile("^(\\w+):\\s+(\\d+)", Pattern.MULTILINE);

        ProcessUsage {
            counted = Map.copyOf(counted);
        }

        /** @return empty if there is no such process, or nothing can be read of it */
        static Optional<ProcessUsage> read(long pid) {
            Path directory = Path.of("/proc", Long.toString(pid));
            try {
                return Optional.of(parse(
                        Files.readString(directory.resolve("stat")),
                        readable(directory.resolve("io")) + "\n" + readable(directory.resolve("status"))));
            } catch (IOException e) {
                return Optional.empty();
            }
        }

        /**
         * @param stat text of /proc/PID/stat
         * @param others texts of /proc/PID/io and /proc/PID/status, each empty if this user may not read it
         */
        static ProcessUsage parse(String stat, String others) {
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            long ticks = 0;
            for (int number = FIRST_TIME; number <= LAST_TIME; number++) {
                ticks += field(fields, number);
            }
            Map<String, Long> values = new HashMap<>();
            LINE.matcher(others).results().forEach(line -> values.put(line.group(1), Long.valueOf(line.group(2))));
            if (fields[0].equals(ENDED)) { // and reports no memory
                values.putAll(Map.of("RssAnon", 0L, "RssShmem", 0L));
            }
            Map<String, Long> counted = new HashMap<>(Map.of(CPU_TIME, ticks * MILLIS_PER_TICK));
            if (values.containsKey("read_bytes")) {
                counted.put(BYTES_READ, values.get("read_bytes"));
                counted.put(BYTES_WRITTEN, values.get("write_bytes"));
            }
            return new ProcessUsage(
                    field(fields, PARENT),
                    field(fields, STARTED),
                    counted,
                    kib(values.get("RssAnon")),
                    kib(values.computeIfPresent(
                            "RssShmem", (name, shared) -> shared + values.getOrDefault("HugetlbPages", 0L))));
        }

        /** Returns whether it is the same process at another time. */
        boolean isSame(ProcessUsage other) {
            return other != null && started == other.started;
        }

        private static long field(String[] fields, int number) {
            return Long.parseLong(fields[number - BEHIND_NAME]);
        }

        private static OptionalLong kib(Long value) {
            return value == null ? OptionalLong.empty() : OptionalLong.of(value * KIB);
        }

        /** Reads a file that only the process's own user may read: some systems refuse to open it, some to read it. */
        private static String readable(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                return "";
            }
        }
    }
}
