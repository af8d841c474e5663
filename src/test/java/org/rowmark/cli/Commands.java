package org.rowmark.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Commands in this JVM: what they print, and how they end. The jar's own process is tested in {@code org.rowmark.e2e}. */
final class Commands {
    private static final List<String> ENCODINGS = List.of("sun.stdout.encoding", "sun.stderr.encoding");

    private Commands() {}

    /** What a command left behind. */
    record Result(int exitCode, String out, String err) {
        /** The only line on standard error. */
        String error() {
            if (err.lines().count() != 1) {
                throw new AssertionError("expected one line on standard error, found: " + err);
            }
            return err.strip();
        }
    }

    /** Executes the words of a line that has no others. */
    static Result run(String line) {
        return run(line.split(" +", -1));
    }

    static Result run(String... words) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        try {
            ENCODINGS.forEach(name -> System.setProperty(name, "UTF-8")); // picocli's writers go by these
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
            int exitCode = Main.execute(words);
            return new Result(
                    exitCode, printed.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
            ENCODINGS.forEach(System::clearProperty);
        }
    }

    /** Returns the names of the files in the working directory of this JVM. */
    static List<String> workingDirectory() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("").toAbsolutePath())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
