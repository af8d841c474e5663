package org.rowmark.cli;

import java.util.ArrayList;
import java.util.List;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.process.Leftovers;
import picocli.CommandLine;

/** The entry point of bench-cli.jar. */
public final class Main {
    /** The property by which the build sets the command of arguments that begin with none. */
    static final String DEFAULT_COMMAND = "rowmark.command";

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
        List<String> words = withCommand(List.of(arguments), commandLine);
        return commandLine.execute(RunFlags.withNamedRest(words).toArray(String[]::new));
    }

    /** Puts the default command, if there is one, before words that begin with none. */
    private static List<String> withCommand(List<String> words, CommandLine commandLine) {
        List<String> completed = new ArrayList<>(words);
        String command = System.getProperty(DEFAULT_COMMAND);
        if (command != null && (words.isEmpty() || !commandLine.getSubcommands().containsKey(words.get(0)))) {
            completed.add(0, command);
        }
        return completed;
    }
}
