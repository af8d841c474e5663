package org.rowmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.RunRecord;
import org.rowmark.result.Sample;
import org.rowmark.result.TargetEnvironment;
import org.rowmark.result.TargetFacts;

/** A run over several numbers of threads, of a server and of an embedded database. */
public final class ThreadsDemo {
    public static final double LAMBDA = 1000;
    public static final double SIGMA = 0.1;
    public static final double KAPPA = 0.01;

    private ThreadsDemo() {}

    /** @see #run(List, double, int) */
    public static RunRecord run(List<Integer> threads, double last) {
        return run(threads, last, 6);
    }

    /** @param last what the server with the most threads does, relative to the Universal Scalability Law */
    public static RunRecord run(List<Integer> threads, double last, int rounds) {
        DemoRun run = new DemoRun(rounds)
                .threads(threads.get(threads.size() - 1))
                .target(server())
                .target("h2", "");
        int number = 0;
        for (int n : threads) {
            double law = LAMBDA * n / (1 + SIGMA * (n - 1) + KAPPA * n * (n - 1));
            boolean isLast = n == threads.get(threads.size() - 1);
            run.cell(
                    cell(++number, "postgresql", n),
                    Level.throughput(isLast ? last * law : law, 0.002)
                            .with(Map.of(
                                    "process.cpu-time", new Sample.Metric(0.4, "ms/op"),
                                    "client.cpu-time", new Sample.Metric(0.3, "ms/op"),
                                    "client.cpu-load", new Sample.Metric(isLast ? 91 : 40, "%"))));
            run.cell(
                    cell(++number, "h2", n),
                    Level.throughput(500, 0.002).with(Map.of("process.cpu-time", new Sample.Metric(0.2, "ms/op"))));
        }
        return run.build();
    }

    private static PlannedCell cell(int number, String target, int threads) {
        return new PlannedCell(
                number, target, "mix", "one transaction", Map.of(PlannedCell.THREADS, String.valueOf(threads)));
    }

    private static TargetFacts server() {
        return new TargetFacts(
                "postgresql",
                "postgresql",
                "PostgreSQL",
                "local",
                "jdbc:postgresql://127.0.0.1:5432/rowmark",
                "17.6",
                "PostgreSQL JDBC Driver 42.7.7",
                List.of(),
                "",
                Map.of(),
                Map.of(),
                Set.of(),
                Map.of(),
                "loopback",
                Optional.empty(),
                TargetEnvironment.UNKNOWN);
    }
}
