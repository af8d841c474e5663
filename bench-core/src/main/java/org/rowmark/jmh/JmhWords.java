package org.rowmark.jmh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.TimeValue;
import org.rowmark.plan.JmhArguments;
import org.rowmark.plan.Timing;
import org.rowmark.util.UsageException;

/** Options of JMH for all forks, in JMH's words. What Rowmark decides is refused. */
final class JmhWords {
    private static final Set<String> PRINTING = Set.of("-h", "-l", "-lp", "-lprof", "-lrf");
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
        this.options = parse(words);
        refuse(options.getForkCount().hasValue(), "-f", "--rounds: every round is one fork");
        refuse(options.getWarmupForkCount().hasValue(), "-wf", "no option: no fork is for warm-up alone");
        refuse(options.getJvm().hasValue(), "-jvm", JarColumn.JAVA);
        refuse(options.getResult().hasValue(), "-rff", "--out: the run directory holds jmh.json");
        refuse(options.getResultFormat().hasValue(), "-rf", "--out: the run directory holds jmh.json");
        refuse(options.getOutput().hasValue(), "-o", "--out: the run directory holds log.txt");
        refuse(options.shouldFailOnError().hasValue(), "-foe", "no option: a failed cell never stops the others");
        refuse(words.contains("-p"), "-p", "-p before --");
        words.stream()
                .filter(PRINTING::contains)
                .findFirst()
                .ifPresent(word -> refuse(true, word, "--dry-run, which lists what would be measured"));
        if (!options.getIncludes().isEmpty()) {
            throw new UsageException("'" + options.getIncludes().get(0) + "' behind --: name benchmarks before it");
        }
    }

    private static CommandLineOptions parse(List<String> words) {
        try {
            return new CommandLineOptions(words.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new UsageException("JMH does not take " + String.join(" ", words) + ": " + e.getMessage(), e);
        }
    }

    private static void refuse(boolean isGiven, String option, String instead) {
        if (isGiven) {
            throw new UsageException("JMH's option " + option + " is decided by Rowmark; use " + instead);
        }
    }

    /** @throws UsageException if JMH does not take the options with further ones */
    void requireTaken(List<String> more) {
        parse(Stream.concat(words.stream(), more.stream()).toList());
    }

    List<String> words() {
        return words;
    }

    boolean excludes(String benchmark) {
        return options.getExcludes().stream()
                .anyMatch(pattern -> Pattern.compile(pattern).matcher(benchmark).find());
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
                first(options.getWarmupIterations(), benchmark.getWarmupIterations())
                        .orElse(usual.warmups()),
                first(options.getWarmupTime(), benchmark.getWarmupTime())
                        .map(JmhWords::duration)
                        .orElse(usual.warmupTime()),
                first(options.getMeasurementIterations(), benchmark.getMeasurementIterations())
                        .orElse(usual.iterations()),
                first(options.getMeasurementTime(), benchmark.getMeasurementTime())
                        .map(JmhWords::duration)
                        .orElse(usual.time()));
    }

    /** Returns the threads of a fork. */
    int threads(BenchmarkListEntry benchmark) {
        int inGroup = Math.max(1, IntStream.of(benchmark.getThreadGroups()).sum());
        int number = first(options.getThreads(), benchmark.getThreads()).orElse(inGroup);
        int all = number == Threads.MAX ? Runtime.getRuntime().availableProcessors() : Math.max(1, number);
        return (all + inGroup - 1) / inGroup * inGroup; // as JMH rounds
    }

    private static <T> Optional<T> first(
            org.openjdk.jmh.util.Optional<T> given, org.openjdk.jmh.util.Optional<T> annotated) {
        return Optional.ofNullable(given.orElse(annotated.orElse(null)));
    }

    private static Duration duration(TimeValue time) {
        return Duration.ofMillis(Math.max(1, time.convertTo(TimeUnit.MILLISECONDS)));
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
