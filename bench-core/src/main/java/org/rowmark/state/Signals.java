package org.rowmark.state;

import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * What a fork tells the orchestrating process while an iteration goes on, beside JMH's results: JMH relays the fork's
 * standard output as it comes. Each signal is one line that begins with {@link #MARK}.
 */
public final class Signals {
    /** Begins a line that is a signal and no output; no program prints it by chance. */
    public static final String MARK = "\u0001rowmark ";

    /** Follows the mark: how far the iteration is, in words. */
    public static final String PROGRESS = "progress ";

    /** Follows the mark: name, value and unit of a further metric of the iteration. */
    public static final String METRIC = "metric ";

    /** Follows the mark: times of the iteration's single operations in nanoseconds, as {@link #latencies} packs them. */
    public static final String LATENCIES = "latencies ";

    /** Follows the mark: name and fingerprint of data that is measured on. */
    public static final String DATA = "data ";

    private Signals() {}

    /** Says how far the iteration is: bytes, tables or per cent. */
    public static void progress(String text) {
        send(PROGRESS + text.replaceAll("\\R", " "));
    }

    /**
     * Adds a metric to the iteration that is going on.
     *
     * @param name without spaces, for example {@code phase.data}
     * @param unit without spaces, for example {@code s}
     */
    public static void metric(String name, double value, String unit) {
        send(METRIC + name + " " + String.format(Locale.ROOT, "%s", value) + " " + unit);
    }

    /**
     * Gives the iteration that is going on the times of its single operations, where one operation of JMH's holds many.
     *
     * @param times in nanoseconds; not empty. They are packed as HdrHistogram does, in Base64
     */
    public static void latencies(Histogram times) {
        ByteBuffer buffer = ByteBuffer.allocate(times.getNeededByteBufferCapacity());
        int length = times.encodeIntoCompressedByteBuffer(buffer);
        send(LATENCIES + Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length)));
    }

    /**
     * Says which data is measured on.
     *
     * @param name of the table or the backup, without spaces
     * @param fingerprint one line that is the same for the same data only
     */
    public static void data(String name, String fingerprint) {
        send(DATA + name + " " + fingerprint.replaceAll("\\R", " "));
    }

    /** In one piece: programs that the fork runs may print at the same time. */
    private static void send(String signal) {
        PrintStream out = System.out;
        byte[] line = ("\n" + MARK + signal + "\n").getBytes(StandardCharsets.UTF_8);
        out.write(line, 0, line.length);
        out.flush();
    }
}
