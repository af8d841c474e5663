package org.rowmark.report.compare;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The subject of a line of a comparison.
 *
 * @param workload name of the workload; where a projection hides it empty, or {@code all} if nothing else names the
 *     line
 * @param parameters the other keys of the line with their values, in the order of their display
 * @param operation what one operation is, in words; empty where it is not known
 */
public record CaseKey(String workload, Map<String, String> parameters, String operation) {

    /** Returns {@code insert-batch batchSize=100}. */
    public String title() {
        Stream<String> values =
                parameters.entrySet().stream().map(parameter -> parameter.getKey() + "=" + parameter.getValue());
        return Stream.concat(Stream.of(workload).filter(name -> !name.isEmpty()), values)
                .collect(Collectors.joining(" "));
    }
}
