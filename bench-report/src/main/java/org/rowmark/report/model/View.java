package org.rowmark.report.model;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.report.compare.ColumnValue;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.provenance.NoiseFloors;
import org.rowmark.report.provenance.Provenance;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.Sections;
import org.rowmark.result.RunRecord;

/**
 * A question, what was measured to answer it, and the answer: the whole content of a report, computed once.
 *
 * @param question one line
 * @param when start, and how long it took
 * @param badges marks beside the headline
 * @param answers results of the comparison, a configuration each
 * @param results the comparison and what it was made of
 * @param sections the sections around the comparison, in their order
 */
public record View(
        String question,
        String when,
        List<Badge> badges,
        List<Answer> answers,
        Results results,
        List<Section> sections) {

    public static View of(String question, String when, List<Badge> badges, Results results) {
        return new View(
                question, when, badges, Answer.of(results.table(), results.overall()), results, Sections.of(results));
    }

    public ComparisonTable table() {
        return results.table();
    }

    /** Returns the sections before the comparison, or after it, that have something to show. */
    public List<Section> sections(boolean isFirst) {
        return sections.stream()
                .filter(section -> !section.isEmpty() && (section.look() == Section.Look.FIRST) == isFirst)
                .toList();
    }

    /** Returns the notice that the two sides of a comparison are two machines; empty where they are not. */
    public Optional<String> machines() {
        return MachineNotice.compared(this);
    }

    boolean hasVerdicts() {
        return table().hasVerdicts();
    }

    /** Returns the kind of load, to be shown beside percentiles; empty where there are none. */
    public String loadOfPercentiles() {
        boolean hasPercentiles =
                table().lines().stream().anyMatch(line -> !line.metric().isScore());
        return hasPercentiles ? "Percentiles: " + results.load() + "." : "";
    }

    /** Returns the noise floor of the machine by its last A/A; empty if there is none. */
    public List<String> noise() {
        return results.runs().stream()
                .flatMap(run -> run.manifest().noiseFloor().stream())
                .map(NoiseFloors::line)
                .distinct()
                .toList();
    }

    /** Returns the size of the data, a line for each that differs; empty where no workload has a scale. */
    public List<String> scale() {
        return results.runs().stream()
                .map(RunRecord::manifest)
                .flatMap(manifest -> Provenance.scale(manifest).stream())
                .distinct()
                .toList();
    }

    /**
     * Returns the names of all columns with their durability, where it is known; several where a column has several
     * targets.
     */
    public Map<String, String> durability() {
        Map<String, String> durability = new LinkedHashMap<>();
        table().lines().stream()
                .flatMap(line -> line.columnValues().stream())
                .filter(side -> !side.cell().durability().isEmpty())
                .collect(Collectors.groupingBy(
                        ColumnValue::column,
                        LinkedHashMap::new,
                        Collectors.mapping(
                                side -> side.cell().durability(), Collectors.toCollection(LinkedHashSet::new))))
                .forEach((column, all) -> durability.put(column, String.join("; ", all)));
        return durability;
    }
}
