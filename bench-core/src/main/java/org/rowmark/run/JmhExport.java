package org.rowmark.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.rowmark.db.Cache;
import org.rowmark.db.EndpointFile;
import org.rowmark.db.Secrets;
import org.rowmark.result.RunDirectory;
import org.rowmark.state.Db;

/**
 * {@code jmh.json}: the run in JMH's own format, one entry per cell, its forks the rounds that were ok. Written by
 * JMH's own writer, so every reader of JMH's files opens it.
 */
final class JmhExport {
    static final String NAME = "jmh.json";

    static final String TEMPORARY_PROPERTY = "java.io.tmpdir";

    private final Map<Integer, List<BenchmarkResult>> byCell = new TreeMap<>();

    void add(Cell cell, BenchmarkResult fork) {
        byCell.computeIfAbsent(cell.number(), number -> new ArrayList<>()).add(fork);
    }

    /** Replaces the file by what has been added so far. */
    void write(RunDirectory directory) throws IOException {
        // A list: a sorted set would drop cells, for JMH compares parameters by their position in a sweep.
        List<RunResult> results = new ArrayList<>();
        for (List<BenchmarkResult> forks : byCell.values()) {
            results.add(new RunResult(withForks(forks.get(0).getParams(), forks.size()), forks));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results);
        }
        directory.replace(NAME, Secrets.scrub(bytes.toString(StandardCharsets.UTF_8)));
    }

    private static BenchmarkParams withForks(BenchmarkParams of, int forks) {
        WorkloadParams params = new WorkloadParams();
        int position = 0;
        for (String key : of.getParamsKeys()) {
            params.put(key, of.getParam(key), position++);
        }
        return new BenchmarkParams(
                of.getBenchmark(),
                of.generatedBenchmark(),
                of.shouldSynchIterations(),
                of.getThreads(),
                of.getThreadGroups(),
                of.getThreadGroupLabels(),
                forks,
                of.getWarmupForks(),
                of.getWarmup(),
                of.getMeasurement(),
                of.getMode(),
                params,
                of.getTimeUnit(),
                of.getOpsPerInvocation(),
                of.getJvm(),
                withoutOurs(of.getJvmArgs()),
                of.getJdkVersion(),
                of.getVmName(),
                of.getVmVersion(),
                of.getJmhVersion(),
                of.getTimeout());
    }

    /** Our own properties differ from run to run without making a difference. */
    private static Collection<String> withoutOurs(Collection<String> arguments) {
        return arguments.stream()
                .filter(argument -> !argument.startsWith("-D" + EndpointFile.PROPERTY))
                .filter(argument -> !argument.startsWith("-D" + Db.SEED_PROPERTY))
                .filter(argument -> !argument.startsWith("-D" + TEMPORARY_PROPERTY))
                .filter(argument -> !argument.startsWith("-D" + Cache.PROPERTY))
                .filter(argument -> !argument.startsWith("-Djmh.ignoreLock"))
                .toList();
    }
}
