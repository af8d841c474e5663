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
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.codec.digest.MessageDigestAlgorithms;
import org.rowmark.jvm.setting.Jdk;
import org.rowmark.jvm.setting.TargetJvm;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.TargetFacts.DriverJar;
import org.rowmark.targets.ServerKind;
import org.rowmark.targets.Target;
import org.rowmark.util.UsageException;

/**
 * A column of the report: the benchmarks of a jar on a JDK.
 *
 * @param varied values of the settings in which the columns of a jar differ
 */
record JarColumn(String name, BenchmarkJar jar, Jdk jdk, Map<String, String> varied) {
    static final String JAVA = "--java";
    static final String FLAGS = "-jvmArgs";

    /** The fact of a column that is its version of JMH. */
    static final String JMH = "JMH";

    /** In the place of a database's id: no target is made of it. */
    private static final String KIND = "jmh";

    /**
     * Combines each jar with each JDK and with each of several flags.
     *
     * @param flags none, or several
     */
    static List<JarColumn> of(List<BenchmarkJar> jars, List<Jdk> jdks, List<String> flags) {
        Set<String> names = new HashSet<>();
        return jars.stream()
                .map(jar -> new JarColumn(jar.name(), jar, jdks.get(0), Map.of()))
                .flatMap(column -> jdks.size() == 1
                        ? Stream.of(column)
                        : jdks.stream().map(jdk -> column.on(jdk, name(jdk, jdks))))
                .flatMap(column ->
                        flags.isEmpty() ? Stream.of(column) : flags.stream().map(column::with))
                .peek(column -> column.requireNew(names))
                .toList();
    }

    /** Returns the name of a JDK's directory; if others have that, too, its version, or else the whole path. */
    private static String name(Jdk jdk, List<Jdk> all) {
        return Stream.<Function<Jdk, String>>of(of -> String.valueOf(of.home().getFileName()), Jdk::shortVersion)
                .filter(way -> all.stream().map(way).distinct().count() == all.size())
                .findFirst()
                .map(way -> way.apply(jdk))
                .orElse(jdk.home().toString());
    }

    private void requireNew(Set<String> names) {
        if (!names.add(name)) {
            throw new UsageException(String.join(" ", jar.option()) + ": another one is called " + name + " already; "
                    + (varied.isEmpty() ? "name it with NAME=" : "give each JDK and each " + FLAGS + " once"));
        }
    }

    private JarColumn on(Jdk other, String label) {
        return new JarColumn(named(label), jar, other, Map.of(TargetJvm.JAVA, other.shortVersion()));
    }

    private JarColumn with(String flags) {
        String label = TargetJvm.USUAL.with(TargetJvm.ARGUMENTS, flags).label(TargetJvm.ARGUMENTS);
        Map<String, String> more = new TreeMap<>(varied);
        more.put(TargetJvm.ARGUMENTS, flags);
        return new JarColumn(named(label.isEmpty() ? "none" : label), jar, jdk, more);
    }

    private String named(String label) {
        return name + "-" + label.replaceAll("[^A-Za-z0-9._-]+", "-");
    }

    /** Returns the options of JMH that it has of its own. */
    List<String> options() {
        return varied.containsKey(TargetJvm.ARGUMENTS) ? List.of(FLAGS, varied.get(TargetJvm.ARGUMENTS)) : List.of();
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
        Map<String, String> found = new TreeMap<>(Map.of(TargetJvm.JAVA, jdk.version()));
        if (!jar.jmh().isEmpty()) {
            found.put(JMH, jar.jmh());
        }
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
                varied,
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
