package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.JmhCells;
import org.rowmark.report.jmh.JmhResult;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.PlannedCell;
import org.rowmark.stats.Verdict;
import org.rowmark.util.UsageException;

/**
 * The sources of a report or a comparison, with their names.
 *
 * @param all in the order of the command line
 * @param names in the same order, all different
 */
record Inputs(List<Input> all, List<String> names) {

    /**
     * Reads run directories and files of JMH.
     *
     * @throws UsageException if one cannot be read
     */
    static Inputs read(List<Path> paths) throws IOException {
        List<Input> all = new ArrayList<>();
        for (Path path : paths) {
            all.add(Input.read(path));
        }
        return new Inputs(List.copyOf(all), DistinctNames.of(paths));
    }

    /** Returns the index of the source with this name, file name or path. */
    OptionalInt placeOf(String name) {
        return IntStream.range(0, all.size())
                .filter(i -> List.of(
                                names.get(i), fileName(i), all.get(i).path().toString())
                        .contains(name))
                .findFirst();
    }

    private String fileName(int place) {
        return String.valueOf(all.get(place).path().getFileName());
    }

    /** Returns the same sources with one of them first. */
    Inputs startingWith(int place) {
        return new Inputs(first(place, all), first(place, names));
    }

    private static <T> List<T> first(int place, List<T> list) {
        List<T> moved = new ArrayList<>(list);
        moved.add(0, moved.remove(place));
        return List.copyOf(moved);
    }

    /**
     * Requires different measurements: a comparison of a file with its copy would always pass.
     *
     * @param cells of each source
     */
    void requireDistinct(List<List<Cell>> cells) throws IOException {
        for (int i = 1; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                Path one = all.get(j).path();
                Path other = all.get(i).path();
                if (Files.isSameFile(one, other)) {
                    throw new UsageException(one + " and " + other + " are the same: there is nothing to compare");
                }
                if (isCopy(cells.get(j), cells.get(i))) {
                    throw new UsageException(
                            one + " and " + other + " hold the same measurement: every value is the same");
                }
            }
        }
    }

    private static boolean isCopy(List<Cell> one, List<Cell> other) {
        Map<Map<String, String>, List<Double>> values = new HashMap<>();
        one.stream().filter(Cell::isMeasured).forEach(cell -> values.put(cell.keys(), values(cell)));
        List<Cell> common = other.stream()
                .filter(cell -> cell.isMeasured() && values.containsKey(cell.keys()))
                .toList();
        return common.stream().mapToInt(Cell::rounds).sum() >= Verdict.LEAST_ROUNDS
                && common.stream().allMatch(cell -> values(cell).equals(values.get(cell.keys())));
    }

    private static List<Double> values(Cell cell) {
        return List.copyOf(cell.values().score().values());
    }

    List<Manifest> manifests() {
        return all.stream().flatMap(input -> input.manifest().stream()).toList();
    }

    /** Returns the margin of the first source; Rowmark's default for a file of JMH. */
    double margin() {
        return all.get(0)
                .manifest()
                .map(manifest -> manifest.method().margin())
                .orElse(MeasurementMethod.DEFAULT_MARGIN);
    }

    /** Returns the cells of each source, with the same names of workloads in all. */
    List<List<Cell>> cells() {
        UnaryOperator<String> ofBenchmarks = workloads();
        return all.stream().map(input -> input.cells(ofBenchmarks)).toList();
    }

    /**
     * Returns the names of benchmarks: {@code Class.method}; for a workload of Rowmark that a run directory contains
     * too, its name there, the class name in lower case with hyphens.
     */
    private UnaryOperator<String> workloads() {
        Set<String> ofRuns = new HashSet<>();
        all.forEach(input -> input.manifest()
                .ifPresent(manifest ->
                        manifest.cells().stream().map(PlannedCell::workload).forEach(ofRuns::add)));
        List<JmhResult> results = all.stream()
                .flatMap(input -> input.file().stream())
                .flatMap(file -> file.results().stream())
                .toList();
        UnaryOperator<String> shortNames =
                JmhCells.shortNames(results.stream().map(JmhResult::benchmark).toList());
        Map<String, String> own = new HashMap<>();
        results.stream()
                .filter(result -> result.parameters().containsKey(Cell.TARGET))
                .filter(result -> ofRuns.contains(workload(result.benchmark())))
                .forEach(result -> own.put(result.benchmark(), workload(result.benchmark())));
        return benchmark -> own.getOrDefault(benchmark, shortNames.apply(benchmark));
    }

    private static String workload(String benchmark) {
        String[] parts = benchmark.split("\\.", -1);
        String type = parts[Math.max(0, parts.length - 2)];
        return type.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }
}
