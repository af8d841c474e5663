package org.rowmark.run.output;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.util.Secrets;
import org.rowmark.workload.Workloads;

/**
 * The export {@code jmh.json}: the run in JMH's own format, one entry per cell, its forks the rounds that were ok.
 * JMH's own writer writes it, so every reader of JMH's files can read it.
 */
public final class JmhExport {
    static final String NAME = "jmh.json";

    /** Properties that the forks of a run get, which differ from run to run without making a difference. */
    private static final Pattern OURS = Pattern.compile(
            "-D(rowmark\\.(endpoint|clock|turns|gate|seed|cache|recent)|java\\.io\\.tmpdir|jmh\\.ignoreLock)=.*");

    private final KeptForks forks;
    private final Map<Integer, PlannedCell> cells = new TreeMap<>();
    private final Map<Integer, List<Integer>> rounds = new TreeMap<>();

    /** @param forks holds the forks until they are exported: with their raw data, those of a long run fill the memory */
    public JmhExport(KeptForks forks) {
        this.forks = forks;
    }

    /** Adds a fork of a cell that was ok and is kept. */
    public synchronized void add(PlannedCell cell, int round) {
        cells.put(cell.number(), cell);
        rounds.computeIfAbsent(cell.number(), number -> new ArrayList<>()).add(round);
    }

    public synchronized void write(RunDirectory directory) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
            ResultFormatFactory.getInstance(ResultFormatType.JSON, out).writeOut(results());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        directory.replace(NAME, bytes.toString(StandardCharsets.UTF_8));
    }

    /**
     * Returns one result per cell, read when JMH's writer reaches it. Not a sorted set, which would drop cells: JMH
     * compares parameters by their position in a sweep.
     */
    private List<RunResult> results() {
        List<PlannedCell> all = List.copyOf(cells.values());
        return new AbstractList<>() {
            @Override
            public RunResult get(int index) {
                return read(all.get(index));
            }

            @Override
            public int size() {
                return all.size();
            }
        };
    }

    private RunResult read(PlannedCell cell) {
        List<BenchmarkResult> results = new ArrayList<>();
        try {
            for (int round : rounds.get(cell.number())) {
                results.add(forks.read(round, cell.number())
                        .orElseThrow(() -> new IOException("what " + cell.label() + " returned in round " + round
                                + " is not in the run directory any more"))
                        .result());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RunResult(params(cell, results), results);
    }

    /**
     * Returns the parameters by which the run names the cell, and its target; those left at a default are many. Their
     * values and the arguments are the texts that come from elsewhere.
     */
    private static BenchmarkParams params(PlannedCell cell, List<BenchmarkResult> forks) {
        BenchmarkParams of = forks.get(0).getParams();
        WorkloadParams params = new WorkloadParams();
        int position = 0;
        for (String key : of.getParamsKeys()) {
            if (key.equals(Workloads.TARGET_PARAMETER) || cell.parameters().containsKey(key)) {
                params.put(key, Secrets.scrubName(of.getParam(key)), position++);
            }
        }
        return new BenchmarkParams(
                of.getBenchmark(),
                of.generatedBenchmark(),
                of.shouldSynchIterations(),
                of.getThreads(),
                of.getThreadGroups(),
                of.getThreadGroupLabels(),
                forks.size(),
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

    /** Removes secrets and Rowmark's own properties. */
    private static Collection<String> withoutOurs(Collection<String> arguments) {
        return arguments.stream()
                .filter(argument -> !OURS.matcher(argument).matches())
                .map(Secrets::scrub)
                .toList();
    }
}
