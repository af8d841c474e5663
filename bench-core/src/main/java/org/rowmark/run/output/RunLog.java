package org.rowmark.run.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.rowmark.util.Secrets;

/** {@code log.txt}: what JMH and the forks print, line by line, without secrets. */
public final class RunLog implements AutoCloseable {
    private static final String NAME = "log.txt";
    private static final int REMEMBERED_LINES = 200;

    private final BufferedWriter writer;
    private final StringBuilder line = new StringBuilder();
    private final Deque<String> last = new ArrayDeque<>();

    public RunLog(Path directory) throws IOException {
        this.writer = Files.newBufferedWriter(directory.resolve(NAME));
    }

    /** Text with or without line ends. */
    public synchronized void print(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\n') {
                endLine();
            } else if (c != '\r') {
                line.append(c);
            }
        }
    }

    public void println(String text) {
        print(text + "\n");
    }

    /** The lines since {@link #forget}, at most the last 200. */
    public synchronized List<String> remembered() {
        return List.copyOf(last);
    }

    public synchronized void forget() {
        last.clear();
    }

    @Override
    public synchronized void close() throws IOException {
        if (line.length() > 0) {
            endLine();
        }
        writer.close();
    }

    private void endLine() {
        String scrubbed = Secrets.scrub(line.toString());
        line.setLength(0);
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
