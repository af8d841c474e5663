package org.rowmark.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.rowmark.cli.command.ExitCode;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.Secrets;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The printer of errors: one line each on standard error, with a stack trace under {@code --verbose}. */
final class Errors {
    /** As picocli joins them; {@code --token=FILE} would be taken for a secret. */
    private static final Pattern OPTION_AND_LABEL = Pattern.compile("(?<=')(--[\\w-]+)=(?=[A-Z:/]+')");

    /** What has replaced an option that is no more. */
    private static final Map<String, String> REPLACED =
            Map.of("--keep-servers", "--restart run", "--fail-on", "--fail-if-slower");

    private Errors() {}

    /** Prints what is wrong with the arguments. */
    static int usage(ParameterException e, String[] arguments) {
        print(
                e.getCommandLine(),
                e instanceof UnmatchedArgumentException unmatched
                        ? unknown(unmatched)
                        : OPTION_AND_LABEL.matcher(e.getMessage()).replaceAll("$1 "));
        return ExitCode.USAGE;
    }

    /** Prints what a command throws. */
    static int execution(Exception e, CommandLine commandLine, ParseResult parsed) {
        boolean expected = e instanceof UsageException;
        print(
                commandLine,
                expected
                        ? e.getMessage()
                        : ErrorMessages.of(e) + (verbose(commandLine) ? "" : " (--verbose shows more)"));
        if (verbose(commandLine)) {
            e.printStackTrace(commandLine.getErr());
        }
        return ExitCode.USAGE;
    }

    private static void print(CommandLine commandLine, String message) {
        String line = Secrets.scrub(message).replaceAll("\\s*\\R\\s*", " ");
        commandLine.getErr().println(commandLine.getColorScheme().errorText("error: ") + line);
    }

    private static boolean verbose(CommandLine commandLine) {
        CommandLine top = commandLine;
        while (top.getParent() != null) {
            top = top.getParent();
        }
        return ((Rowmark) top.getCommand()).verbose();
    }

    private static String unknown(UnmatchedArgumentException e) {
        String word = e.getUnmatched().get(0).strip();
        CommandSpec spec = e.getCommandLine().getCommandSpec();
        String name = word.replaceFirst("=.*", "");
        if (REPLACED.containsKey(name)) {
            return name + " is no option any more; use " + REPLACED.get(name);
        }
        if (word.startsWith("-")) {
            List<String> options = new ArrayList<>();
            spec.options().stream()
                    .filter(option -> !option.hidden())
                    .forEach(option -> options.addAll(List.of(option.names())));
            return Suggestions.unknown("option", word, options).getMessage();
        }
        return spec.subcommands().isEmpty()
                ? "unexpected argument '" + word + "'"
                : Suggestions.unknown("command", word, spec.subcommands().keySet())
                        .getMessage();
    }
}
