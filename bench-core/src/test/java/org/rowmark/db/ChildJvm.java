package org.rowmark.db;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A JVM of its own for what a test cannot do in its own: end, or run out of memory. */
public final class ChildJvm {
    private ChildJvm() {}

    /** Runs the main method of a class of the tests to the end of its JVM; returns what it printed. */
    public static String run(Class<?> main, List<String> options, Object... arguments) throws IOException {
        Process jvm = start(main, options, arguments);
        return new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** Starts the main method of a class of the tests; what it prints comes from one stream. */
    public static Process start(Class<?> main, List<String> options, Object... arguments) throws IOException {
        return new ProcessBuilder(command(main, options, arguments))
                .redirectErrorStream(true)
                .start();
    }

    /** Returns the command that runs the main method of a class of the tests, in a JVM that soon starts. */
    public static List<String> command(Class<?> main, List<String> options, Object... arguments) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(System.getProperty("rowmark.jvm", "").split(" +", -1))
                .filter(word -> !word.isEmpty())
                .forEach(words::add);
        words.addAll(options);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return words;
    }
}
