package org.rowmark.jmh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Optional;

/** Jars that hold lists of benchmarks, as JMH writes them, and no benchmark. */
final class MadeJars {
    private MadeJars() {}

    static void write(Path directory, String name, boolean isRunnable, String version, BenchmarkListEntry... benchmarks)
            throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (isRunnable) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "org.openjdk.jmh.Main");
        }
        try (OutputStream file = Files.newOutputStream(directory.resolve(name));
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            jar.putNextEntry(new ZipEntry("jmh.properties"));
            jar.write(("jmh.version=" + version).getBytes(StandardCharsets.UTF_8));
            if (benchmarks.length > 0) {
                jar.putNextEntry(new ZipEntry("META-INF/BenchmarkList"));
                for (BenchmarkListEntry benchmark : benchmarks) {
                    jar.write((benchmark.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }

    static BenchmarkListEntry entry(String name) {
        return entry(name, Mode.Throughput, Map.of());
    }

    /** Returns a benchmark; {@code write} and those with parameters have few and short measured iterations. */
    static BenchmarkListEntry entry(String name, Mode mode, Map<String, String> values) {
        int dot = name.lastIndexOf('.');
        boolean isShort = !values.isEmpty() || name.endsWith("write");
        Map<String, String[]> params = new TreeMap<>();
        values.forEach((parameter, text) -> params.put(parameter, text.split(",")));
        return new BenchmarkListEntry(
                name.substring(0, dot),
                "generated." + name,
                name.substring(dot + 1),
                mode,
                Optional.none(),
                new int[] {1},
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                isShort ? Optional.of(2) : Optional.none(),
                isShort ? Optional.of(TimeValue.milliseconds(20)) : Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                Optional.none(),
                params.isEmpty() ? Optional.none() : Optional.of(params),
                Optional.none(),
                Optional.none(),
                Optional.none());
    }
}
