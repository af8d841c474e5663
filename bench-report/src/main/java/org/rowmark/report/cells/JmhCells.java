package org.rowmark.report.cells;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.jmh.JmhFile;
import org.rowmark.report.jmh.JmhResult;
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

    /** @param names maps a benchmark to the name of its workload, see {@link #shortNames} */
    public static List<Cell> of(JmhFile file, UnaryOperator<String> names) {
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

    /**
     * Returns short unique names of benchmarks: the method where all are of one class, otherwise {@code Class.method},
     * with as much of the package as necessary.
     */
    public static UnaryOperator<String> shortNames(Collection<String> benchmarks) {
        Set<String> open = new LinkedHashSet<>(benchmarks);
        boolean isOneClass = open.size() > 1
                && open.stream()
                                .map(benchmark -> benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.'))))
                                .distinct()
                                .count()
                        == 1;
        Map<String, String> names = new HashMap<>();
        for (int elements = isOneClass ? 1 : 2; !open.isEmpty(); elements++) {
            int n = elements;
            Map<String, List<String>> sameEnd =
                    open.stream().collect(Collectors.groupingBy(benchmark -> lastElements(n, benchmark)));
            sameEnd.forEach((end, same) -> {
                if (same.size() == 1) {
                    names.put(same.get(0), end);
                    open.remove(same.get(0));
                }
            });
        }
        return benchmark -> names.getOrDefault(benchmark, benchmark);
    }

    private static String lastElements(int n, String benchmark) {
        int dot = benchmark.length();
        for (int i = 0; i < n && dot >= 0; i++) {
            dot = benchmark.lastIndexOf('.', dot - 1);
        }
        return benchmark.substring(dot + 1);
    }

    private static Map<String, String> keys(JmhResult result, UnaryOperator<String> names) {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put(Cell.WORKLOAD, names.apply(result.benchmark()));
        keys.put(Cell.MODE, result.mode());
        result.threads().ifPresent(threads -> keys.put(Cell.THREADS, String.valueOf(threads)));
        // a parameter with the name of one of our keys must not replace it
        result.parameters()
                .forEach((name, value) -> keys.put(OWN_KEYS.contains(name) ? "params." + name : name, value));
        return keys;
    }

    private static Cell measured(JmhResult result, Map<String, String> keys) {
        if (result.requestedForks().equals(OptionalInt.of(0))) {
            String score = Numbers.score(result.score()) + " " + result.unit();
            String problem = "debug, not comparable (forks 0), score " + score;
            return new Cell(keys, "", "", Cell.State.UNFINISHED, problem, 0, CellValues.NONE);
        }
        int planned = Math.max(result.requestedForks().orElse(0), result.forks().size());
        int iterations = result.requestedIterations().orElseGet(() -> mostIterations(result));
        List<String> problems = new ArrayList<>();
        Map<Integer, JmhResult.Fork> whole = new TreeMap<>();
        for (int i = 0; i < result.forks().size(); i++) {
            JmhResult.Fork fork = result.forks().get(i);
            String problem = problem(fork, iterations);
            if (problem.isEmpty()) {
                whole.put(i + 1, fork);
            } else {
                problems.add("fork " + (i + 1) + " " + problem);
            }
        }
        if (result.forks().size() < planned) {
            problems.add(result.forks().size() + " of " + Numbers.count(planned, "fork") + " in the file");
        }
        return cell(keys, problem(problems, whole.size()), planned, cellValues(result, whole));
    }

    private static Cell cell(Map<String, String> keys, String problem, int planned, CellValues cellValues) {
        Cell.State state = problem.isEmpty() ? Cell.State.OK : Cell.State.FAILED;
        return new Cell(keys, "", "", state, problem, planned, cellValues);
    }

    private static int mostIterations(JmhResult result) {
        return result.forks().stream()
                .mapToInt(fork -> fork.scores().size())
                .max()
                .orElse(0);
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
        Map<Integer, Double> score = new TreeMap<>();
        Map<Integer, Percentiles> latencies = new TreeMap<>();
        whole.forEach((number, fork) -> {
            score.put(number, fork.mean());
            fork.times().ifPresent(times -> latencies.put(number, Percentiles.of(List.of(times))));
        });
        return new CellValues(result.mode(), result.unit(), score, Map.of(), Map.of(), latencies)
                .withMetrics(secondary(result, whole.keySet()), Map.of());
    }

    private static Map<FurtherMetric, Map<Integer, Double>> secondary(JmhResult result, Set<Integer> whole) {
        Map<FurtherMetric, Map<Integer, Double>> secondary = new LinkedHashMap<>();
        result.secondary().forEach((name, metric) -> {
            FurtherMetric further = FurtherMetric.of(name, metric.unit());
            Map<Integer, Double> byFork = new TreeMap<>();
            for (int number : whole) {
                if (number <= metric.forks().size()) {
                    metric.forks().get(number - 1).stream()
                            .mapToDouble(Double::doubleValue)
                            .average()
                            .ifPresent(mean ->
                                    byFork.put(number, further.factor().orElse(1) * mean));
                }
            }
            if (!byFork.isEmpty() && !DERIVED.matcher(name).matches()) {
                secondary.put(further, byFork);
            }
        });
        return secondary;
    }
}
