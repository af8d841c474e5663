package org.rowmark.run.fork;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.rowmark.options.CpuSet;

/**
 * The start of a fork on some CPUs only. A profiler for JMH because only profilers put a program before the fork's JVM.
 */
public final class ForkPinning implements ExternalProfiler {
    private final CpuSet cpus;

    /** @param cpus as {@link CpuSet#text} */
    public ForkPinning(String cpus) {
        this.cpus = new CpuSet(cpus);
    }

    @Override
    public Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return cpus.prefix();
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

    @Override
    public String getDescription() {
        return "starts the fork on some CPUs only";
    }
}
