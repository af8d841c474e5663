package org.rowmark.options;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.commons.text.CaseUtils;
import org.rowmark.util.Secrets;
import org.rowmark.util.UsageException;

/**
 * The options that a user or a study has set; {@code RunRequest#resolve} completes them. Immutable: each method that
 * changes something returns another one.
 *
 * @param parameters values of parameters by JMH field name
 * @param isAa whether the only target is measured against itself
 */
public record RunOptions(
        List<String> workloads,
        List<String> targets,
        Map<String, List<String>> parameters,
        List<String> jmh,
        boolean isAa,
        Map<RunOption<?>, Object> given) {
    public static final RunOptions NONE = new RunOptions(List.of(), List.of(), Map.of(), List.of(), false, Map.of());

    public RunOptions {
        workloads = List.copyOf(workloads);
        targets = List.copyOf(targets);
        jmh = List.copyOf(jmh);
    }

    /** Sets the names of workloads; none: those of the study, or the quick tour. */
    public RunOptions workloads(List<String> names) {
        return new RunOptions(names, targets, parameters, jmh, isAa, given);
    }

    /** Sets the names of targets; none: those of the study. */
    public RunOptions targets(List<String> names) {
        return new RunOptions(workloads, names, parameters, jmh, isAa, given);
    }

    public RunOptions parameters(Map<String, List<String>> values) {
        return new RunOptions(workloads, targets, new LinkedHashMap<>(values), jmh, isAa, given);
    }

    /** Adds values of a parameter: {@code name=v1,v2}; a name with dashes is the one in camel case. */
    public RunOptions parameter(String assignment) {
        int equals = assignment.indexOf('=');
        if (equals < 1) {
            throw new UsageException("-p " + assignment + ": give name=value, several values separated by commas");
        }
        String given = assignment.substring(0, equals);
        String name = given.contains("-") ? CaseUtils.toCamelCase(given, false, '-') : given;
        List<String> values = new ArrayList<>(parameters.getOrDefault(name, List.of()));
        values.addAll(Arrays.asList(assignment.substring(equals + 1).split(",", -1)));
        Map<String, List<String>> more = new LinkedHashMap<>(parameters);
        more.put(name, values);
        return parameters(more);
    }

    public RunOptions jmh(List<String> words) {
        return new RunOptions(workloads, targets, parameters, words, isAa, given);
    }

    public RunOptions asAa() {
        return new RunOptions(workloads, targets, parameters, jmh, true, given);
    }

    /** Sets an option, in place of an earlier value unless it is repeatable. */
    public <T> RunOptions with(RunOption<T> option, T value) {
        Map<RunOption<?>, Object> more = new LinkedHashMap<>(given);
        more.merge(option, value, option::merged);
        return new RunOptions(workloads, targets, parameters, jmh, isAa, more);
    }

    /** Sets an option to the value that {@link RunOption#parse} reads. */
    public <T> RunOptions withText(RunOption<T> option, String text) {
        return with(option, option.parse(text));
    }

    public <T> RunOptions with(RunOption<T> option, Optional<T> value) {
        return value.map(present -> with(option, present)).orElse(this);
    }

    RunOptions without(RunOption<?> option) {
        Map<RunOption<?>, Object> fewer = new LinkedHashMap<>(given);
        fewer.remove(option);
        return new RunOptions(workloads, targets, parameters, jmh, isAa, fewer);
    }

    public <T> Optional<T> get(RunOption<T> option) {
        return Optional.ofNullable(given.get(option)).map(option::cast);
    }

    /** Writes the value of an option as text; empty if it is not set. */
    public Optional<String> text(RunOption<?> option) {
        return Optional.ofNullable(given.get(option)).map(option::text);
    }

    /** Returns these options and, where none of them is set, the others. */
    public RunOptions completedBy(RunOptions others) {
        Map<RunOption<?>, Object> both = new LinkedHashMap<>(others.given);
        both.putAll(given);
        return new RunOptions(workloads, targets, parameters, jmh, isAa, both);
    }

    /** Returns the value set here, or else the one set there. */
    public <T> Optional<T> or(RunOptions others, RunOption<T> option) {
        return get(option).or(() -> others.get(option));
    }

    /**
     * Writes the command that repeats the run, in the same order of cells and with the same data, without the directory
     * of results.
     */
    public String command(long usedSeed) {
        Map<RunOption<?>, Object> again = new LinkedHashMap<>(given);
        if (again.put(RunOption.SEED, usedSeed) == null) {
            again.put(RunOption.DATA_SEED, DataOptions.seed(this));
        }
        again.remove(RunOption.OUT);
        List<String> words = new ArrayList<>(List.of("./rowmark", isAa ? "aa" : "run"));
        words.addAll(workloads);
        targets.forEach(target -> words.addAll(List.of("--target", target)));
        for (RunOption<?> option : RunOption.all()) {
            if (option.equals(RunOption.ROUNDS)) { // parameters follow the study that they change
                parameters.forEach(
                        (name, values) -> words.addAll(List.of("-p", name + "=" + String.join(",", values))));
            }
            if (again.containsKey(option)) {
                option.words(again.get(option)).stream()
                        .map(RunOptions::withoutSecrets)
                        .forEach(words::add);
            }
        }
        if (!jmh.isEmpty()) {
            words.add("--");
            jmh.stream().map(RunOptions::withoutSecrets).forEach(words::add);
        }
        return line(words);
    }

    /** Writes words as a shell reads them. */
    public static String line(List<String> words) {
        return words.stream().map(RunOptions::quoted).collect(Collectors.joining(" "));
    }

    /** Removes secrets from a setting or a property; other words are names and paths. */
    public static String withoutSecrets(String word) {
        return word.contains("=") ? Secrets.scrub(word) : word;
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
