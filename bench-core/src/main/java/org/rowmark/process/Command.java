package org.rowmark.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.util.ChildEnvironment;

/**
 * A program with its arguments, among which no secret may be, and variables, which may be secret: other users do not see
 * them. The prefix is a program that replaces itself by this one; the log takes all output, appended.
 */
public record Command(
        List<String> prefix,
        List<String> words,
        Map<String, String> environment,
        Optional<Path> directory,
        Optional<Path> log) {

    /** Creates a program that needs nothing, and whose output nobody keeps. */
    public Command(List<String> words) {
        this(List.of(), words, Map.of(), Optional.empty(), Optional.empty());
    }

    /** Creates a program of a server or of its installation. */
    public Command(List<String> words, Map<String, String> environment, Path directory, Path log) {
        this(List.of(), words, environment, Optional.of(directory), Optional.of(log));
    }

    public Command(List<String> words, Path directory, Path log) {
        this(words, Map.of(), directory, log);
    }

    /** Creates a program that runs wherever this process does. */
    public Command(List<String> words, Map<String, String> environment, Path log) {
        this(List.of(), words, environment, Optional.empty(), Optional.of(log));
    }

    /** Returns the command behind a program that replaces itself by it, before a prefix that it has. */
    public Command behind(List<String> program) {
        return new Command(
                Stream.concat(program.stream(), prefix.stream()).toList(), words, environment, directory, log);
    }

    String program() {
        return String.valueOf(Path.of(words.get(0)).getFileName());
    }

    /** Returns a builder of the process, which ends with this one, and reads a file as its input. */
    ProcessBuilder builder(String signal, Path input) {
        List<String> watch = ParentWatch.words(signal, input);
        ProcessBuilder builder = ChildEnvironment.of(
                        Stream.of(watch, prefix, words).flatMap(List::stream).toList())
                .redirectErrorStream(true);
        if (watch.isEmpty()) {
            builder.redirectInput(input.toFile());
        }
        builder.environment().putAll(environment);
        directory.map(Path::toFile).ifPresent(builder::directory);
        return builder;
    }
}
