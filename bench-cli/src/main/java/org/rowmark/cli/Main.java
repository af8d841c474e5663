package org.rowmark.cli;

import java.util.Arrays;
import java.util.List;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.process.Leftovers;
import picocli.CommandLine;

/** The entry point of bench-cli.jar. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        // A client may be in a container, which does not show whether the processes of a run are alive.
        if (arguments.length == 0 || !arguments[0].equals("client")) {
            Leftovers.clean(System.err::println);
        }
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        CommandLine commandLine = new CommandLine(new Rowmark());
        commandLine.setParameterExceptionHandler(Errors::usage);
        commandLine.setExecutionExceptionHandler(Errors::execution);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setEndOfOptionsDelimiter("\0"); // "--" is an option of the commands that measure
        commandLine.setUsageHelpWidth(100);
        commandLine.setUsageHelpLongOptionsMaxWidth(28);
        commandLine.setHelpFactory((command, colors) -> {
            command.parser().separator(" "); // "--rounds N"; "--rounds=N" has been accepted when help is printed
            return new CommandLine.Help(command, colors);
        });
        List<String> words = withoutRun(Arrays.asList(arguments), commandLine);
        return commandLine.execute(RunFlags.withNamedRest(words).toArray(String[]::new));
    }

    /** Drops a {@code run} before another command: the build puts one before {@code -Dbench.args}, which may be both. */
    private static List<String> withoutRun(List<String> words, CommandLine commandLine) {
        boolean isTwice = words.size() > 1
                && words.get(0).equals("run")
                && commandLine.getSubcommands().containsKey(words.get(1));
        return isTwice ? words.subList(1, words.size()) : words;
    }
}
