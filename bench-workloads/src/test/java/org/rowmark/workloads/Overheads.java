package org.rowmark.workloads;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.rowmark.stats.CentralTendency;

/** What the tools of {@code docs/overhead.md} have in common. */
public final class Overheads {
    private Overheads() {}

    /** A directory for a server's data and a run's files, whatever is in it removed at the end. */
    public record Scratch(Path path) implements AutoCloseable {
        /** Makes it where servers that run as another user may look into it. */
        public static Scratch create() throws IOException {
            Path path = Files.createTempDirectory("rowmark-overhead-");
            path.toFile().setExecutable(true, false);
            return new Scratch(path);
        }

        @Override
        public void close() throws IOException {
            try (Stream<Path> files = Files.walk(path)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Whether the first of two comes first, by round: in half of the rounds, and which is left to chance. */
    static List<Boolean> order(int rounds, long seed) {
        List<Boolean> order = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            order.add(i % 2 == 0);
        }
        Collections.shuffle(order, new Random(seed));
        return order;
    }

    static double median(Collection<Double> values) {
        return CentralTendency.median(
                values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
