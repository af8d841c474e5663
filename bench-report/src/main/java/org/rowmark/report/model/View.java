package org.rowmark.report.model;

import java.util.List;
import java.util.stream.Stream;
import org.rowmark.report.compare.ComparisonTable;
import org.rowmark.report.provenance.NoiseFloors;
import org.rowmark.report.section.Results;
import org.rowmark.report.section.Section;
import org.rowmark.report.section.Sections;

/**
 * A question, what was measured to answer it, and the answer: the whole content of a report, computed once.
 *
 * @param when start, and how long it took
 * @param answers results of the comparison, a configuration each
 */
public record View(
        String question,
        String when,
        List<Badge> badges,
        List<Answer> answers,
        Results results,
        List<Section> sections) {
    /** @param badges beside those of the results */
    public static View of(String question, String when, List<Badge> badges, Results results) {
        List<Badge> all =
                Stream.concat(Badge.of(results).stream(), badges.stream()).toList();
        return new View(question, when, all, Answer.of(results.table()), results, Sections.of(results));
    }

    /** Returns the question with another baseline, without sections. */
    public View against(int column) {
        Results other = results.against(column);
        return new View(question, when, badges, Answer.of(other.table()), other, List.of());
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

    /** Returns the kind of load, to be shown beside percentiles; empty where there are none. */
    public String loadOfPercentiles() {
        boolean hasPercentiles =
                table().lines().stream().anyMatch(line -> !line.metric().isScore());
        return hasPercentiles ? "Percentiles: " + results.load() + "." : "";
    }

    /** Returns the noise of the same cells on the machine by its last A/A; empty if that measured others. */
    public List<String> noise() {
        return results.manifests()
                .flatMap(run -> NoiseFloors.line(run).stream())
                .distinct()
                .toList();
    }

    /** Returns the line of what decides the numbers; empty where nothing is known. */
    public String conditions() {
        return Conditions.of(results.manifests().toList());
    }
}
