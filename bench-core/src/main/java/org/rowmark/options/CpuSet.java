package org.rowmark.options;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.lang3.SystemUtils;
import org.rowmark.util.UsageException;

/**
 * CPUs of this machine on which alone a process runs. Linux only, by its program {@code taskset}.
 *
 * @param text numbers from 0 and ranges, separated by commas: {@code 0,2-3}
 */
public record CpuSet(String text) {
    private static final Pattern LIST = Pattern.compile("\\d{1,4}(-\\d{1,4})?(,\\d{1,4}(-\\d{1,4})?)*");

    /**
     * Reads a list of CPUs.
     *
     * @param option named in the error
     * @throws UsageException if the text is none, this machine has no such CPU, or the system cannot do it
     */
    static CpuSet parse(String option, String text) {
        if (!SystemUtils.IS_OS_LINUX) {
            throw new UsageException(option + " " + text + ": needs Linux; leave it out");
        }
        String list = text.strip();
        int cpus = Runtime.getRuntime().availableProcessors();
        if (!LIST.matcher(list).matches() || highest(list) >= cpus) {
            throw new UsageException(option + " '" + text + "': give CPUs from 0 to " + (cpus - 1)
                    + ", such as 0 or 0-1,3; a range begins with the lower one");
        }
        return new CpuSet(list);
    }

    /** Returns the highest number, more than any machine has for a range that is none. */
    private static int highest(String list) {
        return Stream.of(list.split(",", -1))
                .mapToInt(part -> {
                    String[] ends = part.split("-", 2);
                    int last = Integer.parseInt(ends[ends.length - 1]);
                    return Integer.parseInt(ends[0]) > last ? Integer.MAX_VALUE : last;
                })
                .max()
                .orElseThrow();
    }

    /** Returns the program, with its arguments, that replaces itself by the one behind it. */
    public List<String> prefix() {
        return List.of("taskset", "-c", text);
    }
}
