package org.rowmark.run.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secrets;

/** The file {@code log.txt}: the output of JMH and of the forks, line by line, without secrets. */
public final class RunLog implements AutoCloseable {
    private static final String NAME = "log.txt";

    private final BufferedWriter writer;
    private String problem = "";
    private final LineSplitter lines = new LineSplitter(this::write);

    /** Opens the file of a run, behind what it holds of a run that is continued. */
    public RunLog(Path directory) throws IOException {
        this.writer =
                Files.newBufferedWriter(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Writes text with or without line ends. */
    public synchronized void print(String text) {
        lines.print(text);
    }

    public void println(String text) {
        print(text + "\n");
    }

    /** Throws the error of a line that could not be written. */
    synchronized void check() throws IOException {
        if (!problem.isEmpty()) {
            throw new IOException(NAME + " cannot be written: " + problem);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        lines.close();
        writer.close();
    }

    private void write(String line) {
        try {
            writer.write(Secrets.scrub(line));
            writer.newLine();
            writer.flush();
        } catch (IOException e) {
            problem = e.getMessage();
        }
    }
}
