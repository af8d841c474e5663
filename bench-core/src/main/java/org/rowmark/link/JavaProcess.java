package org.rowmark.link;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.util.ChildEnvironment;
import org.rowmark.util.ShutdownActions;

/** A JVM of this installation with a class of ours, which ends with this one: its standard input ends then. */
final class JavaProcess implements AutoCloseable {
    private final Process process;
    private final ShutdownActions.Undo undo;

    /**
     * @param prefix a program that runs it, with its arguments; empty for none
     * @param arguments JVM flags, the class and its arguments
     */
    JavaProcess(List<String> prefix, String... arguments) throws IOException {
        ShutdownActions.holdIfEnding();
        List<String> words = new ArrayList<>(prefix);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1")); // soon compiled, and there is little to optimize
        words.addAll(List.of(arguments));
        process = ChildEnvironment.of(words)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        undo = ShutdownActions.register(ShutdownActions.Stage.PROCESSES, this::end);
    }

    /** Returns the class path, for a process in another directory, too. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> Path.of(entry).toAbsolutePath().toString())
                .reduce((first, second) -> first + File.pathSeparator + second)
                .orElseThrow();
    }

    /** Returns the next line of its output; empty if that has ended. */
    Optional<String> line() throws IOException {
        return Optional.ofNullable(process.inputReader(StandardCharsets.UTF_8).readLine());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills it and waits until it is gone. */
    @Override
    public void close() {
        end();
        ShutdownActions.done(undo);
    }

    private void end() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends this JVM, in the background, when its standard input ends. */
    static void endWithInput() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // nothing is sent
                        }
                    } catch (IOException e) {
                        // it is gone, too
                    }
                    Runtime.getRuntime().halt(0);
                },
                "rowmark-link-parent");
        watch.setDaemon(true);
        watch.start();
    }
}
