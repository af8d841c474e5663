package org.rowmark.run.fork;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Consumer;
import java.util.function.Function;
import org.openjdk.jmh.runner.link.BinaryLinkServer;
import org.rowmark.util.LineSplitter;

/**
 * A capture of the output of one fork, line by line. JMH does not pass it to its output format but prints it, in the
 * thread that also delivers the results, in the order in which the fork wrote both. The output of other threads is not
 * captured.
 *
 * <p>Several forks may be captured at the same time: JMH's threads of a fork descend from the one that runs it.
 */
final class ForkOutputCapture {
    private static final InheritableThreadLocal<ForkOutputCapture> OF_FORK = new InheritableThreadLocal<>();
    private static int captures;
    private static PrintStream out;
    private static PrintStream err;

    private final LineSplitter outLines;
    private final LineSplitter errLines;

    private ForkOutputCapture(Consumer<String> lines) {
        outLines = new LineSplitter(lines);
        errLines = new LineSplitter(lines);
    }

    /** Passes lines of the fork that this thread runs from now on to a consumer until {@link #end}. */
    static ForkOutputCapture to(Consumer<String> lines) {
        ForkOutputCapture capture = new ForkOutputCapture(lines);
        OF_FORK.set(capture);
        begin();
        return capture;
    }

    private static synchronized void begin() {
        if (captures++ == 0) {
            out = System.out;
            err = System.err;
            System.setOut(new Switch(out, capture -> capture.outLines));
            System.setErr(new Switch(err, capture -> capture.errLines));
        }
    }

    /** Ends the capture, in the thread that began it. */
    void end() {
        OF_FORK.remove();
        endOne();
        outLines.close();
        errLines.close();
    }

    private static synchronized void endOne() {
        if (--captures == 0) {
            System.setOut(out);
            System.setErr(err);
        }
    }

    /** A print stream that separates the output of JMH's link from that of other threads. */
    private static final class Switch extends PrintStream {
        private final Function<ForkOutputCapture, OutputStream> ofFork;

        Switch(PrintStream ofOthers, Function<ForkOutputCapture, OutputStream> ofFork) {
            super(ofOthers, true);
            this.ofFork = ofFork;
        }

        /** Prints the output of a fork, as JMH calls it. */
        @Override
        public void write(byte[] bytes) throws java.io.IOException {
            ForkOutputCapture capture = OF_FORK.get();
            if (capture != null && isLink()) {
                ofFork.apply(capture).write(bytes);
            } else {
                super.write(bytes);
            }
        }

        private static boolean isLink() {
            return Thread.currentThread().getClass().getEnclosingClass() == BinaryLinkServer.class;
        }
    }
}
