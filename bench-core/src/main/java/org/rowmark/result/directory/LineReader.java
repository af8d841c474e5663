package org.rowmark.result.directory;

import java.io.Closeable;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** A reader of the lines of a part of a file, as bytes. */
final class LineReader implements Closeable {
    private static final int BUFFER = 1 << 18;

    private final FileInputStream in;

    /** The end of the part: the line that contains this position is the last one. */
    private final long end;

    private byte[] buffer = new byte[BUFFER];
    private int filled;

    /** The current line is {@code buffer[from..to)}, without its end. */
    private int from;

    private int to;

    /** Position in the file of the buffer's first byte. */
    private long position;

    private boolean isComplete;

    /**
     * @param start where a line begins
     * @param end where the last line ends
     */
    LineReader(Path file, long start, long end) throws IOException {
        in = new FileInputStream(file.toFile());
        in.getChannel().position(start);
        position = start;
        this.end = end;
        to = -1;
    }

    /** Moves to the next line; false if there is none. */
    boolean next() throws IOException {
        from = to + 1;
        if (position + from >= end) {
            return false;
        }
        int place = from;
        while (true) {
            for (; place < filled; place++) {
                if (buffer[place] == '\n') {
                    to = place;
                    isComplete = true;
                    return true;
                }
            }
            int scanned = place - from;
            if (!fill()) {
                to = filled;
                isComplete = false;
                return filled > from;
            }
            place = from + scanned;
        }
    }

    /** Makes room behind the current line, moves it to the front of the buffer and reads on. */
    private boolean fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, filled - from);
            position += from;
            filled -= from;
            from = 0;
        }
        if (filled == buffer.length) {
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int read = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(0, read);
        return read > 0;
    }

    boolean startsWith(byte[] prefix) {
        return to - from >= prefix.length
                && Arrays.equals(buffer, from, from + prefix.length, prefix, 0, prefix.length);
    }

    /** Returns whether the line has an end: a line without one may have been cut off. */
    boolean isComplete() {
        return isComplete;
    }

    /** Returns the buffer that holds the line, up to the next call of {@link #next}. */
    byte[] buffer() {
        return buffer;
    }

    int offset() {
        return from;
    }

    int length() {
        return to - from;
    }

    /** Returns the position in the file of the line. */
    long start() {
        return position + from;
    }

    /** Returns the position in the file of what follows the line. */
    long following() {
        return position + to + 1;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
