package org.rowmark.databases.support.query;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.db.RowSource;

/**
 * Rows as text: values separated by tabs, rows ended by newlines, {@code \N} for null, a backslash before tab, newline,
 * carriage return and backslash. PostgreSQL's COPY and MySQL's LOAD DATA both read this by default. Binary values are
 * not supported.
 */
public final class TabSeparated extends InputStream {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");
    private static final String[] SPECIAL = {"\\", "\t", "\n", "\r"};
    private static final String[] ESCAPED = {"\\\\", "\\t", "\\n", "\\r"};

    /** Characters that are written at once, so that few rows are divided between two readings. */
    private static final int PORTION = 8_192;

    private final RowSource rows;
    private byte[] bytes = {};
    private int position;
    private long key;

    public TabSeparated(RowSource rows) {
        this.rows = rows;
    }

    @Override
    public int read() {
        return fill() ? bytes[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length > 0 && !fill()) {
            return -1;
        }
        int part = Math.min(length, bytes.length - position);
        System.arraycopy(bytes, position, target, offset, part);
        position += part;
        return part;
    }

    private boolean fill() {
        if (position == bytes.length) {
            StringBuilder text = new StringBuilder(2 * PORTION);
            while (text.length() < PORTION && key < rows.count()) {
                String separator = "";
                for (Object value : rows.row().values(++key)) {
                    text.append(separator).append(text(value));
                    separator = "\t";
                }
                text.append('\n');
            }
            bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            position = 0;
        }
        return position < bytes.length;
    }

    private static String text(Object value) {
        if (value == null) {
            return "\\N";
        }
        if (value instanceof byte[]) {
            throw new IllegalArgumentException("binary values cannot be loaded as text");
        }
        String text = value instanceof LocalDateTime time ? TIME.format(time) : value.toString();
        return StringUtils.containsAny(text, '\\', '\t', '\n', '\r')
                ? StringUtils.replaceEach(text, SPECIAL, ESCAPED)
                : text;
    }
}
