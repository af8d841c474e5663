package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.stats.Percentiles;
import org.rowmark.util.UsageException;

/**
 * The cells of a result file of JMH: one per entry, with a replicate per fork. A fork counts if it has all requested
 * iterations, because JMH silently continues after iterations that threw; a cell that lacks forks is incomplete.
 */
public final class JmhCells {
    private static final Set<String> OWN_KEYS = Set.of(Cell.RUN, Cell.WORKLOAD, Cell.MODE, Cell.THREADS);

    /** Percentiles of single iterations, which those of the histograms replace. */
    private static final Pattern DERIVED = Pattern.compile("(.*:)?p[01]\\.\\d+");

    private JmhCells() {}

    /** @param names of the workloads by benchmark, shortened */
    public static List<Cell> of(JmhFile file, Map<String, String> names) {
        List<Cell> cells = new ArrayList<>();
        Set<Map<String, String>> known = new LinkedHashSet<>();
        for (JmhResult result : file.results()) {
            Map<String, String> keys = keys(result, names);
            if (!known.add(keys)) {
                throw new UsageException(file.path() + " holds " + result.benchmark()
                        + " twice with the same mode, threads and parameters; give each of them a file of its own");
            }
            cells.add(measured(result, keys));
        }
        return cells;
    }

    private static Map<String, String> keys(JmhResult result, Map<String, String> names) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Cell.WORKLOAD, names.get(result.benchmark()));
        keys.put(Cell.MODE, result.mode());
        result.threads().ifPresent(threads -> keys.put(Cell.THREADS, String.valueOf(threads)));
        // a parameter with the name of one of our keys must not replace it
        result.parameters()
                .forEach((name, value) -> keys.put(OWN_KEYS.contains(name) ? "params." + name : name, value));
        return keys;
    }

    private static Cell measured(JmhResult result, Map<String, String> keys) {
        JmhResult.Metric primary = result.primary();
        if (result.requestedForks().equals(OptionalInt.of(0))) {
            String score = Numbers.score(primary.score()) + " " + primary.unit();
            String problem = "debug, not comparable (forks 0), score " + score;
            return new Cell(keys, Cell.State.UNFINISHED, problem, 0, CellValues.NONE);
        }
        List<JmhResult.Fork> forks = primary.forks();
        int planned = Math.max(result.requestedForks().orElse(0), forks.size());
        int most = forks.stream().mapToInt(fork -> fork.scores().size()).max().orElse(0);
        List<String> problems = new ArrayList<>();
        Map<Integer, JmhResult.Fork> whole = new TreeMap<>();
        for (int number = 1; number <= forks.size(); number++) {
            JmhResult.Fork fork = forks.get(number - 1);
            String problem = problem(fork, result.requestedIterations().orElse(most));
            if (problem.isEmpty()) {
                whole.put(number, fork);
            } else {
                problems.add("fork " + number + " " + problem);
            }
        }
        if (forks.size() < planned) {
            problems.add(forks.size() + " of " + Numbers.count(planned, "fork") + " in the file");
        }
        Cell.State state = problems.isEmpty() ? Cell.State.OK : Cell.State.FAILED;
        return new Cell(keys, state, problem(problems, whole.size()), planned, cellValues(result, whole));
    }

    /** Returns the reason for which a fork does not count; empty if it does. */
    private static String problem(JmhResult.Fork fork, int iterations) {
        int n = fork.scores().size();
        if (n != iterations || n == 0) {
            return "has " + n + " of " + Numbers.count(iterations, "iteration");
        }
        double mean = fork.mean();
        return mean > 0 && mean < Double.POSITIVE_INFINITY ? "" : "has no score that can be compared";
    }

    private static String problem(List<String> problems, int whole) {
        if (problems.isEmpty()) {
            return "";
        }
        if (whole == 0 && problems.size() == 1 && problems.get(0).startsWith("0 of")) {
            return "failed: the file has no values of single forks (was JMH run with -Djmh.json.rawData=false?)";
        }
        String all = String.join(", ", problems);
        return whole == 0 ? "failed: no fork is whole: " + all : "incomplete: " + all + "; whole forks count";
    }

    private static CellValues cellValues(JmhResult result, Map<Integer, JmhResult.Fork> whole) {
        if (whole.isEmpty()) {
            return CellValues.NONE;
        }
        Map<Integer, Percentiles> latencies = new TreeMap<>();
        whole.forEach((number, fork) ->
                fork.times().ifPresent(times -> latencies.put(number, Percentiles.of(List.of(times)))));
        Map<FurtherMetric, Map<Integer, Double>> further = new LinkedHashMap<>();
        result.secondary().forEach((name, metric) -> {
            FurtherMetric known = FurtherMetric.of(name, metric.unit());
            Map<Integer, Double> means =
                    Means.scaled(means(metric, whole.keySet()), known.factor().orElse(1));
            if (!means.isEmpty() && !DERIVED.matcher(name).matches()) {
                further.put(known, means);
            }
        });
        JmhResult.Metric primary = result.primary();
        return new CellValues(
                        result.mode(), primary.unit(), means(primary, whole.keySet()), Map.of(), Map.of(), latencies)
                .with(further, Map.of(), false);
    }

    /** Returns the means of forks by number, without forks that have no iterations. */
    private static Map<Integer, Double> means(JmhResult.Metric metric, Set<Integer> numbers) {
        List<JmhResult.Fork> forks = metric.forks();
        Map<Integer, Double> means = new TreeMap<>();
        numbers.stream()
                .filter(number -> number <= forks.size()
                        && !forks.get(number - 1).scores().isEmpty())
                .forEach(number -> means.put(number, forks.get(number - 1).mean()));
        return means;
    }
}
