package org.rowmark.report.section;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.cells.CounterText;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Procedure;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;

/**
 * The compared measurements that answer a question: the input of all sections.
 *
 * @param sources what was measured, where and how: one run, or the two sides of a comparison
 * @param runs the runs of the cells; none for result files of other tools
 * @param publications figures of others on the same question
 */
public record Results(
        ComparisonTable table,
        List<Provenance> sources,
        Differences differences,
        List<Cell> cells,
        List<RunRecord> runs,
        List<Publication> publications) {
    /** Returns the results with the ratios to another column. */
    public Results against(int column) {
        return new Results(table.against(column), sources, differences, cells, runs, publications);
    }

    /** Returns in words how the start of the next operation is decided. */
    public String load() {
        String reported = manifests()
                .map(run -> run.method().load())
                .distinct()
                .map(load -> load.startsWith("open loop") ? load + ", a queue for each thread" : load)
                .collect(Collectors.joining(", "));
        return reported.isEmpty() ? MeasurementMethod.CLOSED_LOOP : reported; // JMH knows no other
    }

    public Stream<Manifest> manifests() {
        return runs.stream().map(RunRecord::manifest);
    }

    /** Returns what a reader of the numbers of workloads must know, by workload; of references their rows show it. */
    public Map<String, String> caveats() {
        Map<String, String> caveats = new LinkedHashMap<>();
        manifests()
                .flatMap(run -> run.cells().stream())
                .filter(cell -> !cell.caveat().isEmpty() && !cell.isReference())
                .forEach(cell -> caveats.putIfAbsent(cell.workload(), cell.caveat()));
        return caveats;
    }

    public boolean hasOneThread() {
        return !runs.isEmpty() && manifests().allMatch(run -> run.sampling().threads() == 1);
    }

    /** Returns the target of a cell; empty where it is not known, as of files of other tools. */
    public Optional<TargetFacts> target(Cell cell) {
        String name = cell.keys().getOrDefault(Cell.TARGET, "");
        return sources.stream()
                .flatMap(source -> source.targets().stream())
                .filter(target -> target.name().equals(name))
                .findFirst();
    }

    /** Returns whether the database of a cell is in the measuring process, as far as that is known. */
    public Optional<Boolean> isEmbedded(Cell cell) {
        return target(cell).map(target -> target.server().startsWith("embedded"));
    }

    /** Returns milliseconds of the server's CPU time per operation; none of a database that is in the client. */
    public Map<Integer, Double> cpuOfServer(Cell cell) {
        return isEmbedded(cell).orElse(true)
                ? Map.of()
                : CounterText.cpuOfServer(cell.values().counts());
    }

    /** Returns which values can be compared with published figures of another size; empty at the published size. */
    public String scaleNotice() {
        return manifests()
                .flatMap(run -> run.request().scale().stream())
                .findFirst()
                .filter(scale -> scale != 1)
                .map(scale -> "This is " + Procedure.size(scale)
                        + ": times, counts, bytes and sizes do not compare with published ones; figures per row, per"
                        + " statement and per read or write, and ratios, do.")
                .orElse("");
    }
}
