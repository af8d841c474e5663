package org.rowmark.result.directory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.lang3.ArrayUtils;
import org.apache.commons.lang3.function.Failable;

/** The lines of a file, of which some batches are parsed ahead, in parallel to the use of those before. */
final class LineBatches<R> {
    /** In bytes; a much larger array would be a humongous object, for each of which the collector would start marking. */
    private static final int SIZE = 1 << 18;

    private static final int AHEAD = 8;

    private final InputStream in;
    private final Function<Text, R> parser;
    private final Queue<FutureTask<List<R>>> ahead = new ArrayDeque<>();

    /** The start of a line whose end has not been read. */
    private byte[] rest = {};

    private boolean isRead;

    private LineBatches(InputStream in, Function<Text, R> parser) {
        this.in = in;
        this.parser = parser;
    }

    /** A line as it was read, or several. */
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

    /** Returns the parsed lines in their order; closes the file behind the last one. */
    static <R> Stream<R> parsed(Path file, Function<Text, R> parser) {
        LineBatches<R> batches = new LineBatches<>(Failable.call(() -> Files.newInputStream(file)), parser);
        return Stream.generate(() -> Failable.call(batches::next))
                .takeWhile(batch -> !batch.isEmpty())
                .flatMap(List::stream);
    }

    private List<R> next() throws Exception {
        while (!isRead && ahead.size() < AHEAD) {
            Text lines = read();
            FutureTask<List<R>> parsing = new FutureTask<>(() -> parsed(lines));
            ahead.add(parsing);
            ForkJoinPool.commonPool().execute(parsing);
        }
        FutureTask<List<R>> first = ahead.poll();
        if (first == null) {
            return List.of();
        }
        first.run(); // unless another thread has begun
        return first.get();
    }

    /** Reads lines up to the end of one, or of the file. */
    private Text read() throws IOException {
        byte[] bytes;
        int end;
        do {
            bytes = Arrays.copyOf(rest, rest.length + SIZE);
            int known = rest.length + in.readNBytes(bytes, rest.length, SIZE);
            isRead = known < bytes.length;
            end = isRead ? known : ArrayUtils.lastIndexOf(bytes, (byte) '\n') + 1;
            rest = Arrays.copyOfRange(bytes, end, known);
        } while (end == 0 && !isRead);
        if (isRead) {
            in.close();
        }
        return new Text(bytes, 0, end);
    }

    private List<R> parsed(Text lines) {
        List<R> parsed = new ArrayList<>();
        int start = 0;
        while (start < lines.end) {
            int next = ArrayUtils.indexOf(lines.bytes, (byte) '\n', start);
            int end = next < 0 ? lines.end : next;
            parsed.add(parser.apply(new Text(lines.bytes, start, end)));
            start = end + 1;
        }
        return parsed;
    }
}
