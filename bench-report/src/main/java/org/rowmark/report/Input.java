package org.rowmark.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.JmhCells;
import org.rowmark.report.cells.RunCells;
import org.rowmark.report.jmh.JmhFile;
import org.rowmark.report.provenance.JmhProvenance;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.Manifest;
import org.rowmark.result.RunDirectory;
import org.rowmark.result.RunRecord;
import org.rowmark.util.UsageException;

/**
 * A source of a report or of one side of a comparison.
 *
 * @param path as the user gave it
 * @param run the run, of a run directory
 * @param file the results, of a file of JMH
 */
record Input(Path path, Optional<RunRecord> run, Optional<JmhFile> file) {

    /**
     * Reads a run directory or a file of JMH.
     *
     * @throws UsageException if it is neither
     */
    static Input read(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return new Input(path, Optional.empty(), Optional.of(JmhFile.read(path)));
        }
        try {
            return new Input(path, Optional.of(RunDirectory.read(path)), Optional.empty());
        } catch (NoSuchFileException e) {
            throw new UsageException(
                    path + " is not a complete run directory: it has no " + path.relativize(Path.of(e.getFile())), e);
        }
    }

    /** @param names maps benchmarks of JMH to names of workloads */
    List<Cell> cells(UnaryOperator<String> names) {
        return run.map(Input::ofRun).orElseGet(() -> JmhCells.of(file.orElseThrow(), names));
    }

    Provenance source(String name) {
        return run.map(record -> Provenance.of(record, name))
                .orElseGet(() -> JmhProvenance.of(file.orElseThrow(), name));
    }

    Optional<Manifest> manifest() {
        return run.map(RunRecord::manifest);
    }

    /** Adds mode and threads to the keys: a run records them once, a file of JMH for each result. */
    private static List<Cell> ofRun(RunRecord run) {
        String threads = String.valueOf(run.manifest().sampling().threads());
        return RunCells.of(run).stream()
                .map(cell -> {
                    Map<String, String> keys = new LinkedHashMap<>(cell.keys());
                    if (cell.isMeasured()) {
                        keys.putIfAbsent(Cell.MODE, cell.values().mode());
                    }
                    keys.putIfAbsent(Cell.THREADS, threads);
                    return cell.withKeys(keys);
                })
                .toList();
    }
}
