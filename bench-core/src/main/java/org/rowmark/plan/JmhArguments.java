package org.rowmark.plan;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.Profiler;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Selection;
import org.rowmark.workload.Workload;

/**
 * JMH's own options, as given behind {@code --}. They go to JMH as they are, but for those that Rowmark decides itself;
 * these are refused with the name of the option to use instead.
 */
public final class JmhArguments {
    private static final List<String> OURS = List.of("-Drowmark.", "-Djmh.", "-Djava.io.tmpdir");

    private final List<String> words;
    private final CommandLineOptions options;

    /** @throws UsageException if JMH does not know an option, or Rowmark decides it, or the JVM would get a secret */
    public JmhArguments(List<String> words) {
        this.words = List.copyOf(words);
        this.options = parse(words);
        refuse(options.getForkCount(), "-f", "--rounds: every round is one fork");
        refuse(options.getWarmupForkCount(), "-wf", "--warmups");
        refuse(options.getWarmupIterations(), "-wi", "--warmups");
        refuse(options.getWarmupTime(), "-w", "--warmup-time");
        refuse(options.getMeasurementIterations(), "-i", "--iterations");
        refuse(options.getMeasurementTime(), "-r", "--time");
        refuse(options.getThreads(), "-t", "--threads");
        refuse(options.getResult(), "-rff", "--out");
        refuse(options.getResultFormat(), "-rf", "--out: the run directory holds jmh.json");
        refuse(options.getOutput(), "-o", "--out: the run directory holds log.txt");
        refuse(options.getJvm(), "-jvm", "--vary java=DIR");
        refuse(options.getThreadGroups(), "-tg", "--threads: all threads do the same");
        refuse(options.getOperationsPerInvocation(), "-opi", "no option: one operation is what the workload defines");
        refuse(options.shouldFailOnError(), "-foe", "no option: a failed cell never stops the others");
        if (!options.getIncludes().isEmpty()) {
            throw new UsageException("'" + options.getIncludes().get(0) + "' behind --: name workloads before it");
        }
        if (options.getBenchModes().size() > 1) {
            throw new UsageException("JMH's option -bm: give one mode; every cell has one score");
        }
        refuseWords();
        Secrets.refuseIn("-jvmArgs", options.getJvmArgs().orElse(List.of()));
        Secrets.refuseIn("-jvmArgsAppend", options.getJvmArgsAppend().orElse(List.of()));
        Secrets.refuseIn("-jvmArgsPrepend", options.getJvmArgsPrepend().orElse(List.of()));
        options.getProfilers().forEach(JmhArguments::requireProfiler);
    }

    /** Refuses options that JMH's own main would act upon, and parameters, which are Rowmark's. */
    private void refuseWords() {
        for (String word : words) {
            switch (word) {
                case "-h", "-l", "-lp", "-lprof", "-lrf" ->
                    throw new UsageException("JMH's option " + word
                            + " only prints; use: ./rowmark run --help, ./rowmark list workloads");
                case "-e" -> throw new UsageException("JMH's option -e: name the workloads that you want, before --");
                case "-p" -> throw new UsageException("JMH's option -p: give parameters before --");
                default -> {}
            }
        }
    }

    private static void requireProfiler(ProfilerConfig profiler) {
        try {
            ProfilerFactory.getProfilerOrException(profiler);
        } catch (ProfilerException e) {
            throw new UsageException(
                    "JMH's option -prof " + profiler.getKlass() + ": "
                            + e.getMessage().lines().findFirst().orElse("cannot be used"),
                    e);
        }
    }

    public Options options() {
        return options;
    }

    /** Returns the options with a further profiler, which is before those that are given. */
    public Options profiledFirstBy(Class<? extends Profiler> profiler) {
        List<String> more = new ArrayList<>(List.of("-prof", profiler.getName()));
        more.addAll(words);
        return parse(more);
    }

    /** Returns whether each operation of the workload is measured alone, however long it takes. */
    boolean isSingleShot(Workload workload) {
        return options.getBenchModes().stream().findFirst().orElse(workload.mode()) == Mode.SingleShotTime;
    }

    /** Returns whether each iteration with those values is one operation or a fixed number, however long it takes. */
    boolean isSingleShot(Workload workload, Map<String, String> values) {
        return isSingleShot(workload) || workload.fixedWork(values).isPresent();
    }

