package org.rowmark.run.fork;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.rowmark.result.Sample;
import org.rowmark.run.output.RunListener.Recent;
import org.rowmark.util.LatencyHistogram;

/** What the turns of a fork did since they were last reported: each is shorter than the time between two reports. */
final class RecentTurns {
    private final Duration every;
    private final Histogram times = LatencyHistogram.empty();
    private Instant reported;
    private Duration worked = Duration.ZERO;
    private long operations;
    private double errors;

    RecentTurns(Duration every) {
        this.every = every;
    }

    /** Adds a turn with the times of its operations; returns all since the last report if another one is due. */
    Optional<Recent> add(Sample turn, Histogram ofTurn) {
        reported = reported == null ? turn.start() : reported;
        worked = worked.plus(Duration.between(turn.start(), turn.end()));
        operations += turn.operations();
        errors += turn.secondary()
                .getOrDefault("retries", new Sample.Metric(0, "#"))
                .score();
        times.add(ofTurn);
        if (Duration.between(reported, turn.end()).compareTo(every) < 0) {
            return Optional.empty();
        }
        double perSecond = (double) operations * TimeUnit.SECONDS.toNanos(1) / Math.max(1, worked.toNanos());
        Recent recent = new Recent(perSecond, times.getValueAtPercentile(99), Math.round(errors));
        reported = turn.end();
        worked = Duration.ZERO;
        operations = 0;
        errors = 0;
        times.reset();
        return Optional.of(recent);
    }
}
