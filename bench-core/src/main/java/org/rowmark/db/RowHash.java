package org.rowmark.db;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import org.rowmark.util.TextBytes;

/**
 * A hash of the values of a row, of 32 bits.
 *
 * @param expression of its value, 0 or greater, in a query of the table
 * @param algorithm which the values, as text and with tabs between them, are given to
 */
public record RowHash(String expression, Algorithm algorithm) {
    private static final long UNSIGNED = 0xffff_ffffL;

    /** The functions. */
    public enum Algorithm {
        CRC_32,
        /** The first 32 bits of MD5. */
        MD5
    }

    /** Computes it for one row after the other, in one thread. */
    public interface Function {
        /** Returns the hash of the values as text and with tabs between them. */
        long of(TextBytes values);
    }

    /** Returns a new function. */
    public Function function() {
        return switch (algorithm) {
            case CRC_32 -> {
                CRC32 crc = new CRC32();
                yield values -> {
                    crc.reset();
                    crc.update(values.bytes(), 0, values.length());
                    return crc.getValue();
                };
            }
            case MD5 -> {
                MessageDigest md5 = md5();
                yield values -> {
                    md5.update(values.bytes(), 0, values.length());
                    return ByteBuffer.wrap(md5.digest()).getInt() & UNSIGNED;
                };
            }
        };
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every Java platform has it
        }
    }
}
