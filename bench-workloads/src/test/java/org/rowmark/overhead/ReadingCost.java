package org.rowmark.overhead;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.rowmark.run.counters.CounterSources;
import org.rowmark.targets.EndpointFile;

/** The time of the two readings of counters that each iteration has, with nothing between them. */
final class ReadingCost {
    private static final List<String> TARGETS = List.of("h2", "postgresql", "mariadb", "firebird");
    private static final double NANOS_PER_MILLI = 1e6;

    private ReadingCost() {}

    static void measure(int pairs) throws Exception {
        for (String target : TARGETS) {
            Scratch.with(target, running -> {
                Path file = running.output().resolveSibling("endpoint");
                EndpointFile.write(file, running);
                System.setProperty(EndpointFile.PROPERTY, file.toString());
                read(target, pairs);
            });
        }
    }

    private static void read(String target, int pairs) throws Exception {
        try (CounterSources sources = CounterSources.open()) {
            double[] millis = new double[pairs];
            for (int i = 0; i < pairs; i++) {
                long start = System.nanoTime();
                CounterSources.Reading before = sources.before();
                sources.between(before, sources.after(() -> {}), 1);
                millis[i] = (System.nanoTime() - start) / NANOS_PER_MILLI;
            }
            double first = millis[0];
            Arrays.sort(millis);
            System.out.printf(
                    Locale.ROOT,
                    "%-10s two readings: first %.1f, median %.1f, least %.1f ms%n",
                    target,
                    first,
                    millis[pairs / 2],
                    millis[0]);
        }
    }
}
