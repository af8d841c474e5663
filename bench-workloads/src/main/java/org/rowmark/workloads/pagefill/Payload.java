package org.rowmark.workloads.pagefill;

import java.util.stream.IntStream;
import org.rowmark.data.DataGenerator;
import org.rowmark.workloads.data.WideData;

/**
 * The texts that {@code page-fill} writes, generated before it is measured: as many random ones as rows, but no more
 * than 33 MB, repeated in the same order; or one of blanks. A random text is repeated only after thousands of rows, too
 * late for the compression of a page or a dictionary of a column's values.
 */
public final class Payload {
    /** Characters of a text, which are as many bytes. */
    public static final int WIDTH = WideData.WIDTH;

    /** Value of the parameter payload: texts without runs and repetitions. */
    public static final String RANDOM = "random";

    /** Value of the parameter payload: spaces. */
    public static final String BLANK = "blank";

    /** A power of two, and more than a compression keeps in its window. */
    private static final int MOST = 1 << 12;

    private static final int GENERATOR = 1;

    private final String meaning;
    private final String[] texts;

    private Payload(String meaning, String... texts) {
        this.meaning = meaning;
        this.texts = texts;
    }

    /**
     * Generates the texts.
     *
     * @param payload {@link #RANDOM} or {@link #BLANK}
     * @param rows that are to be written
     */
    public static Payload of(String payload, DataGenerator values, long rows) {
        if (payload.equals(BLANK)) {
            return new Payload("blanks", " ".repeat(WIDTH));
        }
        int most = (int) Math.min(MOST, rows);
        int texts = most == Integer.highestOneBit(most) ? most : 2 * Integer.highestOneBit(most);
        return new Payload(
                "random texts, generator " + GENERATOR + ", seed " + values.seed(),
                IntStream.range(0, texts).mapToObj(i -> values.text(i, WIDTH)).toArray(String[]::new));
    }

    /** Returns the texts in the order of writing, as many as a power of two; after the last one the first follows. */
    public String[] inOrder() {
        return texts;
    }

    /** Returns a name of the contents of that many rows, equal for equal contents only. */
    public String fingerprint(long rows) {
        return meaning + ", rows " + rows;
    }

    /** Returns how often the text occurs in that many rows. */
    long count(int text, long rows) {
        return rows / texts.length + (text < rows % texts.length ? 1 : 0);
    }
}
