package org.rowmark.run.fork;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.rowmark.fork.ForkSignals;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.util.LatencyHistogram;

/** A reader of the output of a fork that separates signals from other lines. */
public final class ForkSignalReader implements Consumer<String> {
    /** A consumer of the signals of a fork, most of which belong to its current iteration, and of its other lines. */
    public interface Taker {
        void progress(String text);

        void metric(String name, Sample.Metric metric);

        /** Takes the times of single operations in nanoseconds; {@link ForkSignals#NO_KIND} without kinds. */
        void latencies(String kind, Histogram times);

        /**
         * Takes a second.
         *
         * @param every of how many operations one is timed
         * @param times of the operations that ended in it, in nanoseconds
         */
        void second(Instant start, Duration length, int every, Histogram times);

        /** Takes what was done in the last seconds of an iteration that goes on. */
        default void recent(Recent seconds) {}

        /** Takes the name and the fingerprint of data that is measured on. */
        void data(String name, String fingerprint);

        /** Takes the times between which the workload worked. */
        default void window(Instant begin, Instant end) {}

        /** Takes the speed of one thread, in million steps per second. */
        void speed(double millionSteps);

        /** Takes any other line, without its end. */
        void line(String text);
    }

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
        String[] words = text.split(" ", -1);
        String rest = text.substring(Math.min(text.length(), words[0].length() + 1));
        try {
            switch (words[0] + " ") {
                case ForkSignals.PROGRESS -> taker.progress(rest);
                case ForkSignals.METRIC ->
                    taker.metric(words[1], new Sample.Metric(Double.parseDouble(words[2]), words[3]));
                case ForkSignals.LATENCIES -> {
                    String kind = words.length > 2 ? words[1] : ForkSignals.NO_KIND;
                    taker.latencies(kind, LatencyHistogram.decode(words[words.length - 1]));
                }
                case ForkSignals.SECOND ->
                    taker.second(
                            Instant.ofEpochMilli(Long.parseLong(words[1])),
                            Duration.ofMillis(Long.parseLong(words[2])),
                            Integer.parseInt(words[3]),
                            LatencyHistogram.decode(words[4]));
                case ForkSignals.RECENT -> taker.recent(recent(words));
                case ForkSignals.DATA -> taker.data(words[1], rest.substring(words[1].length() + 1));
                case ForkSignals.WINDOW -> taker.window(time(words[1]), time(words[2]));
                case ForkSignals.SPEED -> taker.speed(Double.parseDouble(words[1]));
                default -> taker.line(text);
            }
        } catch (RuntimeException e) {
            taker.line(text);
        }
    }

    /** Returns what was done in the last seconds if a line is the signal of that. */
    public static Optional<Recent> recent(String line) {
        return line.startsWith(ForkSignals.MARK + ForkSignals.RECENT)
                ? Optional.of(recent(line.substring(ForkSignals.MARK.length()).split(" ", -1)))
                : Optional.empty();
    }

    private static Recent recent(String... words) {
        return new Recent(Double.parseDouble(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
    }

    private static Instant time(String micros) {
        return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
    }
}
