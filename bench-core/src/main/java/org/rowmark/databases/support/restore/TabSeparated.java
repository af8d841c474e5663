package org.rowmark.databases.support.restore;

import java.io.InputStream;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import org.apache.commons.lang3.StringUtils;
import org.rowmark.db.RowSource;
import org.rowmark.util.TextBytes;

/**
 * Rows as text: values separated by tabs, rows ended by newlines, {@code \N} for null, a backslash before tab, newline,
 * carriage return and backslash. PostgreSQL's COPY and MySQL's LOAD DATA both read this by default. Binary values are
 * not supported.
 */
public final class TabSeparated extends InputStream {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS");

    private static final String[] SPECIAL = {"\\", "\t", "\n", "\r"};
    private static final String[] ESCAPED = {"\\\\", "\\t", "\\n", "\\r"};

    /** Bytes that are written at once, so that few rows are divided between two readings. */
    private static final int PORTION = 8_192;

    private final RowSource rows;
    private final TextBytes text = new TextBytes();
    private long key;
    private int position;

    public TabSeparated(RowSource rows) {
        this.rows = rows;
    }

    @Override
    public int read() {
        return fill() ? text.bytes()[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length > 0 && !fill()) {
            return -1;
        }
        int part = Math.min(length, text.length() - position);
        System.arraycopy(text.bytes(), position, target, offset, part);
        position += part;
        return part;
    }

    private boolean fill() {
        if (position == text.length()) {
            position = 0;
            text.clear();
            while (text.length() < PORTION && key < rows.count()) {
                append(rows.row().values(++key));
            }
        }
        return position < text.length();
    }

    private void append(Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (i > 0) {
                text.append('\t');
            }
            append(values[i]);
        }
        text.append('\n');
    }

    private void append(Object value) {
        if (value == null) {
            text.append("\\N");
        } else if (value instanceof String string) {
            append(string);
        } else if (value instanceof Long || value instanceof Integer) {
            text.append(((Number) value).longValue());
        } else if (value instanceof LocalDateTime time) {
            text.append(TIME.format(time));
        } else if (value instanceof byte[]) {
            throw new IllegalArgumentException("binary values cannot be loaded as text");
        } else {
            append(value.toString());
        }
    }

    private void append(String string) {
        if (!text.appendPlain(string, ' ', '\\')) {
            text.append(StringUtils.replaceEach(string, SPECIAL, ESCAPED));
        }
    }
}
