package org.rowmark.util;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Histograms of the times of single operations, in nanoseconds, as text: HdrHistogram's compressed encoding in Base64.
 * All have the same precision, so that they can be added without loss.
 */
public final class LatencyHistogram {
    /** Times differ from the measured ones by less than a thousandth. */
    public static final int SIGNIFICANT_DIGITS = 3;

    private LatencyHistogram() {}

    /** Returns an empty one for times of any length. */
    public static Histogram empty() {
        return new Histogram(SIGNIFICANT_DIGITS);
    }

    /** Returns a histogram as text, which is empty for one without times. */
    public static String encode(Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return "";
        }
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /**
     * Reads a histogram.
     *
     * @param text empty for a histogram without times
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
