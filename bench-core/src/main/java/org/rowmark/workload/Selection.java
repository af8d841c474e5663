package org.rowmark.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.rowmark.fixture.Parameters;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;
import org.rowmark.util.UsageException;

/**
 * A workload and the values of its parameters that are measured.
 *
 * @param values by field name, at least one value each; all parameters but those that are unnamed and have their
 *     default, which JMH adds
 */
public record Selection(Workload workload, Map<String, List<String>> values) {

    /** Selects the default values of the workload, but for those given, each of which it must accept. */
    public static Selection of(Workload workload, Map<String, List<String>> given) {
        Map<String, List<String>> values = new LinkedHashMap<>(workload.parameters());
        given.forEach(values::replace);
        values.forEach(
                (name, listed) -> listed.forEach(value -> Parameters.check(workload.type(), Map.of(name, value))));
        Parameters.unnamed(workload.type())
                .forEach(name -> values.remove(name, workload.parameters().get(name)));
        return new Selection(workload, values);
    }

    /** Adds an option's values, separated by commas, as a parameter of the same name, if the workload takes it. */
    public Selection with(RunOption<String> option, String listed) {
        if (!workload.takes(option)) {
            return this;
        }
        return with(option.key(), List.of(listed.split(",", -1)));
    }

    private Selection with(String parameter, List<String> listed) {
        Map<String, List<String>> more = new LinkedHashMap<>(values);
        more.put(parameter, listed);
        return new Selection(workload, more);
    }

    /** Adds numbers of clients or threads that measure at the same time as a parameter. */
    public Selection withCounts(String parameter, List<Integer> counts) {
        return with(parameter, counts.stream().map(String::valueOf).toList());
    }

    /** @throws UsageException if the workload runs SQL files, and there are none */
    public Selection withFiles(Optional<SqlFiles> files, boolean areMixed) {
        if (!workload.takes(RunOption.SQL)) {
            return this;
        }
        SqlFiles given = files.orElseThrow(() ->
                new UsageException(workload.name() + ": give the file to run with " + RunOption.SQL.name() + " FILE"));
        return with(
                SqlFiles.PARAMETER,
                areMixed ? List.of(given.mixName()) : List.copyOf(given.byName().keySet()));
    }

    /** Lists all combinations of the values, each once. */
    public List<Map<String, String>> combinations() {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Map.Entry<String, List<String>> parameter : values.entrySet()) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> combination : combinations) {
                for (String value : new LinkedHashSet<>(parameter.getValue())) {
                    Map<String, String> one = new LinkedHashMap<>(combination);
                    one.put(parameter.getKey(), value);
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        return combinations;
    }
}