    /** Returns the name of the first workload of which something is measured in single shots or fixed work. */
    Optional<String> singleShot(List<Selection> selections) {
        return selections.stream()
                .filter(selection -> singleShots(List.of(selection)).anyMatch(isShot -> isShot))
                .map(selection -> selection.workload().name())
                .findFirst();
    }

    /** Returns whether each iteration of every cell is for a time, and has a mean only. */
    boolean isOfMeans(List<Selection> selections) {
        return singleShot(selections).isEmpty() && !options.getBenchModes().contains(Mode.SampleTime);
    }

    boolean isOfSingleShots(List<Selection> selections) {
        return singleShots(selections).allMatch(isShot -> isShot);
    }

    private Stream<Boolean> singleShots(List<Selection> selections) {
        return selections.stream()
                .flatMap(selection ->
                        selection.combinations().stream().map(values -> isSingleShot(selection.workload(), values)));
    }

    /** @throws UsageException naming the first cell of fixed work, if the mode or a batch size is given */
    void requireFree(List<Selection> selections) {
        String given = !options.getBenchModes().isEmpty()
                ? "-bm"
                : options.getMeasurementBatchSize().hasValue()
                        ? "-bs"
                        : options.getWarmupBatchSize().hasValue() ? "-wbs" : "";
        ofFixedWork(selections.stream()).filter(cell -> !given.isEmpty()).ifPresent(cell -> {
            throw new UsageException("JMH's option " + given + ": the fixed work of " + cell
                    + " decides it; leave it out, or measure that in a run of its own");
        });
    }

    /** Returns an option that has no meaning where operations begin at a rate, which is one per second. */
    Optional<String> withoutRate() {
        if (options.getBenchModes().stream().anyMatch(mode -> mode != Mode.Throughput)) {
            return Optional.of("-bm");
        }
        return options.getTimeUnit().hasValue() ? Optional.of("-tu") : Optional.empty();
    }

    /** Returns the name of the first cell that is measured in fixed work. */
    static Optional<String> ofFixedWork(Stream<Selection> selections) {
        return selections
                .flatMap(selection -> selection.combinations().stream()
                        .filter(values -> selection.workload().fixedWork(values).isPresent())
                        .map(values -> PlannedCell.name(selection.workload().name(), values)))
                .findFirst();
    }

    public List<String> words() {
        return words;
    }

    /** Returns the JVM arguments for the end of a fork's command line: those given and more. */
    public List<String> jvmArgsAppendedBy(List<String> more) {
        List<String> all = new ArrayList<>(options.getJvmArgsAppend().orElse(List.of()));
        all.addAll(more);
        return all;
    }

    /**
     * Returns the flags of the JVMs that measure for a record, without properties of Rowmark's and JMH's own and without
     * those whose names may hold a secret.
     */
    public List<String> jvmFlags() {
        return allJvmFlags().stream()
                .filter(flag -> OURS.stream().noneMatch(flag::startsWith))
                .filter(flag -> !flag.startsWith("-D") || !Secrets.isName(flag.split("=", 2)[0]))
                .map(Secrets::scrub)
                .toList();
    }

    /** Returns the flags of the JVMs that measure, as JMH puts them together, for a command line. */
    public List<String> allJvmFlags() {
        List<String> flags = new ArrayList<>(options.getJvmArgsPrepend().orElse(List.of()));
        flags.addAll(
                options.getJvmArgs().orElse(ManagementFactory.getRuntimeMXBean().getInputArguments()));
        flags.addAll(options.getJvmArgsAppend().orElse(List.of()));
        return flags;
    }

    /** @throws UsageException if JMH does not take the words */
    public static CommandLineOptions parse(List<String> words) {
        try {
            return new CommandLineOptions(words.toArray(String[]::new));
        } catch (CommandLineOptionException e) {
            throw new UsageException("JMH does not take " + String.join(" ", words) + ": " + e.getMessage(), e);
        }
    }

    /** @throws UsageException with what to use instead, if the option has a value */
    public static void refuse(org.openjdk.jmh.util.Optional<?> value, String option, String instead) {
        if (value.hasValue()) {
            throw new UsageException("JMH's option " + option + " is decided by Rowmark; use " + instead);
        }
    }
}
