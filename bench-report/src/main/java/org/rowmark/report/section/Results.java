package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Procedure;
import org.rowmark.report.provenance.Provenance;
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
        String reported = runs.stream()
                .map(run -> run.manifest().method().load())
                .distinct()
                .map(load -> load.startsWith("open loop") ? load + ", a queue for each thread" : load)
                .collect(Collectors.joining(", "));
        return reported.isEmpty() ? MeasurementMethod.CLOSED_LOOP : reported; // JMH knows no other
    }

    public boolean hasOneThread() {
        return !runs.isEmpty()
                && runs.stream().allMatch(run -> run.manifest().sampling().threads() == 1);
    }

    public Map<String, TargetFacts> targets() {
        return sources.stream()
                .flatMap(source -> source.targets().stream())
                .collect(Collectors.toMap(TargetFacts::name, target -> target, (first, second) -> first));
    }

    /** Returns which values can be compared with published figures of another size; empty at the published size. */
    public String scaleNotice() {
        return runs.stream()
                .flatMap(run -> run.manifest().request().scale().stream())
                .findFirst()
                .filter(scale -> scale != 1)
                .map(scale -> "This is " + Procedure.size(scale)
                        + ": times, counts, bytes and sizes do not compare with published ones; figures per row, per"
                        + " statement and per read or write, and ratios, do.")
                .orElse("");
    }
}
