package org.rowmark.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.rowmark.util.OwnText;
import org.rowmark.util.ScrubbedJson;
import org.rowmark.util.WholeFile;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The highest rate at which the operations of a workload meet a goal on a target, as a search found it: an entry of
 * {@code find-max.json}.
 *
 * @param parameters of the cell but for the rate
 * @param goal as on the command line, for example {@code p99<20ms}
 * @param closedLoop operations per second in a closed loop, where the search began
 * @param rounds the rate in operations per second, as each round at the edge found it; empty if no rate meets the goal
 * @param problem why there is none, one line; else empty
 */
public record HighestRate(
        @OwnText String target,
        @OwnText String workload,
        @OwnText Map<String, String> parameters,
        @OwnText String goal,
        double closedLoop,
        List<Double> rounds,
        String problem,
        List<Trial> trials) {
    public static final String FILE = "find-max.json";

    private static final JsonMapper JSON = ScrubbedJson.MAPPER;

    /**
     * A fork at a rate.
     *
     * @param round 0 of the search, then those at the edge
     * @param rate operations per second
     * @param backlog percentage of the operations due that had not begun at the end of an iteration, the greatest
     * @param holds whether the goal was met, without a backlog
     */
    public record Trial(int round, double rate, double nanos, double backlog, boolean holds) {}

    /** Returns whether it was searched for a cell without a rate. */
    public boolean isOf(PlannedCell closed) {
        return target.equals(closed.target())
                && workload.equals(closed.workload())
                && parameters.equals(closed.parameters());
    }

    public double[] perRound() {
        return rounds.stream().mapToDouble(Double::doubleValue).toArray();
    }

    public static String write(List<HighestRate> found) {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(found) + "\n";
    }

    /** Reads those of a run directory; none where nothing was searched. */
    public static List<HighestRate> read(Path run) throws IOException {
        Path file = run.resolve(FILE);
        if (Files.notExists(file)) {
            return List.of();
        }
        return WholeFile.json(file, JSON, new TypeReference<List<HighestRate>>() {});
    }
}
