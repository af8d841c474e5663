package org.rowmark.run.fork;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SingleShotResult;
import org.rowmark.fork.ForkSignals;

/** The values of {@link ForkSignals#SCORE} of the measured iterations of a fork; none where it signals no score. */
final class SignalledScores {
    private final List<Double> seconds = new ArrayList<>();

    void add(double score) {
        seconds.add(score);
    }

    /** Returns the iterations with these scores in place of the times that JMH took. */
    Collection<IterationResult> in(Collection<IterationResult> iterations) {
        if (seconds.isEmpty()) {
            return iterations;
        }
        List<IterationResult> scored = new ArrayList<>();
        for (IterationResult iteration : iterations) {
            scored.add(scored(iteration, seconds.get(scored.size())));
        }
        return scored;
    }

    private static IterationResult scored(IterationResult iteration, double seconds) {
        IterationResult scored =
                new IterationResult(iteration.getBenchmarkParams(), iteration.getParams(), iteration.getMetadata());
        scored.addResult(new SingleShotResult(
                ResultRole.PRIMARY,
                iteration.getPrimaryResult().getLabel(),
                Math.round(seconds * TimeUnit.SECONDS.toNanos(1)),
                iteration.getBenchmarkParams().getTimeUnit()));
        scored.addResults(iteration.getRawSecondaryResults().values());
        return scored;
    }
}
