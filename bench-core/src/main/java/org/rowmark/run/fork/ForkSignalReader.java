package org.rowmark.run.fork;

import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import org.rowmark.fixture.ForkSignals;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.result.Sample;
import org.rowmark.util.UsageException;

/** Tells signals of a fork from what it prints. */
final class ForkSignalReader implements Consumer<String> {
    /** Takes what a fork says. */
    interface Taker {
        /** How far the iteration is, in words. */
        void progress(String text);

        /** A further metric of the iteration that is going on. */
        void metric(String name, Sample.Metric metric);

        /** Times of the single operations of the iteration that is going on, in nanoseconds. */
        void latencies(Histogram times);

        /** Which data is measured on: a name, and what is the same for the same data only. */
        void data(String name, String fingerprint);

        /** Anything else, without its line end. */
        void line(String text);
    }

    private static final Pattern METRIC =
            Pattern.compile(ForkSignals.METRIC + "(\\S+) (-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?|NaN) (\\S+)");

    private static final Pattern DATA = Pattern.compile(ForkSignals.DATA + "(\\S+) (.+)");

    private final Taker taker;
    private boolean isBlankHeldBack;

    ForkSignalReader(Taker taker) {
        this.taker = taker;
    }

    /** A signal ends the line that it may break into; where there was none, the blank line is its own. */
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

    /** What cannot be understood is shown as it is: this runs in the thread on which JMH's link lives. */
    private void signal(String text) {
        Matcher metric = METRIC.matcher(text);
        Matcher data = DATA.matcher(text);
        if (text.startsWith(ForkSignals.PROGRESS)) {
            taker.progress(text.substring(ForkSignals.PROGRESS.length()));
        } else if (metric.matches()) {
            taker.metric(metric.group(1), new Sample.Metric(Double.parseDouble(metric.group(2)), metric.group(3)));
        } else if (text.startsWith(ForkSignals.LATENCIES)) {
            latencies(text);
        } else if (data.matches()) {
            taker.data(data.group(1), data.group(2));
        } else {
            taker.line(text);
        }
    }

    private void latencies(String text) {
        try {
            taker.latencies(LatencyHistogram.decode(text.substring(ForkSignals.LATENCIES.length())));
        } catch (UsageException e) {
            taker.line(text);
        }
    }
}
