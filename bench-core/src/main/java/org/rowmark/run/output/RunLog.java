package org.rowmark.run.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secrets;

/** The file {@code log.txt}: the output of JMH and of the forks, line by line, without secrets. */
public final class RunLog implements AutoCloseable {
    private static final String NAME = "log.txt";
    private static final int REMEMBERED_LINES = 200;

    private final BufferedWriter writer;
    private final LineSplitter lines = new LineSplitter(this::write);
    private final Deque<String> last = new ArrayDeque<>();

    public RunLog(Path directory) throws IOException {
        this.writer = Files.newBufferedWriter(directory.resolve(NAME));
    }

    /** Writes text with or without line ends. */
    public synchronized void print(String text) {
        byte[] bytes = text.replace("\r", "").getBytes(StandardCharsets.UTF_8);
        lines.write(bytes, 0, bytes.length);
    }

    public void println(String text) {
        print(text + "\n");
    }

    /** Returns the lines since {@link #forget}, at most the last 200. */
    public synchronized List<String> remembered() {
        return List.copyOf(last);
    }

    public synchronized void forget() {
        last.clear();
    }

    @Override
    public synchronized void close() throws IOException {
        lines.close();
        writer.close();
    }

    private void write(String line) {
        String scrubbed = Secrets.scrub(line);
        last.addLast(scrubbed);
        if (last.size() > REMEMBERED_LINES) {
            last.removeFirst();
        }
        try {
            writer.write(scrubbed);
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
