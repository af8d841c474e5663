package org.rowmark.run.output;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.apache.commons.lang3.function.FailableRunnable;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.LastLines;
import org.rowmark.util.LineSplitter;
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

    /** Takes a step whose failure does not end the run, and writes why it failed: that the run could not do it. */
    public void attempt(String what, FailableRunnable<Exception> step) {
        try {
            step.run();
        } catch (Exception | LinkageError e) {
            println("could not " + what + ": " + ErrorMessages.of(e));
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

    /**
     * The lines of one fork in the log of a run, the last of which are remembered for the reason of a failure. Nothing may be
     * measured that is not recorded: the fork is ended as soon as a line or a sample cannot be written.
     */
    public static final class ForkLog implements AutoCloseable {
        private final RunLog log;
        private final String prefix;
        private final LineSplitter lines = new LineSplitter(this::write);
        private final LastLines last = new LastLines();
        private Runnable end = () -> {};
        private IOException problem;

        /** @param prefix of every line, to distinguish forks that live at the same time */
        public ForkLog(RunLog log, String prefix) {
            this.log = log;
            this.prefix = prefix;
        }

        /** Writes text with or without line ends. */
        public synchronized void print(String text) {
            lines.print(text);
        }

        public void println(String text) {
            print(text + "\n");
        }

        public synchronized void endBy(Runnable endOfFork) {
            end = endOfFork;
        }

        /** Ends the fork because something of it could not be written; {@link #check} throws the first such error. */
        public synchronized void unwritten(IOException e) {
            problem = problem == null ? e : problem;
            end.run();
        }

        /** Throws the error of what could not be written, if anything: threads of JMH write it, which must not end by that. */
        public synchronized void check() throws IOException {
            if (problem != null) {
                throw problem;
            }
        }

        /** Returns the lines without prefix and secrets, at most the last 200. */
        public List<String> remembered() {
            return last.all();
        }

        @Override
        public synchronized void close() {
            lines.close();
        }

        private void write(String line) {
            last.add(Secrets.scrub(line));
            log.println(prefix + line);
            try {
                log.check();
            } catch (IOException e) {
                unwritten(e);
            }
        }
    }
}
