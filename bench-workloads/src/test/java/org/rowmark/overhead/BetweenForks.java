package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rowmark.options.RunOption;
import org.rowmark.options.RunOptions;
import org.rowmark.options.Warmups;
import org.rowmark.run.output.RunListener;

/**
 * A run's own time per cell: from the end of the first fork to the end of the last, whenever no JVM of the run is up. JMH
 * queries Java's version in short JVMs, whose time is left out.
 */
final class BetweenForks {
    private static final List<String> ROWS = List.of("10", "20", "30", "40", "50", "60", "70", "80", "90", "100");
    private static final double NANOS_PER_MILLI = 1e6;

    private BetweenForks() {}

    static void measure(int rounds, long seed) throws IOException {
        try (Scratch scratch = Scratch.create()) {
            Path log = scratch.path().resolve("jvms");
            System.setProperty(
                    "java.home", timedJava(scratch.path().resolve("jdk"), log).toString());
            RunOptions options = RunOptions.NONE
                    .workloads(List.of("point-select"))
                    .targets(List.of("h2-mem"))
                    .parameters(Map.of("rows", ROWS))
                    .with(RunOption.ROUNDS, rounds)
                    .with(RunOption.WARMUPS, Warmups.of(0))
                    .with(RunOption.ITERATIONS, 1)
                    .with(RunOption.TIME, Duration.ofMillis(50))
                    .with(RunOption.SEED, seed)
                    .with(RunOption.OUT, scratch.path().resolve("out"));
            Runs.complete(options, RunListener.NONE);
            print(Files.readAllLines(log));
        }
    }

    /** Makes a Java home whose {@code java} notes its beginning, its end and its arguments; JMH takes its forks there. */
    private static Path timedJava(Path home, Path log) throws IOException {
        Path real = Path.of(System.getProperty("java.home"));
        Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, """
                #!/bin/sh
                start=$(date +%%s%%N)
                '%s' "$@"
                code=$?
                echo "$start $(date +%%s%%N) $*" >> '%s'
                exit $code
                """.formatted(real.resolve("bin/java"), log));
        if (!java.toFile().setExecutable(true)) {
            throw new IOException(java + " cannot be made executable");
        }
        Files.createSymbolicLink(home.resolve("lib"), real.resolve("lib"));
        Files.createSymbolicLink(home.resolve("conf"), real.resolve("conf"));
        return home;
    }

    private static void print(List<String> jvms) {
        int forks = 0;
        long own = 0;
        long ownUpToFork = 0;
        long previousEnd = 0;
        for (String jvm : jvms) {
            String[] startAndEnd = jvm.split(" ", 3);
            if (forks > 0) {
                own += Long.parseLong(startAndEnd[0]) - previousEnd;
            }
            if (jvm.contains("ForkedMain")) {
                forks++;
                ownUpToFork = own;
            }
            previousEnd = Long.parseLong(startAndEnd[1]);
        }
        int cells = forks - 1;
        System.out.printf(
                Locale.ROOT,
                "%.1f ms per cell outside JVMs, mean of %d cells%n",
                ownUpToFork / NANOS_PER_MILLI / cells,
                cells);
    }
}
