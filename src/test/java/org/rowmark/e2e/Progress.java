package org.rowmark.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How far a run is, from its files and processes. */
public final class Progress {
    private Progress() {}

    /** Waits until a file of a run has a text that matches. */
    public static void await(Process run, Path file, String text) throws IOException, InterruptedException {
        Pattern pattern = Pattern.compile(text);
        while (!Files.exists(file) || !pattern.matcher(Files.readString(file)).find()) {
            requireAlive(run, text);
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /**
     * Waits until a cell has ended well.
     *
     * @param out directory of the run
     */
    static void awaitOk(Process run, Path out) throws IOException, InterruptedException {
        await(run, out.resolve("samples.jsonl"), "\"outcome\":\"OK\"");
    }

    /**
     * Waits until a fork runs. Between two cells, a server that does not answer would be started again, which does not
     * fail the next one.
     */
    static void awaitFork(Process run) throws InterruptedException {
        while (children(run, "org.openjdk.jmh.runner.ForkedMain").findAny().isEmpty()) {
            requireAlive(run, "a fork");
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    /** Finds the processes that a run has started, by words of their command lines. */
    static Stream<ProcessHandle> children(Process run, String words) {
        return run.children()
                .filter(child -> child.info().commandLine().orElse("").contains(words));
    }

    private static void requireAlive(Process run, String what) {
        if (!run.isAlive()) {
            throw new AssertionError("the run ended with " + run.exitValue() + " before " + what);
        }
    }
}
