package org.rowmark.cli.option;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.rowmark.jmh.JarOptions;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of the command that measures jars: its own, some of a run, and JMH's by their own names. */
public final class JarFlags {
    private static final String JVM_ARGS = "-jvmArgs";

    /** Options of JMH by its names that have one value. */
    private static final List<JmhOption> OF_JMH = List.of(
            new JmhOption("-wi", "N", "warm-up iterations of a fork."),
            new JmhOption("-w", "TIME", "length of a warm-up iteration."),
            new JmhOption("-i", "N", "measured iterations of a fork."),
            new JmhOption("-r", "TIME", "length of a measured iteration."),
            new JmhOption("-t", "N", "threads."),
            new JmhOption("-bm", "MODE", "mode, such as thrpt, avgt, sample or ss."),
            new JmhOption("-tu", "UNIT", "unit of time of scores."),
            new JmhOption("-e", "REGEX", "benchmarks to leave out."));

    private record JmhOption(String name, String label, String description) {}

    /** The words of a run's options that are different here. */
    private static final Map<RunOption<?>, String> WORDS = Map.of(
            RunOption.BASELINE,
            "The jar that the others are compared with; of a single jar, the value of the parameter that makes the"
                    + " columns. Default: the first.",
            RunOption.TIMEOUT,
            "The longest time of a fork; then the cell fails. Default: 15m plus 4 times its iterations; 2h with single"
                    + " shots.",
            RunOption.SEED,
            "Seed of the order. Default: a random one, which is recorded.");

    @Option(
            names = "--jar",
            paramLabel = "[NAME=]JAR",
            description = "A jar that java -jar starts, or Maven coordinates. May be repeated: the first is the"
                    + " baseline.")
    private List<String> jars = new ArrayList<>();

    @Option(
            names = "--classpath",
            paramLabel = "NAME=PATH",
            description = "Benchmarks that are not in one jar, with all libraries, as java -cp takes them. May be"
                    + " repeated.")
    private List<String> classPaths = new ArrayList<>();

    @Option(
            names = "--java",
            paramLabel = "DIR",
            split = ",",
            description = "The JDK of the forks; each of several with each jar. Default: that of Rowmark.")
    private List<String> jdks = new ArrayList<>();

    @Option(
            names = "-p",
            paramLabel = "name=v1,v2",
            description = "Values of a benchmark's parameter, in place of its own. May be repeated.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "-prof", paramLabel = "PROFILER", description = "JMH: a profiler. May be repeated.")
    private List<String> profilers = new ArrayList<>();

    @Option(
            names = JVM_ARGS,
            paramLabel = "FLAGS",
            description = "JMH: flags of the JVMs that measure. May be repeated: each with each jar and JDK.")
    private List<String> jvmArgs = new ArrayList<>();

    @Option(names = "--dry-run", description = "Print the plan, and stop.")
    private boolean dryRun;

    @Option(
            names = "--fail-if-slower",
            description = "Exit with code 3 if a row is slower, with 4 if none can be decided.")
    private boolean isGate;

    @Mixin
    private FullOption full;

    @Option(
            names = RunFlags.REST,
            paramLabel = "JMH OPTIONS",
            arity = "0..*",
            preprocessor = RunFlags.AllThatFollows.class,
            hidden = true) // in the synopsis
    private List<String> rest = List.of();

    private CommandSpec command;

    /** Adds the options of a run to the command. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        OF_JMH.forEach(option -> mixee.addOption(OptionSpec.builder(option.name)
                .type(String.class)
                .paramLabel(option.label)
                .description("JMH: " + option.description)
                .build()));
        ofRun().forEach(option ->
                mixee.addOption(RunFlags.spec(option, WORDS.getOrDefault(option, option.description()))));
    }

    private static Stream<RunOption<?>> ofRun() {
        return RunOption.all().stream().filter(JarOptions.OPTIONS::contains);
    }

    public boolean isDryRun() {
        return dryRun;
    }

    public boolean isGate() {
        return isGate;
    }

    /** Returns whether the report has the counters of each round. */
    public boolean isFull() {
        return full.isFull();
    }

    /** Reads the options that are set. */
    public JarOptions options(List<String> patterns) {
        RunOptions own = RunOptions.NONE.jmh(jmh());
        for (String parameter : parameters) {
            own = own.parameter(parameter);
        }
        for (RunOption<?> option : ofRun().toList()) {
            Object value = command.findOption(option.name()).getValue();
            if (value != null) {
                own = own.withText(option, value.toString());
            }
        }
        List<String> varied = jvmArgs.size() > 1 ? jvmArgs : List.of();
        return new JarOptions(jars, classPaths, jdks, varied, patterns, isGate, own);
    }

    private List<String> jmh() {
        List<String> words = new ArrayList<>();
        for (JmhOption option : OF_JMH) {
            String value = command.findOption(option.name).getValue();
            if (value != null) {
                words.addAll(List.of(option.name, value));
            }
        }
        profilers.forEach(profiler -> words.addAll(List.of("-prof", profiler)));
        if (jvmArgs.size() == 1) {
            words.addAll(List.of(JVM_ARGS, jvmArgs.get(0)));
        }
        words.addAll(rest);
        return words;
    }
}
