package org.rowmark.util;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;

/** Histograms of times in nanoseconds as compressed text, all of the same precision, so that they add up. */
public final class LatencyHistogram {
    /** Times differ from the measured ones by less than a thousandth. */
    public static final int SIGNIFICANT_DIGITS = 3;

    /** Bytes of HdrHistogram's format before what is compressed. */
    private static final int HEADER = 8;

    /** Kept, because making one takes as long as checking a histogram. */
    private static final ThreadLocal<Inflater> INFLATER = ThreadLocal.withInitial(Inflater::new);

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

    /** Reads a histogram, of an empty text one without times. */
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

    /** Checks the text of a histogram by the checksum in it, which is faster than reading it. */
    public static void requireWhole(String text) {
        if (text.isEmpty()) {
            return;
        }
        Inflater inflater = INFLATER.get();
        inflater.reset();
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            inflater.setInput(bytes, HEADER, bytes.length - HEADER);
            byte[] times = new byte[1024];
            int read = times.length;
            while (read > 0) {
                read = inflater.inflate(times);
            }
            if (!inflater.finished()) {
                throw new DataFormatException("it is cut off");
            }
        } catch (DataFormatException | RuntimeException e) {
            throw new UsageException("its histogram cannot be read: " + e.getMessage(), e);
        }
    }
}
