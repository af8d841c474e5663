package org.rowmark.overhead;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A JVM of its own for a part of a measurement, with the flags and the class path of this one. */
final class ChildJvm {
    private ChildJvm() {}

    /**
     * Runs a class and returns what it printed; its errors are printed here.
     *
     * @param flags further ones
     */
    static List<String> run(List<String> flags, Class<?> type, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        words.addAll(flags);
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), type.getName()));
        words.addAll(arguments);
        Process process = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("a JVM failed: " + printed);
        }
        return printed.lines().toList();
    }
}
