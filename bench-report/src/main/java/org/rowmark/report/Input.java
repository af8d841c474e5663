package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.JmhCells;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunRecord;
import org.rowmark.result.directory.RunDirectory;
import org.rowmark.result.jmh.BenchmarkNames;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.stats.Verdict;
import org.rowmark.util.UsageException;

/**
 * A source of a report or of one side of a comparison.
 *
 * @param name short, and different from those of the other sources
 */
record Input(Path path, String name, Optional<RunRecord> run, Optional<JmhFile> file) {
    /**
     * Reads run directories and files of JMH.
     *
     * @throws UsageException if one is neither
     */
    static List<Input> read(List<Path> paths) throws IOException {
        List<String> names = names(paths);
        List<Input> inputs = new ArrayList<>();
        for (Path path : paths) {
            inputs.add(read(path, names.get(inputs.size())));
        }
        return inputs;
    }

    private static Input read(Path path, String name) throws IOException {
        if (!Files.isDirectory(path)) {
            return new Input(path, name, Optional.empty(), Optional.of(JmhFile.read(path)));
        }
        try {
            return new Input(path, name, Optional.of(RunDirectory.read(path)), Optional.empty());
        } catch (NoSuchFileException e) {
            throw new UsageException(
                    path + " is not a complete run directory: it has no " + path.relativize(Path.of(e.getFile())), e);
        }
    }

    boolean isCalled(String text) {
        return List.of(name, String.valueOf(path.getFileName()), path.toString())
                .contains(text);
    }

    Optional<Manifest> manifest() {
        return run.map(RunRecord::manifest);
    }

    Provenance source(String shown) {
        boolean hasControl = manifest().flatMap(run -> run.progress().control()).isPresent();
        return run.map(record -> Provenance.of(record, hasControl ? RunCells.of(record) : List.of(), shown))
                .orElseGet(() -> Provenance.of(file.orElseThrow(), shown));
    }

    /**
     * Returns the cells of each source, with the same names of workloads in all: {@code Class.method} for a benchmark;
     * for a workload of Rowmark that a run directory contains too, its name there, the class name in lower case with
     * hyphens.
     */
    static List<List<Cell>> cells(List<Input> inputs) {
        Set<String> ofRuns = new HashSet<>();
        List<JmhResult> results = new ArrayList<>();
        for (Input input : inputs) {
            input.manifest().ifPresent(run -> run.cells().forEach(cell -> ofRuns.add(cell.workload())));
            input.file.ifPresent(file -> results.addAll(file.results()));
        }
        Map<String, String> names = new HashMap<>(BenchmarkNames.shorten(
                results.stream().map(JmhResult::benchmark).toList()));
        for (JmhResult result : results) {
            String workload = workload(result.benchmark());
            if (result.parameters().containsKey(Cell.TARGET) && ofRuns.contains(workload)) {
                names.put(result.benchmark(), workload);
            }
        }
        return inputs.stream()
                .map(input -> input.run.map(Input::ofRun).orElseGet(() -> JmhCells.of(input.file.orElseThrow(), names)))
                .toList();
    }

    private static String workload(String benchmark) {
        String[] parts = benchmark.split("\\.", -1);
        String type = parts[Math.max(0, parts.length - 2)];
        return type.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    /** Adds mode and threads to the keys: a run records them once, a file of JMH for each result. */
    private static List<Cell> ofRun(RunRecord run) {
        String threads = String.valueOf(run.manifest().sampling().threads());
        List<Cell> cells = new ArrayList<>();
        for (Cell cell : RunCells.of(run)) {
            Map<String, String> keys = new LinkedHashMap<>(cell.keys());
            if (cell.isMeasured()) {
                keys.putIfAbsent(Cell.MODE, cell.values().mode());
            }
            keys.putIfAbsent(Cell.THREADS, threads);
            cells.add(cell.withKeys(keys));
        }
        return cells;
    }

    /** Requires different measurements: a comparison of a file with its copy would always pass. */
    static void requireDistinct(List<Input> inputs, List<List<Cell>> cells) throws IOException {
        for (int i = 1; i < inputs.size(); i++) {
            for (int j = 0; j < i; j++) {
                Path one = inputs.get(j).path;
                Path other = inputs.get(i).path;
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
        Map<Map<String, String>, List<Double>> scores = scores(one);
        Map<Map<String, String>, List<Double>> common = scores(other);
        common.keySet().retainAll(scores.keySet());
        return common.values().stream().mapToInt(List::size).sum() >= Verdict.LEAST_ROUNDS
                && scores.entrySet().containsAll(common.entrySet());
    }

    private static Map<Map<String, String>, List<Double>> scores(List<Cell> cells) {
        return cells.stream()
                .filter(Cell::isMeasured)
                .collect(Collectors.toMap(
                        Cell::keys, cell -> List.copyOf(cell.values().score().values()), (first, same) -> first));
    }

    /**
     * Returns the last elements of the paths; where two are equal, the nearest parents that differ, such as
     * {@code main} and {@code branch} for {@code main/jmh.json} and {@code branch/jmh.json}.
     */
    static List<String> names(List<Path> paths) {
        List<Path> whole =
                paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
        int depth = whole.stream().mapToInt(Path::getNameCount).min().orElse(0);
        return IntStream.rangeClosed(1, depth)
                .<Function<Path, Path>>mapToObj(up -> path -> path.getName(path.getNameCount() - up))
                .map(name -> whole.stream().map(name).map(Path::toString).toList())
                .filter(names -> names.stream().distinct().count() == names.size())
                .findFirst()
                .orElseGet(() -> whole.stream().map(Path::toString).toList());
    }
}
