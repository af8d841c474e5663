package org.rowmark.databases.support.query;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import org.rowmark.db.RowSource;

/**
 * Rows as text: values separated by tabs, rows ended by newlines, {@code \N} for null, a backslash before tab, newline,
 * carriage return and backslash. PostgreSQL's COPY and MySQL's LOAD DATA both read this by default. Binary values are
 * hexadecimal digits. The checksums of rows are added up. The processors that generate rows are those of the server that
 * loads them, so there is no more work per byte than is needed.
 */
public final class TabSeparated extends InputStream {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");
    private static final int BASE = 10;

    /** Bytes that are written at once, more than a driver reads at once. */
    private static final int PORTION = 65_536;

    /** The letters behind a backslash in place of bytes; 0 for those that stay. */
    private static final byte[] ESCAPES = new byte[128];

    static {
        ESCAPES['\\'] = '\\';
        ESCAPES['\t'] = 't';
        ESCAPES['\n'] = 'n';
        ESCAPES['\r'] = 'r';
    }

    /** Eight bytes at once, and eight of one value. */
    private static final VarHandle EIGHT = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private static final long ONES = 0x0101010101010101L;

    /** A checksum of rows that the server computes, too, from their values or from all their text. */
    @FunctionalInterface
    public interface Checksum {
        /** Ends a row, and returns its checksum. */
        long row(byte[] bytes, int from, int count);

        default void whole(long number) {}

        default void text(byte[] encoded) {}
    }

    private final RowSource rows;
    private final String hexPrefix;
    private final Checksum checksum;
    private byte[] bytes = new byte[2 * PORTION];
    private int length;
    private int position;
    private long key;

    /** @param hexPrefix before the digits of binary values */
    public TabSeparated(RowSource rows, String hexPrefix, Checksum checksum) {
        this.rows = rows;
        this.hexPrefix = hexPrefix;
        this.checksum = checksum;
    }

    @Override
    public int read() {
        return fill() ? bytes[position++] & 0xff : -1;
    }

    /** Reads as much as there is place for, until the last row: drivers send each reading on its own. */
    @Override
    public int read(byte[] target, int offset, int size) {
        int read = 0;
        while (read < size && fill()) {
            int part = Math.min(size - read, length - position);
            System.arraycopy(bytes, position, target, offset + read, part);
            position += part;
            read += part;
        }
        return read == 0 && size > 0 ? -1 : read;
    }

    private boolean fill() {
        if (position == length) {
            position = 0;
            length = 0;
            while (length < PORTION && key < rows.count()) {
                put(rows.row().values(++key));
            }
        }
        return position < length;
    }

    private void put(Object[] row) {
        int begin = length;
        for (Object value : row) {
            put(value);
            bytes[length++] = '\t';
        }
        bytes[length - 1] = '\n';
        rows.sum().add(checksum.row(bytes, begin, length - 1 - begin));
    }

    /** Writes a value, and leaves a place for a further byte. */
    private void put(Object value) {
        if (value instanceof Long || value instanceof Integer) {
            putWhole(((Number) value).longValue());
        } else if (value instanceof String text) {
            putText(text);
        } else if (value == null) {
            putPlain("\\N");
        } else if (value instanceof byte[] binary) {
            putText(hexPrefix + HexFormat.of().formatHex(binary));
        } else {
            putText(value instanceof LocalDateTime time ? TIME.format(time) : value.toString());
        }
    }

    private void putWhole(long number) {
        checksum.whole(number);
        if (number < 0) {
            putPlain(Long.toString(number));
            return;
        }
        int digits = 1;
        for (long rest = number / BASE; rest > 0; rest /= BASE) {
            digits++;
        }
        require(digits);
        length += digits;
        int at = length;
        long rest = number;
        do {
            bytes[--at] = (byte) ('0' + rest % BASE);
            rest /= BASE;
        } while (rest > 0);
    }

    private void putText(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        checksum.text(encoded);
        require(2 * encoded.length);
        int at = length;
        int from = 0;
        for (; from + Long.BYTES <= encoded.length; from += Long.BYTES, at += Long.BYTES) {
            long eight = (long) EIGHT.get(encoded, from);
            if (!arePlain(eight)) {
                break;
            }
            EIGHT.set(bytes, at, eight);
        }
        for (; from < encoded.length; from++) {
            byte each = encoded[from];
            byte escape = each < 0 ? 0 : ESCAPES[each]; // no part of a longer character is a special one
            if (escape == 0) {
                bytes[at++] = each;
            } else {
                bytes[at++] = '\\';
                bytes[at++] = escape;
            }
        }
        length = at;
    }

    /** Returns whether no byte is a special one: each is from a blank to 127, and no backslash. */
    private static boolean arePlain(long eight) {
        long belowBlank = eight - ' ' * ONES;
        long backslash = (eight ^ '\\' * ONES) - ONES;
        return ((belowBlank | backslash | eight) & 0x8080808080808080L) == 0;
    }

    private void putPlain(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        require(encoded.length);
        System.arraycopy(encoded, 0, bytes, length, encoded.length);
        length += encoded.length;
    }

    private void require(int more) {
        if (length + more >= bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * (length + more));
        }
    }
}
