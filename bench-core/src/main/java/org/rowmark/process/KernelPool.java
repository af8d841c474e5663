package org.rowmark.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The kernel's pool of huge pages of the default size, {@code vm.nr_hugepages}.
 *
 * @param proc the directory {@code /proc}
 */
record KernelPool(Path proc) {
    /** The pool of this machine. */
    static final KernelPool HERE = new KernelPool(Path.of("/proc"));

    private static final Pattern VALUE = Pattern.compile("(HugePages_\\w+|Hugepagesize):\\s*(\\d+).*");
    private static final long KIBIBYTE = 1024;

    /**
     * Its state, in pages.
     *
     * @param free of all, with those that are reserved and not yet touched
     * @param pageBytes size of a page
     */
    record State(long total, long free, long reserved, long pageBytes) {
        long inUse() {
            return total - free + reserved;
        }

        /** Returns the number of pages that hold so many bytes. */
        long pages(long bytes) {
            return (bytes + pageBytes - 1) / pageBytes;
        }
    }

    /** @throws IOException where the kernel has no huge pages */
    State state() throws IOException {
        Map<String, Long> values = new HashMap<>();
        for (String line : Files.readAllLines(proc.resolve("meminfo"), StandardCharsets.ISO_8859_1)) {
            Matcher value = VALUE.matcher(line);
            if (value.matches()) {
                values.put(value.group(1), Long.valueOf(value.group(2)));
            }
        }
        if (!values.containsKey("Hugepagesize")) {
            throw new IOException("the kernel has no huge pages");
        }
        return new State(
                values.getOrDefault("HugePages_Total", 0L),
                values.getOrDefault("HugePages_Free", 0L),
                values.getOrDefault("HugePages_Rsvd", 0L),
                values.get("Hugepagesize") * KIBIBYTE);
    }

    /** Reads the number of pages that was set; the kernel may have fewer, or more that are in use. */
    long size() throws IOException {
        return Long.parseLong(Files.readString(file()).strip());
    }

    void resize(long pages) throws IOException {
        Files.writeString(file(), Long.toString(pages), StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    private Path file() {
        return proc.resolve("sys/vm/nr_hugepages");
    }

    /** Returns the identity of this start of the system: what was set before it is gone. */
    String boot() throws IOException {
        return Files.readString(proc.resolve("sys/kernel/random/boot_id")).strip();
    }
}
