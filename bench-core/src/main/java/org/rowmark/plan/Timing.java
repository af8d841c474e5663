package org.rowmark.plan;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;

/**
 * The iterations of each fork.
 *
 * @param warmups warm-up iterations, 0 or more; the most where the run chooses them
 * @param chosen warm-up iterations of the workloads for which the run has chosen them, by name; empty where it chooses
 *     none
 */
public record Timing(
        int warmups, Duration warmupTime, int iterations, Duration time, Optional<Map<String, Integer>> chosen) {
    public static final Timing DEFAULT = new Timing(2, Duration.ofSeconds(1), 3, Duration.ofSeconds(1));

    /** Used for single shots, as JMH does; their times have no meaning. */
    public static final Timing SINGLE_SHOT = new Timing(0, DEFAULT.warmupTime(), 1, DEFAULT.time());

    public Timing(int warmups, Duration warmupTime, int iterations, Duration time) {
        this(warmups, warmupTime, iterations, time, Optional.empty());
    }

    public Timing {
        atLeast("--warmups", warmups, 0);
        atLeast("--iterations", iterations, 1);
        positive("--warmup-time", warmupTime);
        positive("--time", time);
    }

    /** @throws UsageException if single shots and other workloads are to share numbers that were not set */
    static Timing resolve(RunOptions options, List<Workload> workloads, JmhArguments jmh) {
        Map<Boolean, List<Workload>> byShot = workloads.stream().collect(Collectors.partitioningBy(jmh::isSingleShot));
        List<Workload> shots = byShot.get(true);
        Timing standard = shots.isEmpty() ? DEFAULT : SINGLE_SHOT;
        Optional<Warmups> warmups = options.get(RunOption.WARMUPS);
        Optional<Integer> iterations = options.get(RunOption.ITERATIONS);
        if (!shots.isEmpty() && shots.size() < workloads.size() && (warmups.isEmpty() || iterations.isEmpty())) {
            throw new UsageException(shots.get(0).name() + " is measured in single shots and "
                    + byShot.get(false).get(0).name()
                    + " is not: give --warmups and --iterations for both, or measure them in runs of their own");
        }
        boolean isAuto = warmups.filter(Warmups::isAuto).isPresent();
        return new Timing(
                warmups.map(Warmups::iterations).orElse(standard.warmups()),
                options.get(RunOption.WARMUP_TIME).orElse(standard.warmupTime()),
                iterations.orElse(standard.iterations()),
                options.get(RunOption.TIME).orElse(standard.time()),
                isAuto ? Optional.of(Map.of()) : Optional.empty());
    }

    Timing of(String workload) {
        int own = chosen.map(numbers -> numbers.get(workload)).orElse(warmups);
        return new Timing(own, warmupTime, iterations, time);
    }

    public Timing withIterations(int measured) {
        return new Timing(warmups, warmupTime, measured, time, chosen);
    }

    /** Returns the timing with the warm-up iterations that the run has chosen for a workload. */
    Timing withWarmups(String workload, int number) {
        Map<String, Integer> numbers = new HashMap<>(chosen.orElseThrow());
        numbers.put(workload, number);
        return new Timing(warmups, warmupTime, iterations, time, Optional.of(Map.copyOf(numbers)));
    }

    /** Returns the timing in measured iterations of a slice each; the last slice may reach further. */
    public Timing inSlices(Duration slice) {
        long total = time.multipliedBy(iterations).toMillis();
        int slices = Math.toIntExact((total + slice.toMillis() - 1) / slice.toMillis());
        return new Timing(warmups, warmupTime, slices, slice, chosen);
    }

    /** Returns the time that a fork spends in iterations, but for single shots, which take the time that they take. */
    public Duration perFork() {
        return warmupTime.multipliedBy(warmups).plus(time.multipliedBy(iterations));
    }

    int shots() {
        return warmups + iterations;
    }

    static void atLeast(String option, long value, long least) {
        if (value < least) {
            throw new UsageException(option + " " + value + ": give a whole number of at least " + least);
        }
    }

    static void positive(String option, Duration value) {
        if (value.toMillis() < 1) {
            throw new UsageException(
                    option + " " + value.toMillis() + "ms: give at least 1ms, for example 500ms or 1s");
        }
    }
}
