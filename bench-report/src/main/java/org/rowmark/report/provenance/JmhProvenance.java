package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;

/** The little that a result file of JMH contains on its origin. */
public final class JmhProvenance {
    private JmhProvenance() {}

    public static Provenance of(JmhFile file, String name) {
        List<Fact> procedure = new ArrayList<>();
        procedure.add(new Fact("File", file.path().toString()));
        procedure.addAll(sameOfAll(file));
        procedure.addAll(List.of(
                fact("JMH", file, JmhResult::jmhVersion),
                new Fact("Forks", all(file, result -> text(result.requestedForks())) + ", order unknown"),
                fact("Warm-up", file, JmhResult::warmup),
                fact("Measurement", file, JmhResult::measurement),
                fact("Threads", file, result -> text(result.threads())),
                new Fact("Load", MeasurementMethod.CLOSED_LOOP)));
        List<Fact> environment = List.of(
                fact("JVM", file, JmhResult::jvm),
                fact("JVM arguments", file, result -> String.join(" ", result.jvmArgs())));
        return new Provenance(
                name,
                "time and host unknown",
                Optional.empty(),
                Optional.empty(),
                List.copyOf(procedure),
                environment,
                List.of(),
                "");
    }

    /** Returns the class and the parameters that are the same for all benchmarks, and so in no table. */
    private static List<Fact> sameOfAll(JmhFile file) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (JmhResult result : file.results()) {
            int dot = result.benchmark().lastIndexOf('.');
            Map<String, String> ofOne = new LinkedHashMap<>();
            ofOne.put("Class", result.benchmark().substring(0, Math.max(0, dot)));
            result.parameters().forEach((name, value) -> ofOne.put("Parameter " + name, value));
            ofOne.forEach((name, value) ->
                    values.computeIfAbsent(name, none -> new HashSet<>()).add(value));
        }
        return values.entrySet().stream()
                .filter(ofAll -> ofAll.getValue().size() == 1)
                .map(ofAll -> new Fact(ofAll.getKey(), String.join("", ofAll.getValue())))
                .toList();
    }

    private static Fact fact(String name, JmhFile file, Function<JmhResult, String> value) {
        return new Fact(name, all(file, value));
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : "";
    }

    /** Returns the distinct values of all entries. */
    private static String all(JmhFile file, Function<JmhResult, String> value) {
        String values = file.results().stream()
                .map(value)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return values.isEmpty() ? Numbers.NONE : values;
    }
}
