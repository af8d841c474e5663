package org.rowmark.run.fork;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ResultRole;
import org.openjdk.jmh.results.SampleTimeResult;
import org.openjdk.jmh.results.SingleShotResult;
import org.openjdk.jmh.runner.IterationType;
import org.rowmark.fork.ForkSignals;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.Sample;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.result.latency.LatencyLog;
import org.rowmark.result.latency.TimeLines;
import org.rowmark.run.output.KeptForks.KeptFork;
import org.rowmark.run.output.RunListener;
import org.rowmark.run.output.RunLog.ForkLog;
import org.rowmark.turns.fork.TurnsOfFork;
import org.rowmark.turns.fork.TurnsOfFork.Turn;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.LatencyHistogram;
import org.rowmark.util.SteadyClock;

/**
 * A recorder of the output of one fork. It writes every iteration to the run directory as it ends, warm-up too, because
 * JMH's own result file has neither warm-up nor times and is lost when a run breaks off; the printed text goes to the
 * log. Metrics that the fork signals belong to the iteration that ends next.
 */
public final class SampleRecorder implements PrintedOutput, ForkSignalReader.Taker {
    private final RunDirectory directory;
    private final ForkLog log;
    private final RunListener listener;
    private final PlannedCell cell;
    private final int round;
    private final Optional<TurnsOfFork> turns;
    private final Map<String, Sample.Metric> signalled = new TreeMap<>();
    private final Map<String, Histogram> signalledTimes = new LinkedHashMap<>();
    private final List<TimeLines.Second> signalledSeconds = new ArrayList<>();
    private final LatencyLog.Replicate measured = new LatencyLog.Replicate();
    private final List<TimeLines.Second> seconds = new ArrayList<>();
    private final Map<String, String> data = new TreeMap<>();
    private final List<Sample> samples = new ArrayList<>();
    private boolean signalsScores;
    private Optional<RecentTurns> recentTurns = Optional.empty();
    private double speed = Double.NaN;
    private Instant iterationStart = SteadyClock.now();

    /** @param listener may be the one of other recorders, too: it is called by one after the other */
    public SampleRecorder(
            RunDirectory directory,
            ForkLog log,
            RunListener listener,
            PlannedCell cell,
            int round,
            Optional<TurnsOfFork> turns) {
        this.directory = directory;
        this.log = log;
        this.listener = listener;
        this.cell = cell;
        this.round = round;
        this.turns = turns;
    }

    public PlannedCell cell() {
        return cell;
    }

    /** Returns the round, from 1; 0 for a trial before the first one. */
    public int round() {
        return round;
    }

    /** Returns after which time a fork with so long iterations is to signal what it did in it; empty for never. */
    public Optional<Duration> recentEvery(Duration ofFork) {
        Optional<Duration> every = listener.recentEvery(ofFork);
        recentTurns = turns.flatMap(taken -> every).map(RecentTurns::new);
        return every.filter(time -> turns.isEmpty());
    }

    /** Sets what ends the fork as soon as something of it cannot be written. */
    void endBy(Runnable end) {
        log.endBy(end);
    }

    @Override
    public synchronized void iteration(BenchmarkParams benchmark, IterationParams params, int iteration) {
        iterationStart = SteadyClock.now();
    }

    @Override
    public synchronized void iterationResult(
            BenchmarkParams benchmark, IterationParams params, int iteration, IterationResult data) {
        Optional<Turn> turn = turns.map(TurnsOfFork::nextTurn);
        Instant start = turn.map(Turn::start).orElse(iterationStart);
        iterationResult(params, iteration, data, start, turn.map(Turn::end).orElseGet(SteadyClock::now));
    }

    /** Takes the result of an iteration with its times. */
    public synchronized void iterationResult(
            IterationParams params, int iteration, IterationResult data, Instant start, Instant end) {
        BenchmarkParams benchmark = data.getBenchmarkParams();
        Result<?> primary = data.getPrimaryResult();
        Map<String, Sample.Metric> secondary = new TreeMap<>();
        data.getSecondaryResults()
                .forEach((name, result) ->
                        secondary.put(name, new Sample.Metric(result.getScore(), result.getScoreUnit())));
        secondary.putAll(signalled);
        signalled.clear();
        Optional<Sample.Metric> ownScore = Optional.ofNullable(secondary.remove(ForkSignals.SCORE));
        Sample.Metric score = ownScore.orElseGet(() -> new Sample.Metric(primary.getScore(), primary.getScoreUnit()));
        Histogram times = signalledTimes.isEmpty() ? times(primary, benchmark.getTimeUnit()) : LatencyHistogram.empty();
        signalledTimes.values().forEach(times::add);
        signalledTimes.remove(ForkSignals.NO_KIND);
        Map<String, String> kinds = new LinkedHashMap<>();
        signalledTimes.forEach((kind, ofKind) -> kinds.put(kind, LatencyHistogram.encode(ofKind)));
        Sample sample = new Sample(
                round,
                cell.number(),
                params.getType() == IterationType.WARMUP,
                iteration,
                start,
                end,
                benchmark.getMode().shortLabel(),
                score.score(),
                score.unit(),
                data.getMetadata().getAllOps(),
                secondary,
                LatencyHistogram.encode(times),
                turns.isPresent() ? data.getMetadata().getMeasuredOps() : 0,
                kinds);
        if (!sample.warmup()) {
            measured.add(sample.start(), sample.end(), times, signalledTimes);
            signalsScores = ownScore.isPresent();
        }
        signalledTimes.clear();
        signalledSeconds.forEach(second -> seconds.add(second.in(sample.warmup(), iteration)));
        signalledSeconds.clear();
        try {
            directory.append(sample);
        } catch (IOException e) {
            log.unwritten(e);
        }
        samples.add(sample);
        log.println(params.getType() + " iteration " + iteration + ": " + score.score() + " " + score.unit());
        recentTurns.flatMap(turn -> turn.add(sample, times)).ifPresent(this::recent);
        synchronized (listener) {
            listener.sampled(cell, sample);
        }
    }

