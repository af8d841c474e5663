package org.rowmark.pages;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rowmark.util.UsageException;

/**
 * The kernel's pool of huge pages of the default size.
 *
 * @param inUse pages that processes hold or have reserved
 */
record HugePagePool(long inUse, long pageBytes) {
    /** Descriptors of pages in a cache, and smaller pieces of memory. */
    private static final long SHARE_OF_OTHERS = 16;

    private static final long OTHERS = 64L << 20;

    private static final Pattern VALUE = Pattern.compile("(HugePages_\\w+|Hugepagesize):\\s*(\\d+).*");
    private static final long KIBIBYTE = 1024;

    /**
     * Reads the pool of this machine.
     *
     * @throws UsageException where the kernel has no huge pages
     */
    static HugePagePool read() {
        try {
            return of(Files.readString(Path.of("/proc/meminfo"), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            throw new UsageException("/proc/meminfo cannot be read: " + e.getMessage(), e);
        }
    }

    /** @param memory text of {@code /proc/meminfo} */
    static HugePagePool of(String memory) {
        Map<String, Long> values = new HashMap<>();
        memory.lines()
                .map(VALUE::matcher)
                .filter(Matcher::matches)
                .forEach(value -> values.put(value.group(1), Long.valueOf(value.group(2))));
        if (!values.containsKey("Hugepagesize")) {
            throw new UsageException("the kernel has no huge pages");
        }
        return new HugePagePool(
                values.getOrDefault("HugePages_Total", 0L)
                        - values.getOrDefault("HugePages_Free", 0L)
                        + values.getOrDefault("HugePages_Rsvd", 0L),
                values.get("Hugepagesize") * KIBIBYTE);
    }

    /** Returns the size of a pool, in pages, that is large enough beside what is in use. */
    long wanted(long bytes, int servers) {
        long needed = bytes + bytes / SHARE_OF_OTHERS + servers * OTHERS;
        return inUse + (needed + pageBytes - 1) / pageBytes;
    }
}
