package org.rowmark.result.directory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.Failable;

/** The lines of a file, as many at once as can be parsed in parallel, read into the same memory again and again. */
final class LineBatches {
    /** In bytes; a much larger array would be a humongous object, for each of which the collector would start marking. */
    private static final int SIZE = 1 << 18;

    private final InputStream in;
    private byte[] bytes = new byte[SIZE];

    /** The start of a line whose end has not been read. */
    private int start;

    private int end;

    private LineBatches(InputStream in) {
        this.in = in;
    }

    /** A line as it was read. */
    static final class Text {
        final byte[] bytes;
        final int start;
        final int end;

        Text(byte[] bytes, int start, int end) {
            this.bytes = bytes;
            this.start = start;
            this.end = end;
        }
    }

    /** Returns the lines in their order, each batch until the next one; closes the file behind the last one. */
    static Stream<List<Text>> of(Path file) {
        LineBatches batches = new LineBatches(Failable.call(() -> Files.newInputStream(file)));
        return Stream.generate(() -> Failable.call(batches::next)).takeWhile(batch -> !batch.isEmpty());
    }

    private List<Text> next() throws IOException {
        List<Text> lines = new ArrayList<>();
        boolean isLast = false;
        while (lines.isEmpty() && !isLast) {
            int known = end - start;
            byte[] next = known < bytes.length / 2 ? bytes : new byte[2 * bytes.length];
            System.arraycopy(bytes, start, next, 0, known);
            bytes = next;
            start = 0;
            end = known + in.readNBytes(bytes, known, bytes.length - known);
            isLast = end < bytes.length;
            for (int i = lineEnd(known); i >= 0 && i < end; i = lineEnd(start)) {
                lines.add(new Text(bytes, start, i));
                start = i + 1;
            }
        }
        if (isLast && start < end) {
            lines.add(new Text(bytes, start, end));
            start = end;
        }
        if (lines.isEmpty()) {
            in.close();
        }
        return lines;
    }

    private int lineEnd(int from) {
        return ArrayUtils.indexOf(bytes, (byte) '\n', from);
    }
}
