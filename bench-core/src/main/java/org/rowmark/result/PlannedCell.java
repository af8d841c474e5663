package org.rowmark.result;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One point of the plan: target x workload x parameter values.
 *
 * @param number from 1, unique in the run, in the order of the plan
 * @param target name of the target
 * @param workload name of the workload
 * @param operation what one operation of the workload is, in words
 * @param parameters parameter values by JMH field name, sorted
 */
public record PlannedCell(
        int number, String target, String workload, String operation, Map<String, String> parameters) {
    public PlannedCell {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** Returns the same with another value of a parameter. */
    public PlannedCell with(String parameter, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new PlannedCell(number, target, workload, operation, more);
    }

    /** Returns the same without a parameter. */
    public PlannedCell without(String parameter) {
        Map<String, String> fewer = new TreeMap<>(parameters);
        fewer.remove(parameter);
        return new PlannedCell(number, target, workload, operation, fewer);
    }

    /** Returns the text {@code insert-batch batchSize=100 rewrite=off on mariadb}. */
    public String label() {
        return name(workload, parameters) + " on " + target;
    }

    /** Returns the text {@code insert-batch batchSize=100 rewrite=off}. */
    public static String name(String workload, Map<String, String> parameters) {
        return workload
                + parameters.entrySet().stream()
                        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining());
    }
}
