package org.rowmark.report.provenance;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.report.jmh.JmhFile;
import org.rowmark.report.jmh.JmhResult;

/** The little that a result file of JMH contains on its origin. */
public final class JmhProvenance {
    private JmhProvenance() {}

    /** @param name of the file, different from those of others */
    public static Provenance of(JmhFile file, String name) {
        return new Provenance(
                name,
                "time and host unknown",
                Optional.empty(),
                Optional.empty(),
                List.of(
                        new Fact("File", file.path().toString()),
                        new Fact("JMH", all(file, result -> result.setup().jmh())),
                        new Fact("Forks", all(file, result -> text(result.forksAskedFor())) + ", order unknown"),
                        new Fact("Warm-up", all(file, result -> result.setup().warmup())),
                        new Fact(
                                "Measurement",
                                all(file, result -> result.setup().measurement())),
                        new Fact("Threads", all(file, result -> text(result.threads()))),
                        new Fact("Load", "closed loop")),
                List.of(
                        new Fact("JVM", all(file, result -> result.setup().jvm())),
                        new Fact(
                                "JVM arguments",
                                all(file, result -> result.setup().jvmArguments()))),
                List.of(),
                "");
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : "";
    }

    /** Joins the values of all entries; entries of one file may differ. */
    private static String all(JmhFile file, Function<JmhResult, String> value) {
        String values = file.results().stream()
                .map(value)
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
        return values.isEmpty() ? Numbers.NONE : values;
    }
}
