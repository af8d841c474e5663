package org.rowmark.run.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

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

    // numbers as in proc(5), which counts from 1; behind the name in brackets, which may have any characters, comes 3
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
