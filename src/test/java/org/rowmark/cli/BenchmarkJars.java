package org.rowmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.rowmark.process.Command;
import org.rowmark.process.Tool;

/** Jars of JMH benchmarks, built as others build them: JMH's processor generates, and the manifest names JMH's main class. */
record BenchmarkJars(Path classes, List<Path> libraries) {
    /** Compiles a class with the JMH of these libraries, among which its annotation processor is. */
    static BenchmarkJars compile(Path directory, String name, String source, List<Path> libraries) throws IOException {
        Path file = Files.createDirectories(directory.resolve("src")).resolve(name + ".java");
        Files.writeString(file, source);
        Path classes = Files.createDirectories(directory.resolve("classes"));
        String path = libraries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        String javac = Path.of(System.getProperty("java.home"), "bin", "javac").toString();
        String messages = new Tool(new Command(List.of( // a JVM of its own: this one's JMH would process early versions
                        javac,
                        "-J-XX:TieredStopAtLevel=1",
                        "-cp",
                        path,
                        "-processorpath",
                        path,
                        "-processor",
                        "org.openjdk.jmh.generators.BenchmarkProcessor",
                        "-d",
                        classes.toString(),
                        "--release",
                        "8",
                        "-Xlint:-options",
                        file.toString())))
                .output();
        assertThat(classes.resolve("META-INF/BenchmarkList")).as(messages).exists();
        return new BenchmarkJars(classes, libraries);
    }

    /** Returns JMH and what it needs, of this JVM's class path. */
    static List<Path> ownJmh() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(element ->
                        element.matches(".*(jmh-core|jmh-generator|jopt-simple|commons-math3)[^/\\\\]*\\.jar"))
                .map(Path::of)
                .distinct()
                .toList();
    }

    /**
     * Writes a jar that starts JMH.
     *
     * @param without names of methods that it does not list
     * @param texts by the name of the resource
     */
    Path jar(Path file, List<String> without, Map<String, String> texts) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        libraries.stream()
                                .map(library -> library.toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                Stream<Path> all = Files.walk(classes)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(
                        new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
                if (each.endsWith("BenchmarkList")) {
                    for (String line : Files.readAllLines(each)) {
                        if (without.stream().noneMatch(name -> line.contains(" " + name + " "))) {
                            jar.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                        }
                    }
                } else {
                    Files.copy(each, jar);
                }
            }
            for (Map.Entry<String, String> text : texts.entrySet()) {
                jar.putNextEntry(new ZipEntry(text.getKey()));
                jar.write(text.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }
}
