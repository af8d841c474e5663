package org.rowmark.memory.sweep;

import java.util.List;
import java.util.stream.LongStream;
import org.rowmark.util.ByteSize;
import org.rowmark.util.UsageException;

/** The memory of servers in six steps, from the largest: 1, 3/4, 1/2, 1/4, 1/8 and 1/16 of it. */
public record MemorySweep(long bytes) {
    private static final List<Integer> SIXTEENTHS = List.of(16, 12, 8, 4, 2, 1);

    /** Steps are whole numbers of this, which every product's unit divides. */
    private static final long UNIT = 64 * ByteSize.KIB;

    /** Reads a size that is large enough to divide. */
    public static MemorySweep parse(String option, String text) {
        long bytes = ByteSize.parse(option, text);
        if (bytes < SIXTEENTHS.get(0) * UNIT) {
            throw new UsageException(option + " '" + text + "': give at least "
                    + ByteSize.text(SIXTEENTHS.get(0) * UNIT) + ", a sixteenth of which is the smallest step");
        }
        return new MemorySweep(bytes);
    }

    public String text() {
        return ByteSize.text(bytes);
    }

    private LongStream sizes() {
        return SIXTEENTHS.stream().mapToLong(part -> bytes * part / SIXTEENTHS.get(0) / UNIT * UNIT);
    }

    /** Returns the bytes of the last step. */
    public long smallest() {
        return sizes().min().orElseThrow();
    }

    /** Returns the steps as values of the setting {@code memory}, the largest first. */
    public List<String> steps() {
        return sizes().mapToObj(ByteSize::text).toList();
    }
}
