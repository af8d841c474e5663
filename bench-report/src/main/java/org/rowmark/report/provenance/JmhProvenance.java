package org.rowmark.report.provenance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.jmh.JmhFile;
import org.rowmark.report.jmh.JmhResult;

/** The little that a result file of JMH contains on its origin. */
public final class JmhProvenance {
    private JmhProvenance() {}

    /** @param name of the file in the report */
    public static Provenance of(JmhFile file, String name) {
        List<Fact> procedure = new ArrayList<>();
        procedure.add(new Fact("File", file.path().toString()));
        sameOfAll(file).forEach((fact, value) -> procedure.add(new Fact(fact, value)));
        procedure.add(fact("JMH", file, JmhResult::jmhVersion));
        procedure.add(new Fact("Forks", all(file, result -> text(result.requestedForks())) + ", order unknown"));
        procedure.add(fact("Warm-up", file, JmhResult::warmup));
        procedure.add(fact("Measurement", file, JmhResult::measurement));
        procedure.add(fact("Threads", file, result -> text(result.threads())));
        procedure.add(new Fact("Load", "closed loop"));
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
    private static Map<String, String> sameOfAll(JmhFile file) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (JmhResult result : file.results()) {
            String type = result.benchmark()
                    .substring(0, Math.max(0, result.benchmark().lastIndexOf('.')));
            values.computeIfAbsent("Class", none -> new LinkedHashSet<>()).add(type);
            result.parameters()
                    .forEach((name, value) -> values.computeIfAbsent("Parameter " + name, none -> new LinkedHashSet<>())
                            .add(value));
        }
        Map<String, String> same = new LinkedHashMap<>();
        values.forEach((name, ofAll) -> {
            if (ofAll.size() == 1) {
                same.put(name, ofAll.iterator().next());
            }
        });
        return same;
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
