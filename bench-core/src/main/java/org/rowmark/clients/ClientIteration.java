package org.rowmark.clients;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.rowmark.result.CounterName;
import org.rowmark.result.Sample;
import org.rowmark.run.fork.ForkSignalReader;
import org.rowmark.run.fork.SampleRecorder;
import org.rowmark.util.LatencyHistogram;

/** A client's part of an iteration: JMH's result, and what the fork signalled beside it. Times are the coordinator's. */
final class ClientIteration implements ForkSignalReader.Taker {
    /** The operations of a second. */
    record Second(Instant start, Duration length, int every, Histogram times) {}

    final int client;
    final Report.Iterated report;
    final JmhResult result;
    final Map<String, Sample.Metric> metrics = new TreeMap<>();
    final Map<String, Histogram> times = new LinkedHashMap<>();
    final List<Second> seconds = new ArrayList<>();
    final Map<String, String> data = new TreeMap<>();
    final List<String> lines = new ArrayList<>();
    OptionalDouble speed = OptionalDouble.empty();
    Window window = new Window(Instant.EPOCH, Instant.EPOCH);

    ClientIteration(int client, Report.Iterated report) {
        this.client = client;
        this.report = report;
        this.result = report.result();
        ForkSignalReader reader = new ForkSignalReader(this);
        report.lines().forEach(reader);
    }

    long operations() {
        return result.operations();
    }

    /** Returns the load of the fork's CPU time in percent; empty where it was not counted. */
    OptionalDouble cpuLoad() {
        return Optional.ofNullable(result.secondary().get(CounterName.CLIENT_LOAD.metric()))
                .map(load -> OptionalDouble.of(load.score()))
                .orElseGet(OptionalDouble::empty);
    }

    @Override
    public void progress(String text) {
        // of a single client: nobody watches it
    }

    @Override
    public void metric(String name, Sample.Metric metric) {
        metrics.merge(name, metric, SampleRecorder::ofThreads);
    }

    @Override
    public void latencies(String kind, Histogram ofThread) {
        times.computeIfAbsent(kind, none -> LatencyHistogram.empty()).add(ofThread);
    }

    @Override
    public void second(Instant start, Duration length, int every, Histogram ofSecond) {
        seconds.add(new Second(report.clock().correct(start), length, every, ofSecond));
    }

    @Override
    public void data(String name, String fingerprint) {
        data.put(name, fingerprint);
    }

    @Override
    public void speed(double millionSteps) {
        speed = OptionalDouble.of(millionSteps);
    }

    @Override
    public void window(Instant begin, Instant end) {
        window = new Window(report.clock().correct(begin), report.clock().correct(end));
    }

    @Override
    public void line(String text) {
        lines.add(text);
    }
}
