package org.rowmark.report;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/** A run of a server with less and less memory, whose last step takes more than it was given. */
public final class MemoryDemo {
    private static final List<String> STEPS = List.of("256M", "192M", "128M", "64M", "32M", "16M");
    private static final List<Double> RATES = List.of(1000.0, 1000.0, 1000.0, 990.0, 700.0, 400.0);
    private static final List<Double> MISSES = List.of(0.0, 0.0, 0.1, 0.5, 5.0, 15.0);
    private static final int ROUNDS = 6;
    private static final double REQUESTS = 100;
    private static final double PAGE = 16384;

    private MemoryDemo() {}

    /** @param cache fact on the system's cache */
    public static RunRecord run(String cache) {
        DemoRun run = new DemoRun(ROUNDS).threads(4).varied("memory").question("How much memory does the server need?");
        for (String step : STEPS) {
            run.target(target(step, cache));
        }
        for (int i = 0; i < STEPS.size(); i++) {
            run.cell(
                    new PlannedCell(i + 1, name(STEPS.get(i)), "mix", "one transaction", Map.of()),
                    Level.throughput(RATES.get(i), 0.003).with(counters(MISSES.get(i))));
        }
        return run.build();
    }

    /** Returns the same run where the smallest step was not warm at its first measured iteration. */
    public static RunRecord warming() {
        RunRecord settled = run("bypassed: innodb_flush_method=O_DIRECT");
        List<Sample> samples = settled.samples().stream()
                .map(sample -> sample.cell() == STEPS.size() && sample.iteration() == 1 ? cold(sample) : sample)
                .toList();
        return SamplesInMemory.record(settled.manifest(), samples, settled.outcomes());
    }

    /** Returns the same run of a server that does not report what its cache answers. */
    public static RunRecord withoutHitRate() {
        RunRecord settled = run("bypassed: innodb_flush_method=O_DIRECT");
        List<Sample> samples = settled.samples().stream()
                .map(sample -> {
                    Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
                    metrics.remove("data.cache-misses");
                    return SamplesInMemory.with(sample, metrics);
                })
                .toList();
        return SamplesInMemory.record(settled.manifest(), samples, settled.outcomes());
    }

    /** Returns the same run with one measured iteration in each round. */
    public static RunRecord ofOneIteration() {
        RunRecord settled = run("bypassed: innodb_flush_method=O_DIRECT");
        List<Sample> samples = settled.samples().stream()
                .filter(sample -> sample.warmup() || sample.iteration() == 1)
                .toList();
        return SamplesInMemory.record(settled.manifest(), samples, settled.outcomes());
    }

    private static Sample cold(Sample sample) {
        Map<String, Sample.Metric> metrics = new TreeMap<>(sample.secondary());
        metrics.putAll(counters(40));
        return SamplesInMemory.with(sample, metrics);
    }

    private static String name(String step) {
        return "mariadb-" + step.toLowerCase(Locale.ROOT);
    }

    private static Map<String, Sample.Metric> counters(double misses) {
        return Map.of(
                "data.cache-hits", new Sample.Metric(REQUESTS - misses, "count/op"),
                "data.cache-misses", new Sample.Metric(misses, "count/op"),
                "data.bytes-read", new Sample.Metric(misses * PAGE, "bytes/op"),
                "data.bytes-written", new Sample.Metric(PAGE, "bytes/op"),
                "log.bytes-written", new Sample.Metric(4000, "bytes/op"),
                "process.bytes-read", new Sample.Metric(misses * PAGE, "bytes/op"),
                "data.size", new Sample.Metric(400e6, "bytes"));
    }

    private static TargetFacts target(String step, String cache) {
        return new TargetFacts(
                name(step),
                "mariadb",
                "MariaDB",
                "local",
                "jdbc:mariadb://127.0.0.1:3306/rowmark",
                "10.11.14-MariaDB",
                "MariaDB Connector/J 3.5.3",
                List.of(),
                "commit waits for the disk: yes",
                Map.of("memory", step, "innodb_buffer_pool_size", step),
                Map.of(
                        "memory in force",
                        step.equals("16M") ? "20M" : step,
                        "system cache of data files",
                        cache,
                        "innodb_buffer_pool_size",
                        step),
                Set.of(),
                Map.of(),
                "loopback",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }
}
