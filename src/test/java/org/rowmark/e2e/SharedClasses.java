package org.rowmark.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An archive of the jar's classes for the JVMs of the tests (class data sharing): loading and verifying them anew takes
 * a third of what a short JVM does. It is made once for a jar, of the classes that a run and its forks load, and of
 * drivers.
 */
final class SharedClasses {
    private static final Path ARCHIVE = Cli.jar().resolveSibling("tests-" + Runtime.version() + ".jsa");
    private static final Pattern DRIVERS =
            Pattern.compile("org/(firebirdsql|mariadb/jdbc|postgresql|sqlite)/.*\\.class");
    private static final List<String> OPTIONS =
            List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + ARCHIVE, "-Xlog:disable", "-Xlog:all=error:stderr");

    private SharedClasses() {}

    /** Returns options of a JVM that uses the archive; none while a test class in another JVM makes it. */
    static synchronized List<String> options() {
        Path lockFile = ARCHIVE.resolveSibling("tests.jsa.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock != null && !isMade()) {
                dump(classes());
            }
            return isMade() ? OPTIONS : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isMade() throws IOException {
        return Files.exists(ARCHIVE)
                && Files.getLastModifiedTime(ARCHIVE).compareTo(Files.getLastModifiedTime(Cli.jar())) > 0;
    }

    private static Set<String> classes() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("rowmark-classes-");
        try {
            List<String> command = new ArrayList<>(List.of(
                    "-Xshare:off",
                    "-XX:DumpLoadedClassList=" + directory.resolve("classes-%p"),
                    "-Djava.io.tmpdir=" + directory,
                    "-jar",
                    Cli.jar().toString(),
                    "run",
                    "insert-single"));
            command.addAll(List.of("--target", "h2", "-p", "commit=every", "--rounds", "1"));
            command.addAll(List.of("--out", directory.resolve("out").toString()));
            command.addAll(Cli.TINY);
            java(directory, command);
            Set<String> classes = new LinkedHashSet<>();
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.filter(
                                path -> path.getFileName().toString().startsWith("classes-"))
                        .toList()) {
                    // numbers differ from JVM to JVM
                    Files.readAllLines(file).stream()
                            .filter(line -> !line.matches("#.*|.* source: .*"))
                            .map(line -> line.replaceFirst(" id: .*", ""))
                            .forEach(classes::add);
                }
            }
            try (JarFile jar = new JarFile(Cli.jar().toFile())) {
                jar.stream()
                        .map(JarEntry::getName)
                        .filter(DRIVERS.asMatchPredicate())
                        .map(name -> name.substring(0, name.length() - ".class".length()))
                        .forEach(classes::add);
            }
            return classes;
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void dump(Set<String> classes) throws IOException, InterruptedException {
        Path list = Files.createTempFile("rowmark-classes-", null);
        Path made = ARCHIVE.resolveSibling("tests-new.jsa");
        try {
            Files.write(list, classes);
            java(
                    list.getParent(),
                    List.of(
                            "-XX:-UseSerialGC", // the only collector whose archives have objects
                            "-XX:+UseG1GC",
                            "-Xshare:dump",
                            "-XX:SharedClassListFile=" + list,
                            "-XX:SharedArchiveFile=" + made,
                            "-cp",
                            Cli.jar().toString()));
            Files.move(made, ARCHIVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.delete(list);
        }
    }

    private static void java(Path directory, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Cli.JAVA.toString()));
        command.addAll(Cli.JVM);
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("no archive of classes: " + String.join(" ", command));
        }
    }
}
