package org.rowmark.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.rowmark.fixture.Parameters;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** The parts of a study that do not change what is measured: view, control, published figures. */
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

    /** Returns the reporting with a view, where it has none of its own. */
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

    /**
     * The cell of a run that shows how steady the environment is; the key {@code control} of a study.
     *
     * @param parameters its values by field name; null for none
     */
    public record ControlSpec(String workload, Map<String, String> parameters) {
        public ControlSpec {
            parameters = parameters == null ? Map.of() : Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        }

        /** Checks what a study has set. */
        void requireValid(String study, Set<String> workloads) {
            String where = "study " + study + ": control: ";
            if (workload == null) {
                throw new UsageException(where + "workload: is missing");
            }
            Suggestions.require(where + "workload", workload, workloads);
            parameters.forEach((key, value) -> {
                if (key == null || value == null) {
                    throw new UsageException(where + "parameters: " + key + ": give a value");
                }
            });
        }

        /** @throws UsageException if the workload has no such parameter, or does not accept a value */
        void requireKnown(Workloads all) {
            Workload measured = all.named(workload);
            parameters.forEach((name, value) -> {
                Suggestions.require(
                        "control: parameter", name, measured.parameters().keySet());
                Parameters.check(measured.type(), Map.of(name, value));
            });
        }

        /**
         * Finds the first of the cells that it names; empty if there is none, for example because the user chose others.
         */
        public Optional<PlannedCell> cell(List<PlannedCell> cells) {
            return cells.stream()
                    .filter(cell -> cell.workload().equals(workload)
                            && cell.parameters().entrySet().containsAll(parameters.entrySet()))
                    .findFirst();
        }
    }
}
