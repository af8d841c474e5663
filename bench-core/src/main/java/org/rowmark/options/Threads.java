package org.rowmark.options;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.util.UsageException;

/** The numbers of threads of a client, at least one and all different; several are swept. */
public record Threads(List<Integer> counts) {
    public static final Threads ONE = of(1);

    private static final String NUMBERS = "[1-9]\\d{0,3}(?:,[1-9]\\d{0,3})*";

    public Threads {
        counts = List.copyOf(counts);
    }

    public static Threads of(int count) {
        return new Threads(List.of(count));
    }

    static Threads parse(String where, String text) {
        String stripped = text.replace(" ", "");
        String[] counts = stripped.split(",", -1);
        if (!stripped.matches(NUMBERS) || Arrays.stream(counts).distinct().count() < counts.length) {
            throw new UsageException(where + " '" + text
                    + "': give different numbers of threads from 1 to 9999, several separated by commas");
        }
        return new Threads(Arrays.stream(counts).map(Integer::valueOf).toList());
    }

    public String text() {
        return counts.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    /** Returns {@code 1 thread} or {@code 1, 2, 4 threads}. */
    public String words() {
        return text().replace(",", ", ") + (most() == 1 ? " thread" : " threads");
    }

    public boolean areSwept() {
        return counts.size() > 1;
    }

    public int most() {
        return counts.stream().mapToInt(Integer::intValue).max().orElseThrow();
    }
}
