package org.rowmark.db;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.lang3.StringUtils;

/**
 * A hash of 32 bits of a row's values, as text with tabs between them.
 *
 * @param expression of its value, 0 or greater, in a query of the table
 */
public record RowHash(String expression, Algorithm algorithm) {
    public enum Algorithm {
        CRC_32,
        /** The first 32 bits of MD5. */
        MD5
    }

    /** Computes the hash of a row; empty if a value is neither a whole number nor an ASCII text. */
    public OptionalLong of(Object... values) {
        String row = StringUtils.join(values, '\t');
        byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
        boolean isText = Stream.of(values)
                .allMatch(value -> value instanceof String || value instanceof Long || value instanceof Integer);
        if (!isText || bytes.length > row.length()) {
            return OptionalLong.empty();
        }
        if (algorithm == Algorithm.MD5) {
            return OptionalLong.of(Integer.toUnsignedLong(
                    ByteBuffer.wrap(DigestUtils.md5(bytes)).getInt()));
        }
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return OptionalLong.of(crc.getValue());
    }
}
