package org.rowmark.run.fork;

import org.rowmark.util.LineSplitter;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.link.BinaryLinkServer;

/**
 * What a fork prints, line by line. JMH does not give it to its output format but prints it itself, by a thread that
 * also delivers the results, in the order in which the fork said both. What other threads print is left alone.
 */
final class ForkOutputCapture {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final LineSplitter outLines;
    private final LineSplitter errLines;

    private ForkOutputCapture(Consumer<String> lines) {
        outLines = new LineSplitter(lines);
        errLines = new LineSplitter(lines);
        System.setOut(new Switch(out, outLines));
        System.setErr(new Switch(err, errLines));
    }

    /** Until {@link #end}, lines of forks go there. */
    static ForkOutputCapture to(Consumer<String> lines) {
        return new ForkOutputCapture(lines);
    }

    void end() {
        System.setOut(out);
        System.setErr(err);
        outLines.close();
        errLines.close();
    }

    /** Tells threads apart. */
    private static final class Switch extends PrintStream {
        private final OutputStream ofForks;

        Switch(PrintStream ofOthers, OutputStream ofForks) {
            super(ofOthers, true);
            this.ofForks = ofForks;
        }

        /** JMH's way to print what a fork printed. */
        @Override
        public void write(byte[] bytes) throws java.io.IOException {
            if (isLink()) {
                ofForks.write(bytes);
            } else {
                super.write(bytes);
            }
        }

        private static boolean isLink() {
            return Thread.currentThread().getClass().getEnclosingClass() == BinaryLinkServer.class;
        }
    }
}
