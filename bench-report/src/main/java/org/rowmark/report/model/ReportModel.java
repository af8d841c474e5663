package org.rowmark.report.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The content of a report, before a format lays it out. Views follow one another and are never mixed.
 *
 * @param views at least one
 */
public record ReportModel(List<View> views) {

    public String title() {
        return views.stream().map(View::question).distinct().collect(Collectors.joining(" · "));
    }

    /** That its views were measured on several machines; empty where they were not. */
    public Optional<String> machines() {
        return MachineNotice.apart(views);
    }

    /** Whether there is any verdict, so that words need explaining. */
    public boolean hasVerdicts() {
        return views.stream().anyMatch(View::hasVerdicts);
    }

    public double margin() {
        return views.get(0).table().margin();
    }
}
