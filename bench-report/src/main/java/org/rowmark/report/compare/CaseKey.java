package org.rowmark.report.compare;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a line of a comparison is about.
 *
 * @param workload name of the workload; where a projection hides it empty, or {@code all} if nothing else names the line
 * @param parameters the other keys of the line with their values, in the order of their display
 * @param operation what one operation is, in words; empty if nobody says
 */
public record CaseKey(String workload, Map<String, String> parameters, String operation) {

    /** {@code batchSize=100 rewrite=off}, empty without parameters. */
    public String parametersText() {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(" "));
    }

    /** {@code insert-batch batchSize=100}. */
    public String title() {
        return workload.isEmpty() || parameters.isEmpty()
                ? workload + parametersText()
                : workload + " " + parametersText();
    }
}
