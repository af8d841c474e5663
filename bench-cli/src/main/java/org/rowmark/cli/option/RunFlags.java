package org.rowmark.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that measure: those of {@link RunOption}, and a few of the command line's own. */
public final class RunFlags {
    /**
     * The name in picocli of {@code --}, which precedes JMH's options. picocli takes each name of two characters for a
     * short one: {@code --limit} would be {@code --} and its value, as {@code -prows=10} is {@code -p rows=10}.
     */
    public static final String REST = "-- ";

    @Mixin
    private TargetOptions.Names targets;

    @Mixin
    private TargetOptions targetOptions;

    @Option(
            names = "-p",
            paramLabel = "name=v1,v2",
            description = "Values of a workload's parameter; every combination is a cell. May be repeated."
                    + " See: list workloads.")
    private List<String> parameters = new ArrayList<>();

    @Option(
            names = "--dry-run",
            description = "Print the plan and the names of all that the run makes in databases, and stop.")
    private boolean dryRun;

    @Mixin
    private FullOption full;

    @Option(
            names = REST,
            paramLabel = "JMH OPTIONS",
            arity = "0..*",
            preprocessor = AllThatFollows.class,
            hidden = true) // in the synopsis
    private List<String> jmh = List.of();

    private CommandSpec command;

    /** Adds the options of a run to the command. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        GroupedHelp.addTo(mixee);
        RunOption.all().stream()
                .filter(option -> !option.equals(RunOption.TARGETS_FILE)) // of other commands, too
                .forEach(option -> mixee.addOption(spec(option)));
    }

    /** Makes picocli's option of one of Rowmark's. */
    static OptionSpec spec(RunOption<?> option) {
        return spec(option, option.description());
    }

    static OptionSpec spec(RunOption<?> option, String description) {
        OptionSpec.Builder spec = OptionSpec.builder(option.name()).description(description.replace("%", "%%"));
        if (option.isFlag()) {
            return spec.type(Boolean.class).build();
        }
        spec.paramLabel(option.valueLabel()).arity("1");
        if (option.isRepeatable()) {
            return spec.type(List.class).auxiliaryTypes(String.class).build();
        }
        return spec.type(option.isPath() ? Path.class : String.class).build(); // paths are completed by the shell
    }

    /** Returns the words of a command line with the names that options have here, the first {@code --} too. */
    public static List<String> withNames(List<String> words) {
        List<String> named = new ArrayList<>(words);
        int dashes = named.indexOf("--");
        if (dashes >= 0) {
            named.set(dashes, REST);
        }
        named.subList(0, dashes < 0 ? named.size() : dashes).replaceAll(RunOption::current);
        return named;
    }

    public boolean isDryRun() {
        return dryRun;
    }

    /** Returns whether the report has the counters of each round. */
    public boolean isFull() {
        return full.isFull();
    }

    /** Reads the built-in targets and those of the file. */
    public Targets load() {
        return targetOptions.load();
    }

    /** Reads the options that are set, but for workloads. */
    public RunOptions options() {
        RunOptions options = RunOptions.NONE.targets(targets.names).jmh(jmh);
        for (String parameter : parameters) {
            options = options.parameter(parameter);
        }
        for (RunOption<?> option : RunOption.all()) {
            for (Object value : values(command.findOption(option.name()).getValue())) {
                options = options.withText(option, value.toString());
            }
        }
        return options;
    }

    private static List<?> values(Object parsed) {
        if (parsed == null || parsed.equals(false)) {
            return List.of();
        }
        return parsed instanceof List<?> several ? several : List.of(parsed);
    }

    /** A preprocessor that takes the rest of the command line as it is, including options. */
    static final class AllThatFollows implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> rest, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            List<String> words = new ArrayList<>(rest);
            Collections.reverse(words);
            option.setValue(words);
            rest.clear();
            return true;
        }
    }
}
