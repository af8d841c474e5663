package org.rowmark.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.rowmark.db.Databases;
import org.rowmark.db.Server;
import org.rowmark.db.Targets;
import org.rowmark.run.counters.CounterSources;
import org.rowmark.targets.EndpointFile;
import org.rowmark.targets.RunningTarget;
import org.rowmark.targets.Target;
import org.rowmark.targets.Workspace;
import org.rowmark.workloads.Overheads;

/** How long the two readings of counters take that each iteration has: {@code docs/overhead.md} says how to run it. */
public final class ReadingCost {
    private static final List<String> TARGETS = List.of("h2", "postgresql", "mariadb", "firebird");
    private static final double NANOS_PER_MILLI = 1e6;

    private ReadingCost() {}

    /**
     * Reads and prints.
     *
     * @param arguments number of pairs of readings for each target
     */
    public static void main(String[] arguments) throws IOException, SQLException {
        for (String name : TARGETS) {
            try (Overheads.Scratch scratch = Overheads.Scratch.create()) {
                measure(name, scratch.path(), Integer.parseInt(arguments[0]));
            }
        }
        System.exit(0); // what keeps drivers' threads alive is no business of this tool
    }

    private static void measure(String name, Path directory, int pairs) throws IOException, SQLException {
        Target target = Targets.builtIn().named(name);
        Workspace workspace =
                new Workspace(Files.createDirectory(directory.resolve("data")), directory.resolve("server.log"));
        try (Server server = Databases.named(target.database()).launcher().start(target, workspace)) {
            Path file = directory.resolve("endpoint");
            Path output = directory.resolve("output");
            EndpointFile.write(
                    file, new RunningTarget(target, server.endpoint(), workspace, output, server.pid(), Set.of()));
            System.setProperty(EndpointFile.PROPERTY, file.toString());
            print(name, pairs);
        }
    }

    private static void print(String name, int pairs) throws IOException, SQLException {
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
                    name,
                    first,
                    millis[pairs / 2],
                    millis[0]);
        }
    }
}
