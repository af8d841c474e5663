package org.rowmark.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;
import picocli.CommandLine;

/** The entry point of bench-cli.jar. */
public final class Main {
    private Main() {}

    /** Runs a command and ends the JVM with its exit code. */
    public static void main(String[] arguments) {
        printWhatAsciiLacks();
        System.exit(execute(arguments));
    }

    /** Prints UTF-8 in a locale that names no encoding, as in many containers: ASCII has neither × nor the marks of verdicts. */
    private static void printWhatAsciiLacks() {
        if (Charset.forName(System.getProperty("native.encoding", "UTF-8")).equals(StandardCharsets.US_ASCII)) {
            System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8));
            System.setProperty("sun.stdout.encoding", "UTF-8"); // picocli's writers go by these
            System.setProperty("sun.stderr.encoding", "UTF-8");
        }
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
        return commandLine.execute(RunFlags.withNames(words).toArray(String[]::new));
    }

    /** Puts {@code run} before words that begin with the name of a workload and of no command. */
    private static List<String> withCommand(List<String> words, CommandLine commandLine) {
        boolean isCommand = words.isEmpty()
                || words.get(0).startsWith("-")
                || commandLine.getSubcommands().containsKey(words.get(0));
        if (isCommand || Workloads.all().list().stream().map(Workload::name).noneMatch(words.get(0)::equals)) {
            return words;
        }
        return Stream.concat(Stream.of("run"), words.stream()).toList();
    }
}
