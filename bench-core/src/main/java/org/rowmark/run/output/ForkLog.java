package org.rowmark.run.output;

import java.io.IOException;
import java.util.List;
import org.rowmark.util.LastLines;
import org.rowmark.util.LineSplitter;
import org.rowmark.util.Secrets;

/**
 * The lines of one fork in the log of a run, the last of which are remembered for the reason of a failure. Nothing may be
 * measured that is not recorded: the fork is ended as soon as a line or a sample cannot be written.
 */
public final class ForkLog implements AutoCloseable {
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

    /** Sets what ends the fork. */
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

    /** Ends the last line. */
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
