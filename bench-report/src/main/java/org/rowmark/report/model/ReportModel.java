package org.rowmark.report.model;

import java.util.List;
import java.util.stream.Collectors;
import org.rowmark.report.format.Numbers;

/**
 * The content of a report, before a format lays it out. Views follow one another and are never mixed.
 *
 * @param views at least one
 */
public record ReportModel(List<View> views) {
    public String title() {
        return views.stream().map(View::question).distinct().collect(Collectors.joining(" · "));
    }

    /** Returns whether any row is of a run that left rows by its results. */
    public boolean isAtLooks() {
        return views.stream()
                .flatMap(view -> view.table().rows().stream())
                .anyMatch(row -> row.comparison().design().looks().isPresent());
    }

    /** Returns whether there is any verdict, so that the words need explaining. */
    public boolean hasVerdicts() {
        return views.stream().anyMatch(view -> view.table().hasVerdicts());
    }

    /** Returns δ of the views: {@code ±3 %}, or {@code ±3 % or ±10 %} where they differ. */
    public String margins() {
        return views.stream()
                .map(view -> "±" + Numbers.percent(view.table().margin()))
                .distinct()
                .collect(Collectors.joining(" or "));
    }
}
