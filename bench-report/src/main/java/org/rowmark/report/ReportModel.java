package org.rowmark.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.rowmark.result.RunRecord;

/**
 * Everything a report says, before anybody lays it out. Views stand one after the other and are never mixed.
 *
 * @param views at least one
 */
record ReportModel(List<View> views) {

    static ReportModel of(List<RunRecord> runs) {
        return of(runs, ReportOptions.NONE);
    }

    /** Runs one after the other: a ratio compares cells of the same run. */
    static ReportModel of(List<RunRecord> runs, ReportOptions options) {
        return new ReportModel(runs.stream().map(run -> View.of(run, options)).toList());
    }

    /** One question alone. */
    static ReportModel of(View view) {
        return new ReportModel(List.of(view));
    }

    String title() {
        return views.stream().map(View::question).distinct().collect(Collectors.joining(" · "));
    }

    /** That its views were measured on several machines; empty where they were not. */
    Optional<String> machines() {
        return Machines.apart(views);
    }

    /** Whether a verdict word stands anywhere, so that words need explaining. */
    boolean hasWords() {
        return views.stream().anyMatch(View::hasWords);
    }

    double margin() {
        return views.get(0).table().margin();
    }
}
