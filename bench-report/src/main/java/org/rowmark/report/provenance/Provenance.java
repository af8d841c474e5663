package org.rowmark.report.provenance;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
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
import org.apache.commons.lang3.StringUtils;
import org.rowmark.report.cells.Cell;
import org.rowmark.report.format.Fact;
import org.rowmark.report.format.Numbers;
import org.rowmark.result.CellOutcome;
import org.rowmark.result.Environment;
import org.rowmark.result.Manifest;
import org.rowmark.result.MeasurementMethod;
import org.rowmark.result.RunRecord;
import org.rowmark.result.TargetFacts;
import org.rowmark.result.jmh.JmhFile;
import org.rowmark.result.jmh.JmhResult;
import org.rowmark.util.Durations;

/**
 * The origin of numbers: a run and its machine, or a result file of JMH. Jackson writes it to comparison.json.
 *
 * @param name of the source, different from those of others; empty for the only one
 * @param scale size of the data, 1 is the published one; empty where no workload has a scale
 * @param control the cell that shows whether the environment was stable; empty for none
 * @param command the command that measures it again, empty if it is unknown
 */
public record Provenance(
        String name,
        @JsonIgnore String when,
        Optional<Double> scale,
        Optional<Control> control,
        @JsonProperty("conduct") List<Fact> procedure,
        List<Fact> environment,
        List<TargetFacts> targets,
        String command) {
    public static final String HOST = "Host";
    static final String PROGRAM = "Program ";

    /** The JVM that measures a target, where targets differ in that. */
    static final String JVM = "JVM of its forks";

    /** Facts of every machine, which are shown first. */
    private static final Set<String> HEAD = Set.of(
            HOST, "Processor", "Cores", "Memory", "System", "JVM", "JVM arguments", "Data on", Environment.SPEED);

    /** Facts that are left out where they repeat one of those. */
    private static final Map<String, String> SAME =
            Map.of("cpu", "Processor", "cores", "Cores", "memory", "Memory", "jvm", "JVM", "file system", "Data on");

    private static final Map<String, String> PLACEMENTS = Map.of(
            "embedded", "in the measuring process",
            "socket", "this machine, by a local socket",
            "loopback", "this machine, by TCP over its loopback",
            "link", "behind a simulated link",
            "remote", "another machine");

    public Provenance {
        List<Fact> all = environment;
        environment = all.stream()
                .filter(fact -> !all.contains(new Fact(SAME.getOrDefault(fact.name(), ""), fact.value())))
                .toList();
    }

    public static Provenance of(RunRecord run, List<Cell> cells, String name) {
        Manifest manifest = run.manifest();
        Optional<Control> control = Control.of(run, cells);
        List<Fact> procedure = Procedure.of(manifest, control.map(Control::text).orElse(""));
        List<Fact> machine = environment(manifest.environment());
        Manifest.Request request = manifest.request();
        return new Provenance(
                name, when(run), request.scale(), control, procedure, machine, manifest.targets(), request.command());
    }

    /** Returns the little that a result file of JMH contains on its origin. */
    public static Provenance of(JmhFile file, String name) {
        Map<String, String> procedure = new LinkedHashMap<>();
        procedure.put("File", file.path().toString());
        sameOfAll(file).forEach((fact, values) -> procedure.put(fact, String.join("", values)));
        procedure.put("JMH", all(file, JmhResult::jmhVersion));
        procedure.put("Forks", all(file, result -> text(result.requestedForks())) + ", order unknown");
        procedure.put("Warm-up", all(file, JmhResult::warmup));
        procedure.put("Measurement", all(file, JmhResult::measurement));
        procedure.put("Threads", all(file, result -> text(result.threads())));
        procedure.put("Load", MeasurementMethod.CLOSED_LOOP);
        List<Fact> environment = List.of(
                new Fact("JVM", all(file, JmhResult::jvm)),
                new Fact("JVM arguments", all(file, result -> String.join(" ", result.jvmArgs()))));
        List<Fact> facts = facts("", procedure);
        return new Provenance(
                name, "time and host unknown", Optional.empty(), Optional.empty(), facts, environment, List.of(), "");
    }

    /** Returns the class and the parameters that are the same for all benchmarks, and so in no table. */
    private static Map<String, Set<String>> sameOfAll(JmhFile file) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        for (JmhResult result : file.results()) {
            String type = StringUtils.substringBeforeLast(result.benchmark(), ".");
            values.computeIfAbsent("Class", none -> new HashSet<>()).add(type);
            result.parameters()
                    .forEach((name, value) -> values.computeIfAbsent("Parameter " + name, none -> new HashSet<>())
                            .add(value));
        }
        values.values().removeIf(distinct -> distinct.size() > 1);
        return values;
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

    /** Returns the facts of a target without its settings. */
    public static List<Fact> facts(TargetFacts target) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact("Product", target.product()),
                new Fact("Version", target.version()),
                new Fact("Server", target.server()),
                new Fact("Placement", PLACEMENTS.getOrDefault(target.placement(), target.placement())),
                new Fact("Driver", target.driver())));
        String file = target.driver().isEmpty() ? "File" : "Driver from";
        target.driverJars().forEach(jar -> facts.add(new Fact(file, jar.name() + ", SHA-256 " + jar.sha256())));
        facts.addAll(facts(PROGRAM, target.programs()));
        target.environment().jvm().ifPresent(jvm -> facts.add(new Fact(JVM, jvm)));
        facts.add(new Fact("URL", target.url()));
        target.link().ifPresent(link -> {
            facts.add(new Fact("Link", link.text()));
            link.measured().ifPresent(measured -> facts.add(new Fact("Link, measured", measured.text())));
        });
        facts.add(new Fact("Durability", target.durability()));
        target.environment().dataOrigin().ifPresent(origin -> facts.add(new Fact("Data", origin.words())));
        facts.removeIf(fact -> fact.value().isEmpty());
        return facts;
    }

    public static List<Fact> facts(String prefix, Map<String, String> values) {
        return values.entrySet().stream()
                .map(value -> new Fact(prefix + value.getKey(), value.getValue()))
                .toList();
    }

    private static String when(RunRecord run) {
        Manifest.Progress progress = run.manifest().progress();
        Optional<String> duration =
                progress.finished().map(end -> Durations.words(Duration.between(progress.started(), end)));
        String state = switch (progress.status()) {
            case RUNNING -> running(run);
            case INTERRUPTED ->
                ", interrupted" + duration.map(" after "::concat).orElse("");
            case COMPLETE -> duration.map(", took "::concat).orElse("");
        };
        int stops = progress.resumed().size();
        return Numbers.time(progress.started())
                + state
                + (stops == 0 ? "" : ", stopped and continued " + (stops == 1 ? "once" : stops + " times"));
    }

    /** Returns {@code , round 7 of 20, still running}. */
    private static String running(RunRecord run) {
        String most = run.manifest().method().goal().isPresent() ? "at most " : "";
        String of = " of " + most + run.manifest().progress().rounds();
        Optional<Integer> last = run.outcomes().stream().map(CellOutcome::round).max(Integer::compare);
        return last.map(round -> ", round " + round + of).orElse("") + ", still running";
    }

    private static List<Fact> environment(Environment environment) {
        List<Fact> facts = new ArrayList<>(List.of(
                new Fact(HOST, environment.host()),
                new Fact("Processor", environment.cpu()),
                new Fact("Cores", String.valueOf(environment.cores())),
                new Fact("Memory", Numbers.gibibytes(environment.memoryBytes())),
                new Fact("System", environment.os()),
                new Fact("JVM", environment.jvm()),
                new Fact("Data on", environment.dataFileSystem())));
        facts.addAll(facts("", environment.facts()));
        return facts;
    }

    /** Returns whether a fact of the machine is shown first: the others are folded. */
    static boolean isHead(Fact fact) {
        return HEAD.contains(fact.name());
    }

    /** Returns the machine in a few lines, under true, and its further facts. */
    public Map<Boolean, List<Fact>> machine() {
        return environment.stream().collect(Collectors.partitioningBy(Provenance::isHead));
    }

    public String host() {
        return environment.stream()
                .filter(fact -> fact.name().equals(HOST))
                .map(Fact::value)
                .collect(Collectors.joining());
    }
}
