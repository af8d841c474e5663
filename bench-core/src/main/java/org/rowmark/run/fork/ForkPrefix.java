package org.rowmark.run.fork;

import java.io.File;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.ExternalProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;

/** A profiler for JMH that measures nothing: only profilers put a program before the fork's JVM. */
abstract class ForkPrefix implements ExternalProfiler {
    private final List<String> words;

    ForkPrefix(List<String> words) {
        this.words = List.copyOf(words);
    }

    @Override
    public final Collection<String> addJVMInvokeOptions(BenchmarkParams params) {
        return words;
    }

    @Override
    public final Collection<String> addJVMOptions(BenchmarkParams params) {
        return List.of();
    }

    @Override
    public final void beforeTrial(BenchmarkParams params) {
        // nothing to measure
    }

    @Override
    public final Collection<? extends Result<?>> afterTrial(BenchmarkResult result, long pid, File out, File err) {
        return List.of();
    }

    @Override
    public final boolean allowPrintOut() {
        return true;
    }

    @Override
    public final boolean allowPrintErr() {
        return true;
    }
}
