package org.rowmark.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.rowmark.db.ClassArchive;

/** The archive of the jar's classes: its sample is a run with forks on embedded databases. */
final class SharedClasses {
    private static final List<String> OPTIONS = make();

    private SharedClasses() {}

    /** Options of a JVM that uses the archive. */
    static List<String> options() {
        return OPTIONS;
    }

    private static List<String> make() {
        Path file = Cli.jar().resolveSibling("tests-" + Runtime.version() + ".jsa");
        try {
            new ClassArchive(file, List.of(Cli.jar())).make(SharedClasses::run);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return ClassArchive.options(file);
    }

    private static void run(Path directory, List<String> options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Cli.JVM);
        command.addAll(options);
        command.addAll(
                List.of("-Djava.io.tmpdir=" + directory, "-jar", Cli.jar().toString(), "run", "insert-batch"));
        for (String target : List.of("h2", "hsqldb", "derby", "sqlite")) {
            command.addAll(List.of("--target", target));
        }
        command.addAll(List.of("-p", "batchSize=10", "-p", "rewrite=off", "--rounds", "1"));
        command.addAll(List.of("--out", directory.resolve("out").toString()));
        command.addAll(Cli.TINY);
        ClassArchive.java(directory, command);
    }
}
