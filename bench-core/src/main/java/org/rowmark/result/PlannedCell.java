package org.rowmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rowmark.util.OwnText;

/**
 * One point of the plan: target x workload x parameter values.
 *
 * @param number from 1, unique in the run, in the order of the plan
 * @param operation what one operation of the workload is, in words
 * @param parameters parameter values by JMH field name, sorted
 * @param caveat what a reader of the numbers must know; may be empty
 * @param isReference whether the numbers are a floor of others and no answer
 * @param commits whether its operations commit changes, so that what a commit waits for decides the numbers
 */
@OwnText
public record PlannedCell(
        int number,
        String target,
        String workload,
        String operation,
        Map<String, String> parameters,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String caveat,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isReference,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean commits) {
    /** The parameter of a sweep of threads, which JMH has as a setting of its own. */
    public static final String THREADS = "threads";

    public PlannedCell {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        caveat = Objects.requireNonNullElse(caveat, ""); // most workloads have none
    }

    /** Creates a cell of a workload without a caveat that is no reference. */
    public PlannedCell(int number, String target, String workload, String operation, Map<String, String> parameters) {
        this(number, target, workload, operation, parameters, "", false, false);
    }

    /** Returns the cell with another value of a parameter. */
    public PlannedCell with(String parameter, String value) {
        Map<String, String> more = new TreeMap<>(parameters);
        more.put(parameter, value);
        return new PlannedCell(number, target, workload, operation, more, caveat, isReference, commits);
    }

    /** Returns the cell without a parameter. */
    public PlannedCell without(String parameter) {
        Map<String, String> fewer = new TreeMap<>(parameters);
        fewer.remove(parameter);
        return new PlannedCell(number, target, workload, operation, fewer, caveat, isReference, commits);
    }

    /** Returns what cells of several targets that are compared have in common: workload and parameters. */
    public List<Object> question() {
        return List.of(workload, parameters);
    }

    /** Returns the text {@code insert-batch batchSize=100 rewrite=off on mariadb}. */
    public String label() {
        return name(workload, parameters) + " on " + target;
    }

    /** Returns the label with the parameters first in which cells of this workload differ. */
    public String label(List<PlannedCell> cells) {
        Map<String, String> ordered = varying(cells);
        ordered.putAll(parameters);
        return name(workload, ordered) + " on " + target;
    }

    /** Returns the parameters in which cells of this workload differ, with their values here. */
    public Map<String, String> varying(List<PlannedCell> cells) {
        Map<String, String> varying = new LinkedHashMap<>(parameters);
        varying.entrySet()
                .removeIf(parameter -> cells.stream()
                        .filter(cell -> cell.workload.equals(workload))
                        .allMatch(cell -> parameter.getValue().equals(cell.parameters.get(parameter.getKey()))));
        return varying;
    }

    /** Returns the text {@code insert-batch batchSize=100 rewrite=off}. */
    public static String name(String workload, Map<String, String> parameters) {
        return workload
                + parameters.entrySet().stream()
                        .map(parameter -> " " + parameter.getKey() + "=" + parameter.getValue())
                        .collect(Collectors.joining());
    }
}
