package org.rowmark.run.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.rowmark.util.Secrets;

/** The file {@code log.txt}: the output of JMH and of the forks, line by line, without secrets. */
public final class RunLog implements AutoCloseable {
    private static final String NAME = "log.txt";

    private final BufferedWriter writer;
    private String problem = "";

    /** Opens the file of a run, behind what it holds of a run that is continued. */
    public RunLog(Path directory) throws IOException {
        this.writer =
                Files.newBufferedWriter(directory.resolve(NAME), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Writes a line, or several. */
    public synchronized void println(String text) {
        try {
            for (String line : (text.replace("\r", "") + "\n").lines().toList()) {
                writer.write(Secrets.scrub(line));
                writer.newLine();
            }
            writer.flush();
        } catch (IOException e) {
            problem = e.getMessage();
        }
    }

    /** Throws the error of a line that could not be written. */
    synchronized void check() throws IOException {
        if (!problem.isEmpty()) {
            throw new IOException(NAME + " cannot be written: " + problem);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        writer.close();
    }
}