    /** Returns the times of single operations in nanoseconds, which JMH takes in the mode sample only. */
    private static Histogram times(Result<?> result, TimeUnit unit) {
        Histogram histogram = LatencyHistogram.empty();
        if (result instanceof SampleTimeResult) {
            long nanosPerUnit = unit.toNanos(1);
            result.getStatistics()
                    .getRawData()
                    .forEachRemaining(time ->
                            histogram.recordValueWithCount(Math.round(time.getKey() * nanosPerUnit), time.getValue()));
        }
        return histogram;
    }

    @Override
    public void progress(String text) {
        synchronized (listener) {
            listener.progress(cell, ErrorMessages.oneLine(text));
        }
    }

    @Override
    public void recent(RunListener.Recent seconds) {
        synchronized (listener) {
            listener.recent(cell, seconds);
        }
    }

    /** Keeps the metric for the result of the same iteration, which JMH delivers after its teardown. */
    @Override
    public synchronized void metric(String name, Sample.Metric metric) {
        signalled.merge(name, metric, SampleRecorder::ofThreads);
        log.println(name + " " + metric.score() + " " + metric.unit());
    }

    /** Returns the metric of two threads: counts add up. */
    public static Sample.Metric ofThreads(Sample.Metric first, Sample.Metric second) {
        return second.unit().equals("#") ? new Sample.Metric(first.score() + second.score(), "#") : second;
    }

    /** Keeps times in place of those of JMH in the mode sample, whose operations consist of many of these. */
    @Override
    public synchronized void latencies(String kind, Histogram times) {
        signalledTimes.computeIfAbsent(kind, none -> LatencyHistogram.empty()).add(times);
        log.println("latencies of " + times.getTotalCount() + (kind.isEmpty() ? "" : " " + kind) + " operations");
    }

    @Override
    public synchronized void second(Instant start, Duration length, int every, Histogram times) {
        signalledSeconds.add(TimeLines.Second.of(round, start, length, every, times)); // without the histogram
    }

    /**
     * Returns what the fork has returned. JMH's result has the scores that the fork signalled and the time of the
     * measured iterations, as JMH takes it from a clock that may be set.
     */
    public synchronized KeptFork completed(BenchmarkResult result) {
        List<Double> warmups =
                samples.stream().filter(Sample::warmup).map(Sample::score).toList();
        return new KeptFork(timed(result), warmups, new TreeMap<>(data), speed);
    }

    private BenchmarkResult timed(BenchmarkResult result) {
        List<Sample> iterations = samples();
        if (iterations.isEmpty() || result.getMetadata() == null) {
            return result;
        }
        long first = iterations.get(0).start().toEpochMilli();
        long last = iterations.get(iterations.size() - 1).end().toEpochMilli();
        BenchmarkResult timed = new BenchmarkResult(
                result.getParams(),
                signalsScores ? scored(result.getIterationResults(), iterations) : result.getIterationResults(),
                new BenchmarkResultMetaData(first, first, last, 0, 0));
        result.getBenchmarkResults().values().forEach(timed::addBenchmarkResult);
        return timed;
    }

    /** Returns the iterations with the scores of samples, in seconds, in place of the times that JMH took. */
    private static Collection<IterationResult> scored(Collection<IterationResult> iterations, List<Sample> samples) {
        List<IterationResult> all = new ArrayList<>();
        for (IterationResult iteration : iterations) {
            IterationResult scored =
                    new IterationResult(iteration.getBenchmarkParams(), iteration.getParams(), iteration.getMetadata());
            scored.addResult(new SingleShotResult(
                    ResultRole.PRIMARY,
                    iteration.getPrimaryResult().getLabel(),
                    Math.round(samples.get(all.size()).score() * TimeUnit.SECONDS.toNanos(1)),
                    iteration.getBenchmarkParams().getTimeUnit()));
            scored.addResults(iteration.getRawSecondaryResults().values());
            all.add(scored);
        }
        return all;
    }

    public synchronized List<Sample> samples() {
        return samples.stream().filter(sample -> !sample.warmup()).toList();
    }

    /** Writes the times of all iterations to the run directory, once the fork has ended well. */
    public synchronized void keepLatencies() throws IOException {
        directory.append(cell, round, measured, seconds);
    }

    @Override
    public synchronized void data(String name, String fingerprint) {
        data.put(name, fingerprint);
        log.println(name + " holds " + fingerprint);
    }

    @Override
    public synchronized void speed(double millionSteps) {
        speed = millionSteps;
        log.println("single-thread speed " + millionSteps + " million steps/s");
    }

    @Override
    public void line(String text) {
        log.println(text);
    }

    @Override
    public void startBenchmark(BenchmarkParams benchmark) {
        log.println("# " + cell.label() + ", round " + round + ", jvm arguments " + benchmark.getJvmArgs());
    }

    @Override
    public void print(String text) {
        log.print(text);
    }

    @Override
    public void close() {
        // The log outlives the fork.
    }
}
