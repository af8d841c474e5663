package org.rowmark.report.section;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.provenance.ScaleText;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;

/**
 * What was measured to answer a question, compared: all that sections are made of.
 *
 * @param table the comparison
 * @param overall each column over all lines, by place of the column
 * @param sources what was measured, where and how: one run, or the two sides of a comparison
 * @param differences of the environments
 * @param cells what the table was made of
 * @param runs where the cells are from; none for files of other tools
 * @param publications figures of others on the same question
 */
public record Results(
        ComparisonTable table,
        Map<Integer, GeometricMeanRow> overall,
        List<Provenance> sources,
        Differences differences,
        List<Cell> cells,
        List<RunRecord> runs,
        List<Publication> publications) {

    /** Whether a run sets how it is shown: its matrix comes first then. */
    boolean hasOwnView() {
        return runs.stream().anyMatch(run -> run.manifest().request().view().isPresent());
    }

    /** Who decides when the next operation begins, in words. */
    public String load() {
        String loads = runs.stream()
                .map(run -> run.manifest().method().load())
                .distinct()
                .collect(Collectors.joining(", "));
        return loads.isEmpty() ? MeasurementMethod.CLOSED_LOOP : loads; // JMH knows no other
    }

    /** Size of the data, 1 is the published one; empty where no workload has a scale. */
    Optional<Double> scale() {
        return runs.stream()
                .flatMap(run -> run.manifest().request().scale().stream())
                .findFirst();
    }

    /** What may be set beside published figures of another size; empty at the published size. */
    String scaleNotice() {
        return scale().filter(scale -> scale != 1)
                .map(scale -> " This is " + ScaleText.size(scale)
                        + ": times, counts, bytes and sizes do not compare with published ones; figures per row, per"
                        + " statement and per read or write, and ratios, do.")
                .orElse("");
    }

    /** The keys that name cells in a table of their own. */
    KeyColumns keyColumns(List<Map<String, String>> keys, String without) {
        return KeyColumns.of(keys, table.projection(), without);
    }
}
