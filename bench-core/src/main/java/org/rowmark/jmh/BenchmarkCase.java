package org.rowmark.jmh;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.rowmark.plan.Timing;

/**
 * A benchmark of a column in one mode with one value of each parameter: a cell.
 *
 * @param values by the benchmark's own names
 */
record BenchmarkCase(
        JarColumn column, BenchmarkListEntry benchmark, Mode mode, Map<String, String> values, Timing timing) {
    /** Returns why it cannot be measured: JMH's option splits values at commas. */
    Optional<String> obstacle() {
        return values.entrySet().stream()
                .filter(value -> value.getValue().contains(",") && !isOnly(value.getKey(), value.getValue()))
                .map(value -> "JMH's -p splits the value '" + value.getValue() + "' of " + value.getKey()
                        + " at its commas, and the benchmark has others")
                .findFirst();
    }

    private boolean isOnly(String parameter, String value) {
        String[] own = benchmark.getParams().orElse(Map.of()).getOrDefault(parameter, new String[0]);
        return own.length == 1 && own[0].equals(value);
    }

    /** Returns the command of a fork, whose JMH writes its result to a file. */
    List<String> command(JmhWords words, Path result) {
        List<String> command = new ArrayList<>(column.start());
        command.add("^" + Pattern.quote(benchmark.getUsername()) + "$");
        command.addAll(words.words());
        command.addAll(column.options());
        command.addAll(List.of("-f", "1", "-wf", "0", "-foe", "true", "-bm", mode.shortLabel()));
        values.forEach((name, value) -> {
            if (!isOnly(name, value)) {
                command.addAll(List.of("-p", name + "=" + value));
            }
        });
        command.addAll(List.of("-rf", "json", "-rff", result.toString()));
        return command;
    }
}
