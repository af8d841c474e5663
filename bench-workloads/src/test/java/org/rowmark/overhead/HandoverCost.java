package org.rowmark.overhead;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.rowmark.process.ForkGate;
import org.rowmark.turns.fork.Turns;
import org.rowmark.turns.fork.TurnsOfFork;

/**
 * The time in which a turn passes from one JVM to another, which no one measures in: from giving it back in the one
 * until having it in the other, by the machine's monotonic clock.
 */
final class HandoverCost {
    private static final int FORKS = 2;
    private static final double NANOS_PER_MICRO = 1e3;

    private HandoverCost() {}

    /** A JVM that takes so many empty turns; arguments: file of its gate, file for its times, number of turns. */
    public static void main(String[] arguments) throws IOException {
        int times = Integer.parseInt(arguments[2]);
        List<String> lines = new ArrayList<>();
        try (ForkGate.Link link = ForkGate.Link.open(Path.of(arguments[0]))) {
            for (int i = 0; i < times; i++) {
                link.pass();
                long taken = System.nanoTime();
                lines.add(taken + " " + System.nanoTime());
            }
            link.pass(1);
        }
        Files.write(Path.of(arguments[1]), lines);
    }

    static void measure(int rounds, long seed) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("rowmark-handover-");
        int times = rounds * 100;
        try (Turns turns = Turns.of(FORKS, directory, new Random(seed))) {
            List<Process> forks = new ArrayList<>();
            for (TurnsOfFork turnsOfFork : turns.forks()) {
                forks.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                HandoverCost.class.getName(),
                                turnsOfFork.file().toString(),
                                directory.resolve("times-" + forks.size()).toString(),
                                String.valueOf(times))
                        .inheritIO()
                        .start());
            }
            for (Process fork : forks) {
                fork.waitFor();
            }
        }
        print(directory, times);
    }

    private static void print(Path directory, int times) throws IOException {
        List<long[]> turns = new ArrayList<>();
        for (int fork = 0; fork < FORKS; fork++) {
            Path file = directory.resolve("times-" + fork);
            for (String line : Files.readAllLines(file)) {
                String[] pair = line.split(" ", -1);
                turns.add(new long[] {Long.parseLong(pair[0]), Long.parseLong(pair[1]), fork});
            }
            Files.delete(file);
        }
        Files.delete(directory);
        turns.sort((a, b) -> Long.compare(a[0], b[0]));
        // the first half warms up; a turn that the same JVM has again passes nowhere
        double[] micros = IntStream.range(times, turns.size())
                .filter(i -> turns.get(i)[2] != turns.get(i - 1)[2])
                .mapToDouble(i -> (turns.get(i)[0] - turns.get(i - 1)[1]) / NANOS_PER_MICRO)
                .toArray();
        Arrays.sort(micros);
        System.out.printf(
                Locale.ROOT,
                "%d handovers: least %.1f, median %.1f, 90%% %.1f, 99%% %.1f, mean %.1f us%n",
                micros.length,
                micros[0],
                micros[micros.length / 2],
                micros[micros.length * 9 / 10],
                micros[micros.length * 99 / 100],
                Arrays.stream(micros).average().orElseThrow());
    }
}
