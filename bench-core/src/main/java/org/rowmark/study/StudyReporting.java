package org.rowmark.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.rowmark.result.ReportView;
import org.rowmark.util.UsageException;

/**
 * The parts of a study that do not change what is measured: view, control, published figures.
 *
 * @param view how a report shows the run
 * @param control the cell that shows how steady the environment is
 * @param published figures of others on the same question
 */
public record StudyReporting(Optional<ReportView> view, Optional<ControlSpec> control, List<Published> published) {
    /** Nothing. */
    public static final StudyReporting NOTHING = new StudyReporting(Optional.empty(), Optional.empty(), List.of());

    /**
     * Reads the view of a study.
     *
     * @param view null for none
     */
    static Optional<ReportView> view(String study, ReportView view) {
        if (view != null && (view.column() == null || view.baseline() == null)) {
            throw new UsageException("study " + study
                    + ": view: give column:, the key that makes the columns, and baseline:, one of" + " its values");
        }
        return Optional.ofNullable(view);
    }

    /** Returns the published figures only, for a run of one configuration: a target against itself. */
    public StudyReporting figuresOnly() {
        return new StudyReporting(Optional.empty(), Optional.empty(), published);
    }

    /** Returns the same with a view, where it has none of its own. */
    public StudyReporting or(Optional<ReportView> other) {
        return new StudyReporting(view.or(() -> other), control, published);
    }

    /** Lists the names of parameters and settings in it, by the place that an error names. */
    Map<String, List<String>> named() {
        Map<String, List<String>> named = new LinkedHashMap<>();
        view.ifPresent(shown -> named.put(
                "view",
                Stream.concat(shown.rows().stream(), Stream.of(shown.column())).toList()));
        return named;
    }
}
