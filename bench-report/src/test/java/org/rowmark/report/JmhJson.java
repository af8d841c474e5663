package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/** A writer of result files in JMH's format, with invented values. */
public final class JmhJson {
    private final List<String> entries = new ArrayList<>();
    private final Random random;

    public JmhJson(long seed) {
        random = new Random(seed);
    }

    /** Adds an entry with {@code forks} whole forks of three iterations around a level. */
    JmhJson benchmark(String name, String params, String mode, String unit, int forks, double level) {
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < forks; i++) {
            double fork = level * Math.exp(0.01 * random.nextGaussian());
            rows.add(String.format(Locale.ROOT, "[%.6f, %.6f, %.6f]", fork, fork * 1.01, fork * 0.99));
        }
        return entry(
                name,
                params,
                mode,
                unit,
                forks,
                "\"rawData\": " + rows.stream().collect(Collectors.joining(", ", "[", "]")));
    }

    /** Adds an entry whose forks are given as JSON: {@code "rawData": [[1, 2, 3]]}. */
    public JmhJson entry(String name, String params, String mode, String unit, int forks, String raw) {
        entries.add("""
                {"jmhVersion": "1.37", "benchmark": "%s", "mode": "%s", "threads": 1, "forks": %d,
                 "jvm": "/opt/jdk/bin/java", "jvmArgs": ["-Xmx1g"], "jdkVersion": "17.0.15", "vmName": "OpenJDK VM",
                 "vmVersion": "17.0.15+6", "warmupIterations": 2, "warmupTime": "1 s", "warmupBatchSize": 1,
                 "measurementIterations": 3, "measurementTime": "1 s", "measurementBatchSize": 1,
                 "params": {%s},
                 "primaryMetric": {"score": 12.5, "scoreError": "NaN", "scoreUnit": "%s", %s},
                 "secondaryMetrics": {}}""".formatted(name, mode, forks, params, unit, raw));
        return this;
    }

    public JmhJson throughput(String name, String params, int forks, double level) {
        return benchmark(name, params, "thrpt", "ops/s", forks, level);
    }

    public Path write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        return Files.writeString(file, entries.stream().collect(Collectors.joining(",\n", "[\n", "\n]\n")));
    }
}
