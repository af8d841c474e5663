package org.rowmark.report.jmh;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.HdrHistogram.Histogram;

/**
 * One entry of a result file of JMH: a benchmark in one mode with one set of parameter values.
 *
 * @param benchmark full name of the method
 * @param mode JMH's short name: thrpt, avgt, sample, ss
 * @param threads empty if the file does not contain them
 * @param requestedForks forks that were requested, of which some may be missing; 0 for a run inside JMH's own JVM;
 *     empty if the file does not contain them
 * @param requestedIterations measured iterations per fork that were requested; empty if the file does not contain them
 * @param parameters values by name, in the order of the file
 * @param setup how it was measured
 * @param score JMH's own score over all iterations; NaN if the file does not contain it
 * @param unit of the score, for example ops/s
 * @param forks the iterations of each fork that the file contains, in its order
 * @param secondary further metrics by their names in JMH 1.37, see {@link JmhLabels}
 */
public record JmhResult(
        String benchmark,
        String mode,
        OptionalInt threads,
        OptionalInt requestedForks,
        OptionalInt requestedIterations,
        Map<String, String> parameters,
        Setup setup,
        double score,
        String unit,
        List<Fork> forks,
        Map<String, Metric> secondary) {

    public JmhResult {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        forks = List.copyOf(forks);
        secondary = Collections.unmodifiableMap(new LinkedHashMap<>(secondary));
    }

    /**
     * The conditions of a measurement, in words; empty where the file does not contain them.
     *
     * @param jmh version of JMH
     * @param jvm name and version of the JVM
     * @param jvmArguments of the forks, scrubbed of secrets, separated by spaces
     * @param warmup for example {@code 3 x 1 s}
     * @param measurement for example {@code 5 x 2 s}
     */
    public record Setup(String jmh, String jvm, String jvmArguments, String warmup, String measurement) {}

    /**
     * The measured iterations of one fork.
     *
     * @param scores one per iteration; NaN where the file has no number
     * @param times of single operations in all iterations, in nanoseconds; empty except in the mode sample
     */
    public record Fork(List<Double> scores, Optional<Histogram> times) {
        public Fork {
            scores = List.copyOf(scores);
        }

        /** Returns the mean of the iterations, NaN if one of them has no number. */
        public double mean() {
            return scores.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
        }
    }

    /**
     * A further metric.
     *
     * @param unit as JMH writes it
     * @param forks scores by fork and iteration; without iterations for what a profiler measured of a whole fork
     */
    public record Metric(String unit, List<List<Double>> forks) {
        public Metric {
            forks = forks.stream().map(List::copyOf).toList();
        }
    }
}
