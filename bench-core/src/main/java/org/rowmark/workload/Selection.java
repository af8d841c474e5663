package org.rowmark.workload;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.rowmark.fixture.Db;
import org.rowmark.fixture.Parameters;
import org.rowmark.options.RunOption;
import org.rowmark.options.SqlFiles;
import org.rowmark.util.UsageException;

/**
 * A workload and the values of its parameters that are measured.
 *
 * @param workload what is done
 * @param values by field name, at least one value each; all parameters but those that are unnamed and have their
 *     default, which JMH adds
 */
public record Selection(Workload workload, Map<String, List<String>> values) {

    /**
     * Selects the default values of the workload, but for those given.
     *
     * @throws UsageException if the workload does not accept a value
     */
    public static Selection of(Workload workload, Map<String, List<String>> given) {
        Map<String, List<String>> values = new LinkedHashMap<>(workload.parameters());
        given.forEach(values::replace);
        values.forEach(
                (name, listed) -> listed.forEach(value -> Parameters.check(workload.type(), Map.of(name, value))));
        Set<String> unnamed = Parameters.unnamed(workload.type());
        values.entrySet()
                .removeIf(entry -> unnamed.contains(entry.getKey())
                        && entry.getValue().equals(workload.parameters().get(entry.getKey())));
        return new Selection(workload, values);
    }

    /**
     * Adds the values of an option as a parameter of the same name, if the workload takes it.
     *
     * @param option {@link RunOption#POOL} or {@link RunOption#RATE}
     * @param listed separated by commas
     */
    public Selection with(RunOption<String> option, String listed) {
        if (!workload.takes(option)) {
            return this;
        }
        Map<String, List<String>> more = new LinkedHashMap<>(values);
        more.put(option.key(), List.of(listed.split(",", -1)));
        return new Selection(workload, more);
    }

    /** Adds the numbers of clients that measure at the same time as a parameter. */
    public Selection withClients(List<Integer> counts) {
        Map<String, List<String>> more = new LinkedHashMap<>(values);
        more.put(Db.CLIENTS, counts.stream().map(String::valueOf).toList());
        return new Selection(workload, more);
    }

    /**
     * Sets the names of files as values of a parameter, if the workload runs SQL files.
     *
     * @throws UsageException if it does, and there are none
     */
    public Selection withFiles(Optional<SqlFiles> files) {
        if (!workload.takes(RunOption.SQL)) {
            return this;
        }
        SqlFiles given = files.orElseThrow(() ->
                new UsageException(workload.name() + ": give the file to run with " + RunOption.SQL.name() + " FILE"));
        Map<String, List<String>> more = new LinkedHashMap<>(values);
        more.put(SqlFiles.PARAMETER, List.copyOf(given.byName().keySet()));
        return new Selection(workload, more);
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
