package org.rowmark.report.compare;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * The subject of a line of a comparison.
 *
 * @param workload name of the workload; where a projection hides it empty, or {@code all} if nothing else names the
 *     line
 * @param parameters the other keys of the line with their values, in the order of their display
 * @param operation what one operation is, in words; empty where it is not known
 */
public record CaseKey(String workload, Map<String, String> parameters, String operation) {

    /** Returns {@code batchSize=100 rewrite=off}; empty without parameters. */
    public String parametersText() {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(" "));
    }

    /** Returns {@code insert-batch batchSize=100}. */
    public String title() {
        return workload.isEmpty() || parameters.isEmpty()
                ? workload + parametersText()
                : workload + " " + parametersText();
    }
}
