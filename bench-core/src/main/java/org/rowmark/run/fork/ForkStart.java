package org.rowmark.run.fork;

import java.io.File;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.rowmark.options.Pinning.CpuSet;
import org.rowmark.process.ParentWatch;

/**
 * A profiler for JMH that measures nothing: only profilers put programs before the fork's JVM. They end it with this
 * process, also before the fork itself sees to that, and start it on some CPUs only.
 */
public final class ForkStart implements ExternalProfiler {
    private final List<String> words = new ArrayList<>(ParentWatch.wordsOfFork());

    /** @param cpus as {@link CpuSet#text}; empty for all */
    public ForkStart(String cpus) {
        if (!cpus.isEmpty()) {
            words.addAll(new CpuSet(cpus).prefix());
        }
    }

    @Override
    public String getDescription() {
        return "starts the fork so that it ends with Rowmark";
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return words;
    }

    @Override
    public Collection<String> addJVMOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public void beforeTrial(BenchmarkParams params) {
        // nothing to measure
    }

    @Override
    public Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File out, File err) {
        return List.of();
    }

    @Override
    public boolean allowPrintOut() {
        return true;
    }

    @Override
    public boolean allowPrintErr() {
        return true;
    }
}
