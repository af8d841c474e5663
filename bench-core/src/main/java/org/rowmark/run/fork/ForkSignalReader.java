package org.rowmark.run.fork;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.rowmark.fork.ForkSignals;
import org.rowmark.result.Sample;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.UsageException;

/** A reader of the output of a fork that separates signals from other lines. */
public final class ForkSignalReader implements Consumer<String> {
    /** A consumer of the signals and lines of a fork. */
    public interface Taker {
        /** Takes the progress of the iteration, in words. */
        void progress(String text);

        /** Takes a further metric of the current iteration. */
        void metric(String name, Sample.Metric metric);

        /**
         * Takes the times of single operations of the current iteration, in nanoseconds.
         *
         * @param kind {@link ForkSignals#NO_KIND} for operations without kinds
         */
        void latencies(String kind, Histogram times);

        /**
         * Takes a second of the current iteration.
         *
         * @param every of how many operations one is timed
         * @param times of the operations that ended in it, in nanoseconds
         */
        void second(Instant start, Duration length, int every, Histogram times);

        /** Takes the name and the fingerprint of data that is measured on. */
        void data(String name, String fingerprint);

        /** Takes the times between which the workload worked in the current iteration. */
        default void window(Instant begin, Instant end) {}

        /** Takes the speed of one thread, in million steps per second. */
        void speed(double millionSteps);

        /** Takes any other line, without its end. */
        void line(String text);
    }

    private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?|NaN)";

    private static final Pattern METRIC = Pattern.compile(ForkSignals.METRIC + "(\\S+) " + NUMBER + " (\\S+)");

    private static final Pattern SPEED = Pattern.compile(ForkSignals.SPEED + NUMBER);

    private static final Pattern SECOND =
            Pattern.compile(ForkSignals.SECOND + "(\\d{1,18}) (\\d{1,18}) (\\d{1,9}) (.*)");

    private static final Pattern WINDOW = Pattern.compile(ForkSignals.WINDOW + "(\\d{1,18}) (\\d{1,18})");

    private static final Pattern DATA = Pattern.compile(ForkSignals.DATA + "(\\S+) (.+)");

    private final Taker taker;
    private boolean isBlankHeldBack;

    public ForkSignalReader(Taker taker) {
        this.taker = taker;
    }

    /**
     * Reads a line. A signal begins with a line end, which ends a line that it breaks into; otherwise the blank line
     * before it is its own.
     */
    @Override
    public void accept(String line) {
        if (line.startsWith(ForkSignals.MARK)) {
            isBlankHeldBack = false;
            signal(line.substring(ForkSignals.MARK.length()));
            return;
        }
        if (isBlankHeldBack) {
            taker.line("");
        }
        isBlankHeldBack = line.isEmpty();
        if (!isBlankHeldBack) {
            taker.line(line);
        }
    }

    /**
     * Reads a signal. One that cannot be parsed is passed on as a line: an exception would end JMH's link, whose thread
     * this is.
     */
    private void signal(String text) {
        Matcher metric = METRIC.matcher(text);
        Matcher data = DATA.matcher(text);
        Matcher speed = SPEED.matcher(text);
        Matcher window = WINDOW.matcher(text);
        if (text.startsWith(ForkSignals.PROGRESS)) {
            taker.progress(text.substring(ForkSignals.PROGRESS.length()));
        } else if (metric.matches()) {
            taker.metric(metric.group(1), new Sample.Metric(Double.parseDouble(metric.group(2)), metric.group(3)));
        } else if (text.startsWith(ForkSignals.LATENCIES)) {
            latencies(text);
        } else if (text.startsWith(ForkSignals.SECOND)) {
            second(text);
        } else if (data.matches()) {
            taker.data(data.group(1), data.group(2));
        } else if (window.matches()) {
            taker.window(time(window.group(1)), time(window.group(2)));
        } else if (speed.matches()) {
            taker.speed(Double.parseDouble(speed.group(1)));
        } else {
            taker.line(text);
        }
    }

    private static Instant time(String micros) {
        return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
    }

    private void latencies(String text) {
        String times = text.substring(ForkSignals.LATENCIES.length());
        int space = times.indexOf(' ');
        String kind = space < 0 ? ForkSignals.NO_KIND : times.substring(0, space);
        try {
            taker.latencies(kind, LatencyHistogram.decode(times.substring(space + 1)));
        } catch (UsageException e) {
            taker.line(text);
        }
    }

    private void second(String text) {
        Matcher second = SECOND.matcher(text);
        try {
            if (second.matches()) {
                taker.second(
                        Instant.ofEpochMilli(Long.parseLong(second.group(1))),
                        Duration.ofMillis(Long.parseLong(second.group(2))),
                        Integer.parseInt(second.group(3)),
                        LatencyHistogram.decode(second.group(4)));
            } else {
                taker.line(text);
            }
        } catch (UsageException e) {
            taker.line(text);
        }
    }
}
