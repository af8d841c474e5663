package org.rowmark.cli;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** The entry point of bench-cli.jar. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        System.exit(execute(arguments));
    }

    static int execute(String... arguments) {
        List<String> words = withoutSecondRun(Arrays.asList(arguments));
        int end = words.indexOf("--");
        CommandLine commandLine = commandLine();
        if (end >= 0) {
            List<String> ofJmh = words.subList(end + 1, words.size());
            commandLine.getSubcommands().values().forEach(command -> {
                if (command.getCommand() instanceof TakesJmhOptions takes) {
                    takes.setJmhOptions(ofJmh);
                }
            });
            words = words.subList(0, end);
        }
        return commandLine.execute(words.toArray(String[]::new));
    }

    /** Maven's door puts {@code run} before {@code -Dbench.args}, which users may begin with {@code run} themselves. */
    private static List<String> withoutSecondRun(List<String> words) {
        boolean twice =
                words.size() > 1 && words.get(0).equals("run") && words.get(1).equals("run");
        return twice ? words.subList(1, words.size()) : words;
    }

    static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Rowmark());
        commandLine.setParameterExceptionHandler(Errors::usage);
        commandLine.setExecutionExceptionHandler(Errors::execution);
        commandLine.setExitCodeExceptionMapper(e -> ExitCode.USAGE);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setUsageHelpWidth(100);
        commandLine.setHelpFactory(SpacedHelp::new);
        commandLine.setUsageHelpLongOptionsMaxWidth(28);
        return commandLine;
    }
}
