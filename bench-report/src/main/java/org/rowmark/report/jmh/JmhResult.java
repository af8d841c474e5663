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
 * @param threads empty if the file does not tell
 * @param forksAskedFor how many forks were asked for, which is not how many there are; 0 for a run inside JMH's own JVM;
 *     empty if the file does not tell
 * @param iterationsAskedFor measured iterations per fork that were asked for; empty if the file does not tell
 * @param parameters values by name, in the order of the file
 * @param setup how it was measured
 * @param score the score that JMH itself made of all iterations; NaN if the file does not tell
 * @param unit of the score, for example ops/s
 * @param forks what is there of each fork, in the order of the file
 * @param secondary further metrics by their names of JMH 1.37, see {@link JmhLabels}
 */
public record JmhResult(
        String benchmark,
        String mode,
        OptionalInt threads,
        OptionalInt forksAskedFor,
        OptionalInt iterationsAskedFor,
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
     * How it was measured, in words; empty where the file does not tell.
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
     * @param times of the single operations of all iterations in nanoseconds; empty for every mode but sample
     */
    public record Fork(List<Double> scores, Optional<Histogram> times) {
        public Fork {
            scores = List.copyOf(scores);
        }

        /** Mean of the iterations, NaN if one of them has no number. */
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
