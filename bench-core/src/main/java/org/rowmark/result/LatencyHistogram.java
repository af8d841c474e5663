package org.rowmark.result;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.rowmark.util.UsageException;

/**
 * The times of the single operations of an iteration as text: HdrHistogram's compressed encoding in Base64, times in
 * nanoseconds. All have the same precision, so that they can be added up without loss.
 */
public final class LatencyHistogram {
    /** Times differ from the measured ones by less than a thousandth. */
    public static final int SIGNIFICANT_DIGITS = 3;

    private LatencyHistogram() {}

    /** An empty one that takes times of any length. */
    public static Histogram empty() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    /** The text for {@link Sample#histogram}: empty for a histogram without times. */
    public static String encode(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return "";
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * @param text from a {@link Sample}; empty is a histogram without times
     * @throws UsageException if it is no histogram
     */
    public static Histogram decode(String text) {
        if (text.isEmpty()) {
            return empty();
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(text));
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new UsageException("a sample's histogram cannot be read: " + e.getMessage(), e);
        }
    }
}
