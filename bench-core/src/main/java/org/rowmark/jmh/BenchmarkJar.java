package org.rowmark.jmh;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.rowmark.artifact.Artifacts;
import org.rowmark.util.ErrorMessages;
import org.rowmark.util.UsageException;

/**
 * Benchmarks that others have built, with their JMH: a jar that starts by itself, or a class path.
 *
 * @param option that names it, with its value as it is from any directory
 * @param isRunnable whether {@code java -jar} starts it
 * @param jmh version of its JMH; empty if it does not report one
 * @param benchmarks all that it holds, by name, one for each mode
 */
record BenchmarkJar(
        String name,
        List<String> option,
        List<Path> files,
        boolean isRunnable,
        String jmh,
        List<BenchmarkListEntry> benchmarks) {
    static final String JAR = "--jar";
    static final String CLASS_PATH = "--classpath";

    private static final String LIST = "META-INF/BenchmarkList";
    private static final String VERSION = "jmh.properties";
    private static final String MAIN = "org.openjdk.jmh.Main";
    private static final String NAMED = "(?s)[A-Za-z0-9][A-Za-z0-9._-]*=.+";

    /** Reads the jar of {@code NAME=JAR} or {@code JAR}: a path, or Maven coordinates. */
    static BenchmarkJar ofJar(String text) {
        String source = text.matches(NAMED) ? text.substring(text.indexOf('=') + 1) : text;
        boolean isArtifact = Artifacts.areCoordinates(source);
        Path file = isArtifact ? Artifacts.single(source) : path(JAR, text, source);
        String name = text.matches(NAMED) ? text.substring(0, text.indexOf('=')) : nameOf(file);
        String option = name + "=" + (isArtifact ? source : file);
        if (!Files.isRegularFile(file)) {
            throw problem(JAR, text, "there is no such file");
        }
        boolean isRunnable = hasMain(text, file);
        if (!isRunnable && !isArtifact) {
            throw problem(
                    JAR,
                    text,
                    "its manifest has no Main-Class, so java -jar cannot start it; build one that is shaded, or give"
                            + " its class path: " + CLASS_PATH + " " + name + "=JAR" + File.pathSeparator + "LIBRARY");
        }
        List<Path> files = isRunnable ? withClassPath(file) : Artifacts.withDependencies(source);
        return of(JAR, name, option, files, isRunnable);
    }

    /** Reads the class path of {@code NAME=PATH}, whose elements are jars, directories, or all jars of {@code DIR/*}. */
    static BenchmarkJar ofClassPath(String text) {
        if (!text.matches(NAMED)) {
            throw problem(CLASS_PATH, text, "write NAME=PATH, as java -cp takes it");
        }
        String name = text.substring(0, text.indexOf('='));
        List<Path> files = new ArrayList<>();
        for (String element : text.substring(name.length() + 1).split(File.pathSeparator, -1)) {
            Path path = path(CLASS_PATH, text, element.replaceFirst("(?<=^|[/\\\\])\\*$", ""));
            if (!Files.exists(path)) {
                throw problem(CLASS_PATH, text, path + " does not exist");
            }
            files.addAll(element.endsWith("*") ? jars(path) : List.of(path));
        }
        return of(CLASS_PATH, name, name + "=" + joined(files), files, false);
    }

    private static BenchmarkJar of(String option, String name, String value, List<Path> files, boolean isRunnable) {
        List<BenchmarkListEntry> benchmarks = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String version = "";
        try {
            for (Path file : files) {
                read(file, LIST).ifPresent(list -> list.lines().forEach(lines::add));
                Properties properties = new Properties();
                properties.load(new StringReader(read(file, VERSION).orElse("")));
                version = properties.getProperty("jmh.version", version);
            }
            for (String line : lines) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    benchmarks.add(BenchmarkLine.read(line, version));
                }
            }
        } catch (IOException e) {
            throw problem(option, value, "it cannot be read: " + ErrorMessages.of(e), e);
        } catch (IllegalStateException | IllegalArgumentException | IndexOutOfBoundsException e) { // of a line
            throw problem(option, value, "its " + LIST + " is not as JMH writes it from 1.19 on", e);
        }
        if (benchmarks.isEmpty()) {
            throw problem(option, value, "it holds no " + LIST + ": it was not built with JMH's annotation processor");
        }
        List<BenchmarkListEntry> sorted = benchmarks.stream()
                .distinct()
                .sorted(Comparator.comparing(BenchmarkListEntry::getUsername)
                        .thenComparing(BenchmarkListEntry::getMode))
                .toList();
        return new BenchmarkJar(name, List.of(option, value), List.copyOf(files), isRunnable, version, sorted);
    }

    private static Optional<String> read(Path file, String resource) throws IOException {
        if (Files.isDirectory(file)) {
            return text(file.resolve(resource));
        }
        try (FileSystem jar = FileSystems.newFileSystem(file)) {
            return text(jar.getPath(resource));
        } catch (ProviderNotFoundException e) {
            throw new IOException(file + " is no jar", e);
        }
    }

    private static Optional<String> text(Path resource) throws IOException {
        return Files.exists(resource)
                ? Optional.of(Files.readString(resource, StandardCharsets.UTF_8))
                : Optional.empty();
    }

    private static boolean hasMain(String text, Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getManifest() != null
                    && jar.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) != null;
        } catch (IOException e) {
            throw problem(JAR, text, "it is no jar: " + ErrorMessages.of(e), e);
        }
    }

    /** Returns a jar and the files that its manifest adds to the class path. */
    private static List<Path> withClassPath(Path jar) {
        List<Path> files = new ArrayList<>(List.of(jar));
        try (JarFile open = new JarFile(jar.toFile())) {
            String added = open.getManifest().getMainAttributes().getValue(Attributes.Name.CLASS_PATH);
            for (String element : Objects.requireNonNullElse(added, "").strip().split(" +", -1)) {
                Path file = Path.of(jar.toUri().resolve(element));
                if (!element.isEmpty() && Files.exists(file)) {
                    files.add(file);
                }
            }
            return files;
        } catch (IOException | RuntimeException e) {
            throw problem(JAR, jar.toString(), "its Class-Path cannot be read: " + ErrorMessages.of(e), e);
        }
    }

    private static List<Path> jars(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UsageException(CLASS_PATH + ": " + directory + " cannot be listed: " + ErrorMessages.of(e), e);
        }
    }

    private static Path path(String option, String text, String path) {
        try {
            return Path.of(path).toAbsolutePath().normalize();
        } catch (InvalidPathException e) {
            throw problem(option, text, e.getMessage(), e);
        }
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName())
                .replaceFirst("(?i)\\.jar$", "")
                .replaceAll("[^A-Za-z0-9._-]", "-")
                .replaceFirst("^[^A-Za-z0-9]+", "jar-");
    }

    private static String joined(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static UsageException problem(String option, String text, String why) {
        return problem(option, text, why, null);
    }

    private static UsageException problem(String option, String text, String why, Exception cause) {
        return new UsageException(option + " " + text + ": " + why, cause);
    }

    /** Returns the words behind the program {@code java} that start its JMH. */
    List<String> start() {
        return isRunnable ? List.of("-jar", files.get(0).toString()) : List.of("-cp", joined(files), MAIN);
    }

    /** Returns the name of the file, of a class path its first. */
    String file() {
        return String.valueOf(files.get(0).getFileName());
    }
}
