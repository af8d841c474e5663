package org.rowmark.db;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.file.PathUtils;

/**
 * An archive of the classes of jars for the JVMs of tests (class data sharing): loading and verifying them anew takes a
 * third of what a short JVM does. It is made once, of the classes that JVMs of a sample load, and of all JDBC drivers.
 *
 * @param file of the JDK that runs, as no other one can use it
 * @param jars with which the class path of a JVM begins that uses it
 */
public record ClassArchive(Path file, List<Path> jars) {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");
    private static final Predicate<String> DRIVERS = Pattern.compile(
                    "(com/mysql/cj|org/(duckdb|firebirdsql|mariadb/jdbc|postgresql))/.*\\.class")
            .asMatchPredicate();
    private static final String LIST = "classes-";

    /** A run of JVMs. */
    @FunctionalInterface
    public interface Sample {
        /**
         * Runs them.
         *
         * @param directory for what they write
         * @param options that they have
         */
        void run(Path directory, List<String> options) throws IOException, InterruptedException;
    }

    /** Returns the options of a JVM that uses it, or goes without where it does not fit. */
    public static List<String> options(Path file) {
        return List.of("-Xshare:auto", "-XX:SharedArchiveFile=" + file, "-Xlog:disable", "-Xlog:all=error:stderr");
    }

    /** Makes it, unless another JVM has: test classes run in several. */
    public void make(Sample sample) throws IOException, InterruptedException {
        Path lockFile = file.resolveSibling("tests.jsa.lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !isMade()) {
                Path directory = Files.createTempDirectory("rowmark-classes-");
                try {
                    sample.run(
                            directory,
                            List.of("-Xshare:off", "-XX:DumpLoadedClassList=" + directory.resolve(LIST + "%p")));
                    dump(directory);
                } finally {
                    PathUtils.deleteDirectory(directory);
                }
            }
        }
    }

    private boolean isMade() throws IOException {
        if (Files.notExists(file)) {
            return false;
        }
        FileTime made = Files.getLastModifiedTime(file);
        for (Path jar : jars) {
            if (Files.getLastModifiedTime(jar).compareTo(made) > 0) {
                return false;
            }
        }
        return true;
    }

    private void dump(Path directory) throws IOException, InterruptedException {
        Path made = file.resolveSibling("tests-new.jsa");
        Path list = Files.write(directory.resolve("all"), classes(directory));
        java(
                directory,
                List.of(
                        "-Xshare:dump",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + made,
                        "-cp",
                        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator))));
        Files.move(made, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private Collection<String> classes(Path directory) throws IOException {
        Set<String> classes = new LinkedHashSet<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path listed : files.filter(
                            path -> path.getFileName().toString().startsWith(LIST))
                    .toList()) {
                // numbers differ from JVM to JVM
                Files.readAllLines(listed).stream()
                        .filter(line -> !line.matches("#.*|.* source: .*"))
                        .map(line -> line.replaceFirst(" id: .*", ""))
                        .forEach(classes::add);
            }
        }
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                jar.stream()
                        .map(JarEntry::getName)
                        .filter(DRIVERS)
                        .map(name -> name.substring(0, name.length() - ".class".length()))
                        .forEach(classes::add);
            }
        }
        return classes;
    }

    /** Runs a JVM to its end. */
    public static void java(Path directory, List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(JAVA.toString()));
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
