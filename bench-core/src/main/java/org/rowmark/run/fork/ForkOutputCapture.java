package org.rowmark.run.fork;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.rowmark.util.LineSplitter;

/**
 * A capture of the output of forks, line by line. JMH does not pass it to its output format but prints it, in the
 * thread that also delivers the results, in the order in which the fork wrote both. The output of other threads is not
 * captured.
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

    /** Passes lines of forks to a consumer until {@link #end}. */
    static ForkOutputCapture to(Consumer<String> lines) {
        return new ForkOutputCapture(lines);
    }

    void end() {
        System.setOut(out);
        System.setErr(err);
        outLines.close();
        errLines.close();
    }

    /** A print stream that separates the output of JMH's link from that of other threads. */
    private static final class Switch extends PrintStream {
        private final OutputStream ofForks;

        Switch(PrintStream ofOthers, OutputStream ofForks) {
            super(ofOthers, true);
            this.ofForks = ofForks;
        }

        /** Prints the output of a fork, as JMH calls it. */
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
