package org.rowmark.study;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.fixture.Parameters;
import org.rowmark.result.PlannedCell;
import org.rowmark.util.Suggestions;
import org.rowmark.util.UsageException;
import org.rowmark.workload.Workload;
import org.rowmark.workload.Workloads;

/**
 * Which cell of a run tells whether the environment holds still, and how many rounds may be added where it did not.
 *
 * @param workload its workload's name
 * @param parameters its values by field name
 * @param mostRepeats 0 or more
 */
public record ControlSpec(String workload, Map<String, String> parameters, int mostRepeats) {
    private static final int DEFAULT_REPEATS = 2;

    /** What a study may say of it. */
    record Keys(String workload, Map<String, String> parameters, Integer repeats) {}

    public ControlSpec {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads what a study says.
     *
     * @param study name of the study
     * @param keys null for no control
     * @param workloads names of the study's workloads
     */
    static Optional<ControlSpec> read(String study, Keys keys, Set<String> workloads) {
        if (keys == null) {
            return Optional.empty();
        }
        String where = "study " + study + ": control: ";
        if (keys.workload() == null) {
            throw new UsageException(where + "workload: is missing");
        }
        if (!workloads.contains(keys.workload())) {
            throw new UsageException(
                    where + "workload '" + keys.workload() + "'" + Suggestions.suggestion(keys.workload(), workloads));
        }
        int repeats = keys.repeats() == null ? DEFAULT_REPEATS : keys.repeats();
        if (repeats < 0) {
            throw new UsageException(where + "repeats: " + repeats + ": give 0 or more");
        }
        return Optional.of(
                new ControlSpec(keys.workload(), keys.parameters() == null ? Map.of() : keys.parameters(), repeats));
    }

    /** @throws UsageException if the workload has no such parameter, or does not accept a value */
    void requireKnown(Workloads all) {
        Workload measured = all.named(workload);
        parameters.forEach((name, value) -> {
            if (!measured.parameters().containsKey(name)) {
                throw new UsageException("control: parameter '" + name + "'"
                        + Suggestions.suggestion(name, measured.parameters().keySet()));
            }
            Parameters.check(measured.type(), Map.of(name, value));
        });
    }

    /** The first of the cells that it names; empty if none of them is, for example because the user chose others. */
    public Optional<PlannedCell> cell(List<PlannedCell> cells) {
        return cells.stream()
                .filter(cell -> cell.workload().equals(workload)
                        && cell.parameters().entrySet().containsAll(parameters.entrySet()))
                .findFirst();
    }
}
