package org.rowmark.study;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.fixture.Parameters;
import org.rowmark.result.PlannedCell;
import org.rowmark.result.ReportView;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/** The parts of a study that do not change what is measured: view, control, published figures. */
public record StudyReporting(Optional<ReportView> view, Optional<ControlSpec> control, List<Published> published) {
    public static final StudyReporting NOTHING = new StudyReporting(Optional.empty(), Optional.empty(), List.of());

    /** Returns the published figures only, for a run of one configuration: a target against itself. */
    public StudyReporting figuresOnly() {
        return new StudyReporting(Optional.empty(), Optional.empty(), published);
    }

    /** Returns the reporting with a view, where it has none of its own. */
    public StudyReporting or(Optional<ReportView> other) {
        return new StudyReporting(view.or(() -> other), control, published);
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

        void requireValid(Set<String> workloads) {
            if (workload == null) {
                throw new UsageException("control: workload: is missing");
            }
            Suggestions.require("control: workload", workload, workloads);
            parameters.forEach((key, value) -> {
                if (key == null || value == null) {
                    throw new UsageException("control: parameters: " + key + ": give a value");
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
