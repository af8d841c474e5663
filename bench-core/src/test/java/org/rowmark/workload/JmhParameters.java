package org.rowmark.workload;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.runner.IterationType;
import org.openjdk.jmh.runner.WorkloadParams;
import org.openjdk.jmh.runner.options.TimeValue;

/** JMH's parameters of a benchmark that JMH itself does not run, of which only those given matter. */
public final class JmhParameters {
    private static final IterationParams ITERATION =
            new IterationParams(IterationType.MEASUREMENT, 1, TimeValue.NONE, 1);

    private JmhParameters() {}

    public static BenchmarkParams of(String benchmark, Mode mode, int threads) {
        return of(benchmark, mode, threads, new WorkloadParams(), ITERATION, ITERATION);
    }

    /** @param values of the parameters of the benchmark's own */
    public static BenchmarkParams of(
            String benchmark,
            Mode mode,
            int threads,
            WorkloadParams values,
            IterationParams warmup,
            IterationParams measurement) {
        return new BenchmarkParams(
                benchmark,
                "",
                true,
                threads,
                new int[] {threads},
                List.of(),
                1,
                0,
                warmup,
                measurement,
                mode,
                values,
                TimeUnit.SECONDS,
                1,
                "",
                List.of(),
                "",
                "",
                "",
                "",
                TimeValue.NONE);
    }
}
