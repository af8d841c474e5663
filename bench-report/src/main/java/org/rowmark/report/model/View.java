package org.rowmark.report.model;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.compare.Case;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.compare.GeometricMeanRow;
import org.rowmark.report.provenance.Differences;
import org.rowmark.report.provenance.NoiseFloors;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.provenance.ScaleText;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;

/**
 * A question, what was measured to answer it, and the answer.
 *
 * @param question one line
 * @param when start, and how long it took
 * @param badges marks beside the headline
 * @param table the comparison
 * @param overall each column over all lines, by place of the column
 * @param answers what it says, a configuration each
 * @param sources what was measured, where and how: one run, or the two sides of a comparison
 * @param differences of the environments
 * @param cells what the table was made of
 * @param runs where the cells are from; none for files of somebody else's
 * @param publications figures of others on the same question
 */
public record View(
        String question,
        String when,
        List<Badge> badges,
        ComparisonTable table,
        Map<Integer, GeometricMeanRow> overall,
        List<Answer> answers,
        List<Provenance> sources,
        Differences differences,
        List<Cell> cells,
        List<RunRecord> runs,
        List<Publication> publications) {

    /** Whether a run says how it wants to be shown: its matrix is then the first thing that it shows. */
    public boolean hasOwnView() {
        return runs.stream().anyMatch(run -> run.manifest().request().view().isPresent());
    }

    /** That the two sides of a comparison are two machines; empty where they are not. */
    public Optional<String> machines() {
        return MachineNotice.compared(this);
    }

    boolean hasVerdicts() {
        return table.hasVerdicts();
    }

    /** What must stand beside percentiles; empty where there are none. */
    public String loadOfPercentiles() {
        boolean hasPercentiles =
                table.lines().stream().anyMatch(line -> !line.metric().isScore());
        return hasPercentiles ? "Percentiles: " + load() + "." : "";
    }

    /** Who decides when the next operation begins, in words. */
    public String load() {
        String told = runs.stream()
                .map(run -> run.manifest().method().load())
                .distinct()
                .collect(Collectors.joining(", "));
        return told.isEmpty() ? MeasurementMethod.CLOSED_LOOP : told; // JMH knows no other
    }

    /** Returns the noise floor of the machine by its last A/A; empty if there is none. */
    public List<String> noise() {
        return runs.stream()
                .flatMap(run -> run.manifest().noiseFloor().stream())
                .map(NoiseFloors::line)
                .distinct()
                .toList();
    }

    /** The size of the data, a line for each that differs; empty where no workload has a scale. */
    public List<String> scale() {
        return runs.stream()
                .map(RunRecord::manifest)
                .flatMap(manifest -> ScaleText.of(manifest).stream())
                .distinct()
                .toList();
    }

    /** For the reproduction of all that was measured. */
    public List<String> commands() {
        return sources.stream()
                .map(Provenance::command)
                .filter(command -> !command.isEmpty())
                .toList();
    }

    /** Names of all columns with their durability, where somebody says it; several where a column has several targets. */
    public Map<String, String> durability() {
        Map<String, Set<String>> durability = new LinkedHashMap<>();
        for (Case line : table.lines()) {
            for (ColumnValue side : line.columnValues()) {
                if (!side.cell().durability().isEmpty()) {
                    durability
                            .computeIfAbsent(side.column(), of -> new LinkedHashSet<>())
                            .add(side.cell().durability());
                }
            }
        }
        Map<String, String> texts = new LinkedHashMap<>();
        durability.forEach((column, all) -> texts.put(column, String.join("; ", all)));
        return texts;
    }
}
