package org.rowmark.cli.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.rowmark.cli.option.RunFlags;
import org.rowmark.clients.launch.ClientsChoice;
import org.rowmark.db.Targets;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.SettingSweep;
import org.rowmark.run.output.OutputDirectory.RunCommandFile;
import org.rowmark.study.Studies;
import org.rowmark.util.UsageException;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The command that began a run, as its run directory has it.
 *
 * @param options as they were given, and the run directory
 * @param targets the built-in ones and those of the targets file, whose secrets are read anew
 */
record RecordedCommand(RunOptions options, Targets targets) {
    private static final String AA = "aa";

    /**
     * Reads the command of a run that is not complete.
     *
     * @param targetsFile in the place of that of the command; null for that
     * @throws UsageException if there is none, or it is not one any more
     */
    static RecordedCommand of(Path run, Path targetsFile) {
        RunCommandFile recorded = RunCommandFile.read(run);
        List<String> words = absolute(RunFlags.withNames(words(recorded.command())), Path.of(recorded.directory()));
        if (words.size() < 2) {
            throw new UsageException(run + ": the command that began the run is empty in its record");
        }
        boolean isAa = words.get(1).equals(AA);
        List<String> rest = new ArrayList<>(words.subList(2, words.size()));
        Optional.ofNullable(targetsFile).ifPresent(file -> replace(rest, file));
        RunCommand command = new RunCommand();
        CommandLine parser = new CommandLine(command)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setEndOfOptionsDelimiter("\0");
        try {
            parser.parseArgs(rest.toArray(String[]::new));
        } catch (ParameterException e) {
            throw new UsageException(
                    run + ": the command that began the run is not one of this version: " + recorded.command() + ": "
                            + e.getMessage(),
                    e);
        }
        RunOptions options = command.options().with(RunOption.OUT, run);
        return new RecordedCommand(isAa ? options.asAa() : options, command.targets());
    }

    boolean isAa() {
        return options.isAa();
    }

    private static void replace(List<String> words, Path targetsFile) {
        int name = words.indexOf(RunOption.TARGETS_FILE.name());
        if (name >= 0) {
            words.set(name + 1, targetsFile.toString());
        } else {
            words.addAll(0, List.of(RunOption.TARGETS_FILE.name(), targetsFile.toString()));
        }
    }

    /** Makes paths absolute that the command names as seen from the directory. */
    private static List<String> absolute(List<String> words, Path directory) {
        List<String> absolute = new ArrayList<>(words);
        for (int i = 3; i < words.size() && !words.get(i - 1).equals(RunFlags.REST); i++) {
            String value = words.get(i);
            Optional<RunOption<?>> option = RunOption.named(words.get(i - 1));
            if (option.filter(of -> isPath(of, value, directory)).isPresent()) {
                absolute.set(i, directory.resolve(value).toString());
            } else if (option.filter(RunOption.CLIENTS::equals).isPresent()) {
                ClientsChoice choice = RunOption.CLIENTS.parse(value).in(directory);
                absolute.set(i, RunOption.CLIENTS.words(choice).get(1));
            } else if (option.filter(RunOption.VARY::equals).isPresent()) {
                SettingSweep sweep = RunOption.VARY.parse(value).in(directory);
                absolute.set(i, RunOption.VARY.words(sweep).get(1));
            }
        }
        return absolute;
    }

    private static boolean isPath(RunOption<?> option, String value, Path directory) {
        if (option.equals(RunOption.BACKUP)) {
            return Files.exists(directory.resolve(value)); // else it is one of the server's
        }
        return option.isPath()
                || option.equals(RunOption.SQL)
                || (option.equals(RunOption.STUDY) && Studies.isFile(value));
    }

    /** Splits a command line into its words, as a shell does with those that {@link RunOptions#command} quotes. */
    static List<String> words(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean isQuoted = false;
        boolean isWord = false;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\'') {
                isQuoted = !isQuoted;
                isWord = true;
            } else if (c == ' ' && !isQuoted) {
                if (isWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                isWord = false;
            } else {
                boolean isEscape = c == '\\' && !isQuoted && i + 1 < command.length();
                word.append(isEscape ? command.charAt(++i) : c);
                isWord = true;
            }
        }
        if (isWord) {
            words.add(word.toString());
        }
        return words;
    }
}
