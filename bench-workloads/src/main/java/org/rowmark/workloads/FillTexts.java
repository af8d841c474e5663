package org.rowmark.workloads;

import java.util.stream.IntStream;
import org.rowmark.fixture.DataGenerator;

/**
 * The texts that {@link PageFill} writes, made before it is measured: as many random ones as rows, but no more than take
 * 33 MB, over and over; or one of blanks. No page, and no dictionary of a column's values, sees one of them twice before
 * thousands of rows were written.
 */
public final class FillTexts {
    /** Characters of a text, which are as many bytes. */
    static final int WIDTH = TextRows.WIDTH;

    /** What the parameter payload is for texts without runs and repetitions. */
    public static final String RANDOM = "random";

    /** What it is for spaces. */
    static final String BLANK = "blank";

    /** A power of two, and too many for what a compression remembers. */
    private static final int MOST = 1 << 12;

    private static final int GENERATOR = 1;

    private final String meaning;
    private final String[] texts;

    private FillTexts(String meaning, String... texts) {
        this.meaning = meaning;
        this.texts = texts;
    }

    /**
     * @param payload {@link #RANDOM} or {@link #BLANK}
     * @param rows that are to be written
     */
    public static FillTexts of(String payload, DataGenerator values, long rows) {
        if (payload.equals(BLANK)) {
            return new FillTexts("blanks", " ".repeat(WIDTH));
        }
        int most = (int) Math.min(MOST, rows);
        int texts = most == Integer.highestOneBit(most) ? most : 2 * Integer.highestOneBit(most);
        return new FillTexts(
                "random texts, generator " + GENERATOR + ", seed " + values.seed(),
                IntStream.range(0, texts).mapToObj(i -> values.text(i, WIDTH)).toArray(String[]::new));
    }

    /** A power of two of them, in the order in which they are written: row {@code r}, from 0, gets {@code r mod length}. */
    public String[] inOrder() {
        return texts;
    }

    /** The same for the same contents of that many rows only. */
    String fingerprint(long rows) {
        return meaning + ", rows " + rows;
    }

    /** How often the text is among that many rows. */
    long count(int text, long rows) {
        return rows / texts.length + (text < rows % texts.length ? 1 : 0);
    }
}
