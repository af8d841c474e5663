package org.rowmark.jmh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.TargetFacts.DriverJar;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/** A column of the report: the benchmarks of a jar on a JDK. */
record JarColumn(String name, BenchmarkJar jar, Jdk jdk, boolean areJdksVaried) {
    /** The name of the setting in which columns differ that have several JDKs. */
    static final String JAVA = "java";

    /** In the place of a database's id: no target is made of it. */
    private static final String KIND = "jmh";

    /** Combines each jar with each JDK. */
    static List<JarColumn> of(List<BenchmarkJar> jars, List<Jdk> jdks) {
        List<JarColumn> columns = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (BenchmarkJar jar : jars) {
            for (Jdk jdk : jdks) {
                boolean isVaried = jdks.size() > 1;
                String name = isVaried ? jar.name() + "-" + jdk.name() : jar.name();
                if (!names.add(name)) {
                    throw new UsageException(String.join(" ", jar.option()) + ": another one is called " + name
                            + " already; name it with NAME=");
                }
                columns.add(new JarColumn(name, jar, jdk, isVaried));
            }
        }
        return columns;
    }

    Target target() {
        return Target.builtIn(name, KIND, ServerKind.EMBEDDED);
    }

    /** Returns the words that start its JMH. */
    List<String> start() {
        List<String> words = new ArrayList<>(List.of(jdk.program().toString()));
        if (Boolean.getBoolean("jmh.ignoreLock")) {
            words.add("-Djmh.ignoreLock=true"); // as for Rowmark's own forks
        }
        words.addAll(jar.start());
        return words;
    }

    TargetFacts facts() {
        Map<String, String> found = new TreeMap<>(Map.of(JAVA, jdk.version()));
        Optional.of(jar.jmh()).filter(version -> !version.isEmpty()).ifPresent(version -> found.put("JMH", version));
        return new TargetFacts(
                name,
                KIND,
                "jar",
                "",
                "",
                jar.file(),
                "",
                jar.files().stream()
                        .filter(Files::isRegularFile)
                        .map(JarColumn::digest)
                        .toList(),
                "",
                areJdksVaried ? Map.of(JAVA, jdk.version()) : Map.of(),
                found,
                Set.of(),
                Map.of(),
                "",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }

    private static DriverJar digest(Path file) {
        try {
            return new DriverJar(
                    String.valueOf(file.getFileName()),
                    new DigestUtils(MessageDigestAlgorithms.SHA_256).digestAsHex(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
