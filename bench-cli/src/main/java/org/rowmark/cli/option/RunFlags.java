package org.rowmark.cli.option;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.util.UsageException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that measure: those of {@link RunOption}, and a few of the command line's own. */
public final class RunFlags {
    @Mixin
    private TargetOptions.Names targets;

    @Mixin
    private TargetOptions targetOptions;

    @Option(
            names = "-p",
            paramLabel = "name=v1,v2",
            description = "Values of a parameter; every combination is a cell. See: list workloads.")
    private List<String> parameters = new ArrayList<>();

    @Option(names = "--dry-run", description = "Print the plan and stop.")
    private boolean dryRun;

    private CommandSpec command;

    /** Adds the options of a run to the command. */
    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        RunOption.all().stream()
                .filter(option -> !option.equals(RunOption.TARGETS_FILE)) // of other commands, too
                .forEach(option -> mixee.addOption(spec(option)));
    }

    /** Makes picocli's option of one of Rowmark's. */
    static OptionSpec spec(RunOption<?> option) {
        OptionSpec.Builder spec = OptionSpec.builder(option.name())
                .description(option.description().replace("%", "%%").split("\n", -1));
        if (option.isFlag()) {
            return spec.type(Boolean.class).build();
        }
        spec.paramLabel(option.valueLabel()).arity("1");
        if (option.isRepeatable()) {
            return spec.type(List.class).auxiliaryTypes(String.class).build();
        }
        return spec.type(option.isPath() ? Path.class : String.class).build(); // paths are completed by the shell
    }

    public boolean isDryRun() {
        return dryRun;
    }

    /** Reads the built-in targets and those of the file. */
    public Targets load() {
        return targetOptions.load();
    }

    /** Reads the options that are set, but for workloads and JMH's options. */
    public RunOptions options() {
        RunOptions options = RunOptions.NONE.targets(targets.names).parameters(parameterValues());
        for (RunOption<?> option : RunOption.all()) {
            for (Object value : values(command.findOption(option.name()).getValue())) {
                options = with(options, option, value);
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

    private static <T> RunOptions with(RunOptions options, RunOption<T> option, Object value) {
        return options.with(option, option.parse(value.toString()));
    }

    private Map<String, List<String>> parameterValues() {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String parameter : parameters) {
            int equals = parameter.indexOf('=');
            if (equals < 1) {
                throw new UsageException("-p " + parameter + ": give name=value, several values separated by commas");
            }
            values.computeIfAbsent(parameter.substring(0, equals), name -> new ArrayList<>())
                    .addAll(Arrays.asList(parameter.substring(equals + 1).split(",", -1)));
        }
        return values;
    }
}
