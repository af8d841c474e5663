package org.rowmark.jmh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Optional;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Timing;
import org.rowmark.util.UsageException;

/** Options of JMH for all forks, in JMH's words. What Rowmark decides is refused. */
final class JmhWords {
    private static final String LISTED = "--dry-run, which lists what would be measured";

    /** Options that JMH's main program acts upon, and what takes their place. */
    private static final Map<String, String> REFUSED =
            Map.of("-p", "-p before --", "-h", LISTED, "-l", LISTED, "-lp", LISTED, "-lprof", LISTED, "-lrf", LISTED);

    private static final Set<String> OF_JVM = Set.of(JarColumn.FLAGS, "-jvmArgsAppend", "-jvmArgsPrepend");

    /** JMH 1.21 changed the iterations of benchmarks that set none. */
    private static final Pattern BEFORE_1_21 = Pattern.compile("1\\.(1?\\d|20)(\\D.*)?");

    private static final Timing DEFAULT = new Timing(5, Duration.ofSeconds(10), 5, Duration.ofSeconds(10));
    private static final Timing EARLIER_DEFAULT = new Timing(20, Duration.ofSeconds(1), 20, Duration.ofSeconds(1));

    private final List<String> words;
    private final CommandLineOptions options;

    /** @throws UsageException if JMH does not know an option, or Rowmark decides it */
    JmhWords(List<String> words) {
        this.words = List.copyOf(words);
        this.options = JmhArguments.parse(words);
        JmhArguments.refuse(options.getForkCount(), "-f", "--rounds: every round is one fork");
        JmhArguments.refuse(options.getWarmupForkCount(), "-wf", "no option: no fork is for warm-up alone");
        JmhArguments.refuse(options.getJvm(), "-jvm", JarColumn.JAVA);
        JmhArguments.refuse(options.getResult(), "-rff", "--out: the run directory holds jmh.json");
        JmhArguments.refuse(options.getResultFormat(), "-rf", "--out: the run directory holds jmh.json");
        JmhArguments.refuse(options.getOutput(), "-o", "--out: the run directory holds log.txt");
        JmhArguments.refuse(options.shouldFailOnError(), "-foe", "no option: a failed cell never stops the others");
        words.stream()
                .filter(REFUSED::containsKey)
                .forEach(word -> JmhArguments.refuse(Optional.of(word), word, REFUSED.get(word)));
        if (!options.getIncludes().isEmpty()) {
            throw new UsageException("'" + options.getIncludes().get(0) + "' behind --: name benchmarks before it");
        }
    }

    /** @throws UsageException if JMH does not take the options with further ones */
    void requireTaken(List<String> more) {
        JmhArguments.parse(Stream.concat(words.stream(), more.stream()).toList());
    }

    List<String> words() {
        return words;
    }

    /** Returns the patterns of benchmarks that are left out. */
    List<String> excludes() {
        return options.getExcludes();
    }

    /** Returns the modes that are measured of a benchmark of that mode. */
    Set<Mode> modes(Mode own) {
        Set<Mode> modes =
                new LinkedHashSet<>(options.getBenchModes().isEmpty() ? List.of(own) : options.getBenchModes());
        if (modes.remove(Mode.All)) {
            Stream.of(Mode.values()).filter(mode -> mode != Mode.All).forEach(modes::add);
        }
        return modes;
    }

    /** Returns the iterations of a fork, as its JMH decides them. */
    Timing timing(BenchmarkListEntry benchmark, Mode mode, String version) {
        Timing usual = mode == Mode.SingleShotTime
                ? Timing.SINGLE_SHOT
                : BEFORE_1_21.matcher(version).matches() ? EARLIER_DEFAULT : DEFAULT;
        return new Timing(
                options.getWarmupIterations()
                        .orElse(benchmark.getWarmupIterations().orElse(usual.warmups())),
                time(options.getWarmupTime(), benchmark.getWarmupTime(), usual.warmupTime()),
                options.getMeasurementIterations()
                        .orElse(benchmark.getMeasurementIterations().orElse(usual.iterations())),
                time(options.getMeasurementTime(), benchmark.getMeasurementTime(), usual.time()));
    }

    private static Duration time(Optional<TimeValue> given, Optional<TimeValue> annotated, Duration usual) {
        TimeValue time = given.orElse(annotated.orElse(TimeValue.milliseconds(usual.toMillis())));
        return Duration.ofMillis(Math.max(1, time.convertTo(TimeUnit.MILLISECONDS)));
    }

    /** Returns the threads of a fork. */
    int threads(BenchmarkListEntry benchmark) {
        int inGroup = Math.max(1, IntStream.of(benchmark.getThreadGroups()).sum());
        int number = options.getThreads().orElse(benchmark.getThreads().orElse(inGroup));
        int all = number == Threads.MAX ? Runtime.getRuntime().availableProcessors() : Math.max(1, number);
        return (all + inGroup - 1) / inGroup * inGroup; // as JMH rounds
    }

    /** Returns the flags of the JVMs that measure, none of which are this process's, for the record. */
    JmhArguments ofJvm() {
        List<String> flags =
                new ArrayList<>(words.contains(JarColumn.FLAGS) ? List.of() : List.of(JarColumn.FLAGS, ""));
        for (int i = 0; i + 1 < words.size(); i++) {
            if (OF_JVM.contains(words.get(i))) {
                flags.addAll(words.subList(i, i + 2));
            }
        }
        return new JmhArguments(flags);
    }
}
