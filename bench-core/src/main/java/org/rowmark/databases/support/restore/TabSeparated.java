package org.rowmark.databases.support.restore;

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

    private final RowSource rows;
    private long key;
    private byte[] line = new byte[0];
    private int position;

    public TabSeparated(RowSource rows) {
        this.rows = rows;
    }

    @Override
    public int read() {
        return fill() ? line[position++] & 0xff : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        int done = 0;
        while (done < length && fill()) {
            int part = Math.min(length - done, line.length - position);
            System.arraycopy(line, position, target, offset + done, part);
            position += part;
            done += part;
        }
        return done == 0 ? -1 : done;
    }

    private boolean fill() {
        if (position == line.length && key < rows.count()) {
            line = line(rows.row().values(++key)).getBytes(StandardCharsets.UTF_8);
            position = 0;
        }
        return position < line.length;
    }

    private static String line(Object[] values) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < values.length; i++) {
            line.append(i == 0 ? "" : "\t").append(text(values[i]));
        }
        return line.append('\n').toString();
    }

    private static String text(Object value) {
        if (value == null) {
            return "\\N";
        }
        if (value instanceof Number) {
            return value.toString(); // has nothing to escape: a third of the time of a table of numbers
        }
        if (value instanceof LocalDateTime time) {
            return TIME.format(time);
        }
        if (value instanceof byte[]) {
            throw new IllegalArgumentException("binary values cannot be loaded as text");
        }
        return StringUtils.replaceEach(value.toString(), SPECIAL, ESCAPED);
    }
}
